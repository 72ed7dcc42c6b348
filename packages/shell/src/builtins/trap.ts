import { SIGNAL_NAMES, signalNumber } from '@cloche/system';
import { quoteSingle } from '../expand/quote-text.ts';
import { parseTrapName, type TrapName, trapOrder } from '../jobs/trap-table.ts';
import type { Builtin, BuiltinCall } from './builtin.ts';
import { describeProblem, parseLetters } from './parse-letters.ts';

/** `trap [-lp] [[COMMAND] SIGNAL…]`: sets and shows what runs on signals. */
export const trapBuiltin: Builtin = (call) => {
  const { shell, args, error, errorText } = call;
  const { flags, operands, problem } = parseLetters(args, 'lp');
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  if (flags.has('l')) {
    call.out(formatSignalList());
    return 0;
  }
  if (operands.length === 0 || flags.has('p')) return showTraps(call, operands);
  const [first = '', ...rest] = operands;
  const resets =
    first === '-' ||
    (rest.length === 0 && parseTrapName(first) !== undefined) ||
    (/^\d+$/.test(first) && parseTrapName(first) !== undefined);
  const names = resets && first !== '-' ? operands : rest;
  if (names.length === 0) {
    errorText('trap: usage: trap [-lp] [[arg] signal_spec ...]\n');
    return 2;
  }
  let status = 0;
  for (const word of names) {
    const name = parseTrapName(word);
    if (!name) {
      error(`${word}: invalid signal specification`);
      status = 1;
      continue;
    }
    if (name === 'SIGKILL' || name === 'SIGSTOP') continue;
    shell.traps.inherited = new Map();
    if (resets) shell.traps.commands.delete(name);
    else shell.traps.commands.set(name, first);
  }
  return status;
};

function showTraps({ shell, out, error }: BuiltinCall, words: readonly string[]): number {
  const { commands, inherited } = shell.traps;
  const all = new Map([...inherited, ...commands]);
  let status = 0;
  let names: TrapName[] = [...all.keys()].sort((left, right) => trapOrder(left) - trapOrder(right));
  if (words.length > 0) {
    names = [];
    for (const word of words) {
      const name = parseTrapName(word);
      if (name) names.push(name);
      else {
        error(`${word}: invalid signal specification`);
        status = 1;
      }
    }
  }
  for (const name of names) {
    const command = all.get(name);
    if (command !== undefined) out(`trap -- ${quoteSingle(command)} ${name}\n`);
  }
  return status;
}

/** Returns the table of signals that `trap -l` and `kill -l` print. */
export function formatSignalList(): string {
  const items = SIGNAL_NAMES.map((name) => `${String(signalNumber(name)).padStart(2)}) ${name}`);
  const lines: string[] = [];
  for (let index = 0; index < items.length; index += 5) lines.push(items.slice(index, index + 5).join('\t'));
  return `${lines.join('\n')}\n`;
}
