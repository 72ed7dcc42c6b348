import { decodeText, describeError, encodeText, errnoOf, joinPath } from '@cloche/system';
import { expandHistory } from '../interactive/expand-history.ts';
import type { HistoryList } from '../interactive/history.ts';
import type { Shell } from '../shell.ts';
import { readVariable } from '../variables/shell-variables.ts';
import type { Builtin, BuiltinCall } from './builtin.ts';
import { describeProblem, parseLetters } from './parse-letters.ts';

/** `history [-c] [-d OFFSET] [N]`, `history -anrw [FILE]`, `history -ps ARG…`: a shell that runs scripts has an empty one. */
export const historyBuiltin: Builtin = (call) => {
  const { shell, args, out, error } = call;
  const { history } = shell;
  const size = readVariable(shell, 'HISTSIZE');
  if (size !== undefined && /^\d+$/.test(size)) history.limit(Number(size));
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

/** `-w` writes all lines, `-a` adds the new ones; `-r` reads all, `-n` those that the file got since. */
function useFile(
  { shell, error }: BuiltinCall,
  history: HistoryList,
  flag: string,
  operand: string | undefined,
): number {
  const path = operand ?? readVariable(shell, 'HISTFILE');
  if (path === undefined || path === '') return 0;
  const isReading = flag === 'r' || flag === 'n';
  try {
    if (isReading) {
      const lines = readHistoryFile(shell, path);
      for (const line of flag === 'n' ? lines.slice(history.counts.read) : lines) history.append(line);
      history.counts.read = lines.length;
    } else {
      const kept = flag === 'a' ? existingLines(shell, path) : [];
      const added = flag === 'a' ? history.lines.slice(history.counts.saved) : history.lines;
      writeHistoryFile(shell, path, [...kept, ...added]);
    }
    history.counts.saved = history.lines.length;
    return 0;
  } catch (failure) {
    if (errnoOf(failure) === undefined) throw failure;
    error(`${path}: cannot ${isReading ? 'read' : 'create'}: ${describeError(failure)}`);
    return 1;
  }
}

function existingLines(shell: Shell, path: string): string[] {
  try {
    return readHistoryFile(shell, path);
  } catch (failure) {
    if (errnoOf(failure) === 'ENOENT') return [];
    throw failure;
  }
}

/** Returns the lines of a history file. Throws `SystemError`. */
export function readHistoryFile({ machine, cwd }: Shell, path: string): string[] {
  return decodeText(machine.files.readFile(joinPath(cwd, path)))
    .split('\n')
    .filter((line) => line !== '');
}

/** Writes the lines of a history to a file. Throws `SystemError`. */
export function writeHistoryFile({ machine, cwd }: Shell, path: string, lines: readonly string[]): void {
  machine.files.writeFile(joinPath(cwd, path), encodeText(lines.map((line) => `${line}\n`).join('')));
}

/** `fc -l [-nr] [FIRST [LAST]]` lists commands, `fc -s [OLD=NEW] [COMMAND]` runs one again; there is no editor to call. */
export const fcBuiltin: Builtin = function* (call) {
  const { shell, args, out, error } = call;
  const lines = shell.history.lines;
  const firstNumber = shell.history.firstNumber;
  // The line with `fc` itself is the last one, and does not count.
  const lastIndex = lines.length - (shell.isInteractive ? 2 : 1);
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
    if (isReversedNumber(word)) return lastIndex + 1 + Number(word);
    if (/^\d+$/.test(word)) return Number(word) - firstNumber;
    return lines.findLastIndex((line, index) => index <= lastIndex && line.startsWith(word));
  };
  if (flags.has('l')) {
    const last = Math.min(lastIndex, indexOf(operands[1], lastIndex));
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
  const line = lines[indexOf(target, lastIndex)];
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
