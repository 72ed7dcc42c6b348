import { askUserTool } from '../builtin/ask-user/ask-user-tool.ts';
import { codingBashTool, foregroundBashTool } from '../builtin/coding/bash-tool.ts';
import { codingEditTool, multiEditTool } from '../builtin/coding/edit-tools.ts';
import { codingGlobTool } from '../builtin/coding/glob-tool.ts';
import { codingGrepTool } from '../builtin/coding/grep-tool.ts';
import { codingListDirTool } from '../builtin/coding/list-dir-tool.ts';
import { codingReadTool } from '../builtin/coding/read-tool.ts';
import { codingWriteTool } from '../builtin/coding/write-tool.ts';
import { executeExtraToolTool, searchExtraToolsTool } from '../builtin/extra-tools/extra-tools.ts';
import { monitorTool } from '../builtin/monitor/monitor-tool.ts';
import { copyTool, moveTool, removeTool } from '../builtin/name-tools.ts';
import { processInputTool } from '../builtin/processes/process-input-tool.ts';
import { processListTool } from '../builtin/processes/process-list-tool.ts';
import { processOutputTool } from '../builtin/processes/process-output-tool.ts';
import { processStopTool } from '../builtin/processes/process-stop-tool.ts';
import { readToolResultTool } from '../builtin/read-tool-result/read-tool-result-tool.ts';
import { sleepTool } from '../builtin/sleep/sleep-tool.ts';
import { taskCreateTool, taskGetTool, taskListTool, taskUpdateTool } from '../builtin/tasks/task-tools.ts';
import { shellOpenTool } from '../builtin/terminals/shell-open-tool.ts';
import { shellCloseTool, shellListTool, shellReadTool } from '../builtin/terminals/shell-read-tools.ts';
import { shellSendTool } from '../builtin/terminals/shell-send-tool.ts';
import { todoWriteTool } from '../builtin/todo-write/todo-write-tool.ts';
import type { Tool } from '../contract/tool.ts';

const WITHOUT_SHELL: readonly Tool[] = [
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

/** Tools for what goes on when a call is over: processes in the background, and shells that are talked to. */
const PROCESS_TOOLS: readonly Tool[] = [
  processOutputTool,
  processInputTool,
  processStopTool,
  processListTool,
  monitorTool,
  shellOpenTool,
  shellSendTool,
  shellReadTool,
  shellCloseTool,
  shellListTool,
];

/**
 * The tools of a coding agent: files with read evidence, a shell, processes in the background, planning, and a reader for
 * long results.
 */
export const codingTools: readonly Tool[] = [codingBashTool, ...WITHOUT_SHELL, ...PROCESS_TOOLS];

/** The same where nothing outlasts its call. */
export const codingToolsWithoutProcesses: readonly Tool[] = [foregroundBashTool, ...WITHOUT_SHELL];
