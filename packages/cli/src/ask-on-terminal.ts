import { closeSync, constants, openSync, readSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { ReadStream, WriteStream } from 'node:tty';
import { type ApprovalAnswer, type ApprovalRequest, type AskApproval, type RuleOffer, showHidden } from '@cloche/tools';

/**
 * Returns what asks the person at this process's terminal, or `undefined` when it has none. With `keepsRules` the person
 * may answer "always": the narrowest rule that is offered is then kept.
 */
export function askOnTerminal({ keepsRules = false }: { readonly keepsRules?: boolean } = {}): AskApproval | undefined {
  try {
    closeSync(openSync('/dev/tty', 'r+'));
  } catch {
    return undefined;
  }
  return async (request, { signal }) => {
    dropTypedAhead();
    const descriptor = openSync('/dev/tty', 'r+');
    const input = new ReadStream(descriptor);
    const output = new WriteStream(descriptor);
    const lines = createInterface({ input, output });
    try {
      output.write(describeRequest(request));
      const offers = keepsRules ? request.offers : [];
      for (const [index, { rules }] of offers.entries())
        output.write(showHidden(`always ${index + 1}: ${rules.join(' and ')}\n`));
      const choices = offers.length === 0 ? '' : `/a1${offers.length > 1 ? `-a${offers.length}` : ''}`;
      for (;;) {
        const answer = (await lines.question(`Allow? [y${choices}/N, or a note to deny with] `, { signal })).trim();
        const read = readAnswer(answer, offers);
        if (read) return read;
        output.write(`There is no rule ${answer.slice(1)} to keep.\n`);
      }
    } finally {
      lines.close();
      input.destroy();
    }
  };
}

/** Throws away what was typed before the question was there: it was meant for something else. */
function dropTypedAhead(): void {
  const descriptor = openSync('/dev/tty', constants.O_RDONLY | constants.O_NONBLOCK);
  const bytes = new Uint8Array(4096);
  try {
    while (readSync(descriptor, bytes, 0, bytes.length, null) > 0);
  } catch {
    // Nothing more is there (EAGAIN).
  } finally {
    closeSync(descriptor);
  }
}

function readAnswer(answer: string, offers: readonly RuleOffer[]): ApprovalAnswer | undefined {
  if (/^y(?:es)?$/i.test(answer)) return { action: 'allow' };
  const [, number] = /^a([1-9])$/i.exec(answer) ?? [];
  if (number !== undefined) {
    const offer = offers[Number(number) - 1];
    return offer && { action: 'allow', always: { rules: offer.rules, scope: 'workspace' } };
  }
  return { action: 'deny', ...(answer === '' || /^no?$/i.test(answer) ? {} : { note: answer }) };
}

function describeRequest({ tool, through, subject, problem, parts, risks }: ApprovalRequest): string {
  const { detail } = subject;
  const body =
    detail.kind === 'command'
      ? `${detail.cwd === undefined ? '' : `in ${detail.cwd}:\n`}${detail.command}`
      : detail.kind === 'diff'
        ? detail.diff.unified
        : detail.text;
  const why = problem === undefined ? '' : `${problem}\n`;
  const asking = parts
    .filter(({ verdict }) => verdict === 'asks')
    .map(({ text, reason }) => `  ${text}${reason === undefined ? '' : ` (${reason})`}\n`);
  // One that is the whole says nothing more.
  const shown = parts.length > 1 ? `asks because of:\n${asking.join('')}` : '';
  const facts = risks.map((risk) => `  ${risk.text}\n`).join('');
  const caller = through === undefined ? '' : ` (called by ${through.name})`;
  return showHidden(`\n${tool.name}${caller}: ${subject.summary}\n${body}\n${shown}${facts}${why}`);
}
