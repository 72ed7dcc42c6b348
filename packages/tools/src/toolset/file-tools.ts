import { filesEditTool } from '../builtin/files/edit-tool.ts';
import { filesListDirTool } from '../builtin/files/list-dir-tool.ts';
import { filesReadTool } from '../builtin/files/read-tool.ts';
import { filesGlobTool, filesGrepTool } from '../builtin/files/search-tools.ts';
import { filesWriteTool } from '../builtin/files/write-tool.ts';
import { copyTool, moveTool, removeTool } from '../builtin/name-tools.ts';
import type { Tool } from '../contract/tool.ts';

/** Tools for files alone, within the workspace; no shell. */
export const fileTools: readonly Tool[] = [
  filesReadTool,
  filesListDirTool,
  filesEditTool,
  filesWriteTool,
  copyTool,
  moveTool,
  removeTool,
  filesGrepTool,
  filesGlobTool,
];
