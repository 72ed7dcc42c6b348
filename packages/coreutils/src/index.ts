export { type CommandPorts, createCommandTable } from './command-table.ts';
export type { JsonQueryAnswer, JsonQueryEngine, JsonQueryRequest } from './commands/jq/json-query-engine.ts';
export type { FetchProvider, FetchRequest, FetchResponse } from './network/fetch-provider.ts';
