/**
 * A stand-in for the WebContainer runtime, for tests only: real Node.js processes under real pseudo-terminals in a scratch
 * folder, behind the wire format that the stock client speaks, and pleasant or strict as a test needs.
 *
 * - `startStandInServer` serves it to pages: a hidden page that carries the client's ports over a WebSocket to this process.
 * - `createStandInRuntime` gives it in the shape of the client's instance to tests that have no browser.
 */
export { createStandInRuntime, type StandInRuntime } from './client/create-stand-in-runtime.ts';
export { type BootBehaviour, PLAIN, STRICT, type StandInOptions } from './options.ts';
export type { ContainerState } from './runtime/open-container.ts';
export { CONTAINER_COMMANDS } from './runtime/programs.ts';
export type { TerminalFaults } from './runtime/terminal-faults.ts';
export { type StandInServer, type StandInServerOptions, startStandInServer } from './server/start-stand-in-server.ts';
export { whyNoStandIn } from './why-no-stand-in.ts';
