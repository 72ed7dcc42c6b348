export { createCommandTable } from './command-table.ts';
