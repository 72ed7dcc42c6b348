export { type CommandPorts, createCommandTable } from './command-table.ts';
export type { JsonQueryAnswer, JsonQueryEngine, JsonQueryRequest } from './commands/jq/json-query-engine.ts';
