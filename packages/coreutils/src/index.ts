export { type CommandPorts, createCommandTable } from './command-table.ts';
export type { FetchProvider, FetchRequest, FetchResponse } from './network/fetch-provider.ts';
