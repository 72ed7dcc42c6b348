import { closeSync, openSync } from 'node:fs';
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
      const answer = (await lines.question(`Allow? [y${choices}/N, or a note to deny with] `, { signal })).trim();
      return readAnswer(answer, offers);
    } finally {
      lines.close();
      input.destroy();
    }
  };
}

function readAnswer(answer: string, offers: readonly RuleOffer[]): ApprovalAnswer {
  if (/^y(?:es)?$/i.test(answer)) return { action: 'allow' };
  const [, number] = /^a([1-9])$/i.exec(answer) ?? [];
  const offer = number === undefined ? undefined : offers[Number(number) - 1];
  if (offer) return { action: 'allow', always: { rules: offer.rules, scope: 'workspace' } };
  return { action: 'deny', ...(answer === '' || /^no?$/i.test(answer) ? {} : { note: answer }) };
}

function describeRequest({ tool, subject, problem }: ApprovalRequest): string {
  const { detail } = subject;
  const body =
    detail.kind === 'command'
      ? `in ${detail.cwd}:\n${detail.command}`
      : detail.kind === 'diff'
        ? detail.diff.unified
        : detail.text;
  const why = problem === undefined ? '' : `${problem}\n`;
  return showHidden(`\n${tool.name}: ${subject.summary}\n${body}\n${why}`);
}
