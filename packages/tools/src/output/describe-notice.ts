import type { ProcessNotice } from '../host/processes/process-data.ts';
import type { KeptProcess } from '../loop/loop-processes.ts';

const MAX_COMMAND_UNITS = 120;
const KIND_NAMES = { command: 'background command', monitor: 'monitor', terminal: 'shell' } as const;

/** Returns what a conversation is told of a process: how it stands and where its output is, never the output itself. */
export function describeNotice({ id, kind, command, event, childrenRunning, outputPath }: ProcessNotice): string {
  const name = `${KIND_NAMES[kind]} ${JSON.stringify(shorten(command))}`;
  if (event.kind === 'matched')
    return block(id, kind, 'running', outputPath, `the output of the ${name} matched ${JSON.stringify(event.pattern)}`);
  const { state, exitCode, reason } = event;
  const how = [
    state === 'exited' ? `ended with exit code ${exitCode}` : `ended: ${state.replaceAll('_', ' ')}`,
    ...(reason === undefined ? [] : [`(${reason})`]),
    ...(childrenRunning > 0 ? [`; shell exited, ${childrenRunning} of its processes still running`] : []),
  ];
  return block(id, kind, state, outputPath, `the ${name} ${how.join(' ')}`);
}

/** Returns what a conversation is told of a process that ended with its machine. */
export function describeLoss({ id, kind, command }: KeptProcess): string {
  const what = `the ${KIND_NAMES[kind]} ${JSON.stringify(shorten(command))}`;
  const why = 'ended when the page was closed or reloaded; start it again if it is still needed';
  return block(id, kind, 'lost_on_restore', undefined, `${what} ${why}`);
}

function block(id: string, kind: string, status: string, path: string | undefined, summary: string): string {
  return [
    '<task-notification>',
    `<task-id>${id}</task-id>`,
    `<task-type>${kind}</task-type>`,
    `<status>${status}</status>`,
    ...(path === undefined ? [] : [`<output-file>${path}</output-file>`]),
    `<summary>${summary.replaceAll('<', '&lt;')}</summary>`,
    '</task-notification>',
  ].join('\n');
}

function shorten(command: string): string {
  const line = command.replace(/\s+/g, ' ').trim();
  return (line.length <= MAX_COMMAND_UNITS ? line : `${line.slice(0, MAX_COMMAND_UNITS)}…`).toWellFormed();
}
