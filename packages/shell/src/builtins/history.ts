import { decodeText, describeError, encodeText, errnoOf, joinPath } from '@cloche/system';
import { expandHistory } from '../interactive/expand-history.ts';
import { createHistory, type HistoryList } from '../interactive/history.ts';
import type { Shell } from '../shell.ts';
import { readVariable } from '../variables/shell-variables.ts';
import type { Builtin, BuiltinCall } from './builtin.ts';
import { describeProblem, parseLetters } from './parse-letters.ts';

/** `history [-c] [-d OFFSET] [N]`, `history -anrw [FILE]`, `history -ps ARG…`: a shell that runs scripts has an empty one. */
export const historyBuiltin: Builtin = (call) => {
  const { shell, args, out, error } = call;
  const history = shell.history ?? createHistory();
  const { flags, values, operands, problem } = parseLetters(args, 'cd:anrwps');
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  if (flags.has('c')) history.clear();
  const offset = values.get('d');
  if (offset !== undefined) return removeLines(call, history, offset);
  if (flags.has('s')) {
    if (operands.length > 0) history.append(operands.join(' '));
    return 0;
  }
  if (flags.has('p')) return printExpanded(call, history, operands);
  for (const flag of ['a', 'n', 'r', 'w']) if (flags.has(flag)) return useFile(call, history, flag, operands[0]);
  if (flags.has('c')) return 0;
  const [count] = operands;
  if (count !== undefined && !/^\d+$/.test(count)) {
    error(`${count}: numeric argument required`);
    return 1;
  }
  if (operands.length > 1) {
    error('too many arguments');
    return 1;
  }
  const first = count === undefined ? 0 : Math.max(0, history.lines.length - Number(count));
  history.lines.slice(first).forEach((line, index) => {
    out(`${String(history.firstNumber + first + index).padStart(5)}  ${line}\n`);
  });
  return 0;
};

function removeLines({ error }: BuiltinCall, history: HistoryList, range: string): number {
  const parts = /^(-?\d+)(?:-(-?\d+))?$/.exec(range);
  const indexOf = (word: string): number =>
    Number(word) < 0 ? history.lines.length + Number(word) : Number(word) - history.firstNumber;
  const first = parts ? indexOf(parts[1] ?? '') : -1;
  const last = parts?.[2] === undefined ? first : indexOf(parts[2]);
  if (first < 0 || last < first || last >= history.lines.length) {
    error(`${range}: history position out of range`);
    return 1;
  }
  for (let index = last; index >= first; index--) history.removeAt(index);
  return 0;
}

function printExpanded({ out, error }: BuiltinCall, history: HistoryList, operands: readonly string[]): number {
  let status = 0;
  for (const operand of operands) {
    const expansion = expandHistory(operand, history.lines, history.firstNumber);
    if (expansion.kind === 'failed') {
      error(`${operand}: history expansion failed`);
      status = 1;
    } else out(`${expansion.kind === 'expanded' ? expansion.line : operand}\n`);
  }
  return status;
}

/** `-a` and `-w` write the lines, `-r` and `-n` read them. */
function useFile(
  { shell, error }: BuiltinCall,
  history: HistoryList,
  flag: string,
  operand: string | undefined,
): number {
  const path = operand ?? readVariable(shell, 'HISTFILE');
  if (path === undefined || path === '') return 0;
  try {
    if (flag === 'r' || flag === 'n') for (const line of readHistoryFile(shell, path)) history.append(line);
    else writeHistoryFile(shell, path, history);
    return 0;
  } catch (failure) {
    if (errnoOf(failure) === undefined) throw failure;
    error(`${path}: cannot ${flag === 'r' || flag === 'n' ? 'read' : 'write'}: ${describeError(failure)}`);
    return 1;
  }
}

/** Returns the lines of a history file. Throws `SystemError`. */
export function readHistoryFile({ machine, cwd }: Shell, path: string): string[] {
  return decodeText(machine.files.readFile(joinPath(cwd, path)))
    .split('\n')
    .filter((line) => line !== '');
}

/** Writes all lines of a history to a file. Throws `SystemError`. */
export function writeHistoryFile({ machine, cwd }: Shell, path: string, history: HistoryList): void {
  machine.files.writeFile(joinPath(cwd, path), encodeText(history.lines.map((line) => `${line}\n`).join('')));
}

/** `fc -l [-nr] [FIRST [LAST]]` lists commands, `fc -s [OLD=NEW] [COMMAND]` runs one again; there is no editor to call. */
export const fcBuiltin: Builtin = function* (call) {
  const { shell, args, out, error } = call;
  const lines = shell.history?.lines ?? [];
  const firstNumber = shell.history?.firstNumber ?? 1;
  const isReversedNumber = (arg: string): boolean => /^-\d+$/.test(arg);
  const optionCount = args.findIndex((arg) => !arg.startsWith('-') || isReversedNumber(arg));
  const options = optionCount < 0 ? args : args.slice(0, optionCount);
  const { flags, values, problem } = parseLetters(options, 'e:lnrs');
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  const operands = optionCount < 0 ? [] : args.slice(optionCount);
  const indexOf = (word: string | undefined, otherwise: number): number => {
    if (word === undefined) return otherwise;
    if (isReversedNumber(word)) return lines.length - 1 + Number(word);
    if (/^\d+$/.test(word)) return Number(word) - firstNumber;
    return lines.findLastIndex((line, index) => index < lines.length - 1 && line.startsWith(word));
  };
  if (flags.has('l')) {
    const last = Math.min(lines.length - 2, indexOf(operands[1], lines.length - 2));
    const first = Math.max(0, indexOf(operands[0], Math.max(0, last - 15)));
    const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
    for (const index of flags.has('r') ? numbers.reverse() : numbers)
      out(`${flags.has('n') ? '' : firstNumber + index}\t ${lines[index] ?? ''}\n`);
    return 0;
  }
  if (!flags.has('s') && values.get('e') !== '-') {
    if (lines.length > 0) error('no editor is here to edit commands with: use fc -s to run one again');
    return 1;
  }
  const [change, target] = operands[0]?.includes('=') ? operands : [undefined, operands[0]];
  const line = lines[indexOf(target, lines.length - 2)];
  if (line === undefined) {
    error('no command found');
    return 1;
  }
  const [old = '', ...replacement] = change?.split('=') ?? [];
  const text = change === undefined ? line : line.replaceAll(old, () => replacement.join('='));
  call.errorText(`${text}\n`);
  yield* call.flush();
  const completion = yield* shell.interpreter.runText(shell, text, { name: shell.name, firstLine: 1 });
  return { status: shell.status, completion };
};
