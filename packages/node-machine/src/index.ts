export { readCommandFacts } from './command-facts.ts';
export {
  createNodeMachine,
  createNodePlatform,
  type NodeMachine,
  type NodeMachineOptions,
  type NodePlatform,
} from './compose.ts';
export { type HostOpenFile, openHostDescriptor } from './host-descriptor.ts';
export {
  createStatJournal,
  DEFAULT_EXCLUDE,
  type StatJournal,
  type StatJournalOptions,
} from './journal/stat-journal.ts';
export { createNodeFetch } from './node-fetch.ts';
export { createNodeFileSystem } from './node-file-system.ts';
export { createNodeProcessHost } from './node-process-host.ts';
export { loadHostTerminals, type RunningProgram, type StartUnderTerminal } from './pty/host-terminals.ts';
export { serveQueryEngine } from './serve-query-engine.ts';
export type { StartHostProcess } from './start-host-process.ts';
export { createPipedStarter } from './start-piped-process.ts';
export { createWorkerQueryEngine } from './worker-query-engine.ts';
