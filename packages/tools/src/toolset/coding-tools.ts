import { askUserTool } from '../builtin/ask-user/ask-user-tool.ts';
import { codingBashTool } from '../builtin/coding/bash-tool.ts';
import { codingEditTool, multiEditTool } from '../builtin/coding/edit-tools.ts';
import { codingGlobTool } from '../builtin/coding/glob-tool.ts';
import { codingGrepTool } from '../builtin/coding/grep-tool.ts';
import { codingListDirTool } from '../builtin/coding/list-dir-tool.ts';
import { codingReadTool } from '../builtin/coding/read-tool.ts';
import { codingWriteTool } from '../builtin/coding/write-tool.ts';
import { executeExtraToolTool, searchExtraToolsTool } from '../builtin/extra-tools/extra-tools.ts';
import { copyTool, moveTool, removeTool } from '../builtin/name-tools.ts';
import { readToolResultTool } from '../builtin/read-tool-result/read-tool-result-tool.ts';
import { sleepTool } from '../builtin/sleep/sleep-tool.ts';
import { taskCreateTool, taskGetTool, taskListTool, taskUpdateTool } from '../builtin/tasks/task-tools.ts';
import { todoWriteTool } from '../builtin/todo-write/todo-write-tool.ts';
import type { Tool } from '../contract/tool.ts';

/** The tools of a coding agent: files with read evidence, a shell, planning, and a reader for long results. */
export const codingTools: readonly Tool[] = [
  codingBashTool,
  codingReadTool,
  codingWriteTool,
  codingEditTool,
  multiEditTool,
  codingGlobTool,
  codingGrepTool,
  codingListDirTool,
  copyTool,
  moveTool,
  removeTool,
  todoWriteTool,
  taskCreateTool,
  taskUpdateTool,
  taskGetTool,
  taskListTool,
  askUserTool,
  sleepTool,
  searchExtraToolsTool,
  executeExtraToolTool,
  readToolResultTool,
];
