export { connectMachine } from './connect-machine.ts';
export type { MachineFixture, OwnMachine } from './machine-case.ts';
export { answerOf, MACHINE_DIFFERENCES, type MachineName } from './machine-differences.ts';
export { describeMachine, MACHINE_CASES, type MachineSource, runMachineCase } from './machine-suite.ts';
export { setToolTestMachine, type ToolTestEngine, toolTestMachine } from './tool-test-machine.ts';
