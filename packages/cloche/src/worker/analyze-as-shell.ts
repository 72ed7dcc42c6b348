// The whole of the file `analysis.js`.
export { analyzeAsShell } from '@cloche/shell';
