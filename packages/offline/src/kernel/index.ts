export { startClassicWorker } from '../process/classic-worker.ts';
export { type ComposeKernel, composeKernel } from './compose.ts';
export { startKernel } from './start-kernel.ts';
