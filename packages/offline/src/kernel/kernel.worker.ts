import { composeKernel } from './compose.ts';
import { startKernel } from './start-kernel.ts';

startKernel(composeKernel);
