import { failure, success, type ToolDetails, type ToolResult } from '../../contract/tool-result.ts';
import type { ProcessErrorCode, ProcessView } from '../../host/processes/process-data.ts';

/** What each code means for who made the call, and what to do. */
const EXPLANATIONS: Readonly<Record<ProcessErrorCode, string>> = {
  invalid_arguments: 'the arguments do not go together',
  process_quota_exceeded: 'too many processes run or are waited for; stop one with process_stop',
  spawn_failed: 'it could not be started',
  pty_unavailable: 'it has no terminal; start it with tty to resize it',
  not_found: 'this conversation has no such process; process_list shows those that it has',
  stdin_closed: 'it reads no input any more',
  input_backpressure: 'it does not read: at most 1048576 bytes can wait for it; give less, or later',
  cursor_ahead: 'the cursor is past the end; go on from the next_cursor of the last answer',
  lost_on_restore: 'it ended with the machine that it ran in, when the page was closed or reloaded; start it again',
  supervisor_shutting_down: 'the machine is being closed',
  teardown_failed: 'it could not be stopped',
};

/** Returns the error result of a code: JSON with a stable `error`. */
export function processFailure(code: ProcessErrorCode, message: string = EXPLANATIONS[code]): ToolResult {
  return failure(code, JSON.stringify({ error: code, message }));
}

/** Returns a result of JSON, for a process that may go on. */
export function processSuccess(answer: object, details: ToolDetails = {}): ToolResult {
  return success(JSON.stringify(answer), details);
}

/** Says what a code means. */
export function explainCode(code: ProcessErrorCode): string {
  return EXPLANATIONS[code];
}

/** Returns what a model is told of a process, without what its output says. Times are RFC 3339. */
export function describeProcess(process: ProcessView): Record<string, unknown> {
  const { state, exitCode, reason, startedAtMs, finishedAtMs, childrenRunning, outputPath } = process;
  return {
    status: state,
    ...(exitCode === undefined ? {} : { exit_code: exitCode }),
    ...(reason === undefined ? {} : { reason }),
    ...(childrenRunning > 0
      ? { note: `shell exited, ${childrenRunning} ${childWord(childrenRunning)} still running` }
      : {}),
    started_at: new Date(startedAtMs).toISOString(),
    ...(finishedAtMs === undefined
      ? {}
      : { finished_at: new Date(finishedAtMs).toISOString(), duration_ms: Math.round(finishedAtMs - startedAtMs) }),
    ...(outputPath === undefined ? {} : { output_path: outputPath }),
  };
}

function childWord(count: number): string {
  return count === 1 ? 'child' : 'children';
}
