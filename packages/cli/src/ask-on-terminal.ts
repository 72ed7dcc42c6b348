import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { ReadStream, WriteStream } from 'node:tty';
import { type ApprovalRequest, type AskApproval, showHidden } from '@cloche/tools';

/** Returns what asks the person at this process's terminal, or `undefined` when it has none. */
export function askOnTerminal(): AskApproval | undefined {
  try {
    closeSync(openSync('/dev/tty', 'r+'));
  } catch {
    return undefined;
  }
  return async (request, { signal }) => {
    const descriptor = openSync('/dev/tty', 'r+');
    const input = new ReadStream(descriptor);
    const output = new WriteStream(descriptor);
    const lines = createInterface({ input, output });
    try {
      output.write(describeRequest(request));
      const answer = (await lines.question('Allow once? [y/N, or a note to deny with] ', { signal })).trim();
      if (/^y(?:es)?$/i.test(answer)) return { action: 'allow' };
      return { action: 'deny', ...(answer === '' || /^no?$/i.test(answer) ? {} : { note: answer }) };
    } finally {
      lines.close();
      input.destroy();
    }
  };
}

function describeRequest({ tool, subject }: ApprovalRequest): string {
  const { detail } = subject;
  const body =
    detail.kind === 'command'
      ? `in ${detail.cwd}:\n${detail.command}`
      : detail.kind === 'diff'
        ? detail.diff.unified
        : detail.text;
  return showHidden(`\n${tool.name}: ${subject.summary}\n${body}\n`);
}
