import { decodeText, describeError, encodeText, errnoOf, joinPath } from '@cloche/system';
import { ShellError } from '../execute/shell-error.ts';
import { type Task, waitFor } from '../execute/task.ts';
import { openPath } from '../redirect/apply-redirections.ts';
import type { Shell } from '../shell.ts';
import { readVariable } from '../variables/shell-variables.ts';
import type { Builtin, BuiltinCall } from './builtin.ts';
import { describeProblem, parseLetters } from './parse-letters.ts';

/** `history [COUNT] | -c | -d OFFSET | -s WORD… | -p WORD… | -[arnw] [FILE]`: the lines of the history list. */
export const historyBuiltin: Builtin = function* (call) {
  const { shell, args, error, out } = call;
  const { flags, values, operands, problem } = parseLetters(args, 'acd:nprsw');
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  const transfer = [...flags].find((flag) => 'arnw'.includes(flag));
  if (flags.has('c')) shell.history.length = 0;
  if (flags.has('s')) {
    if (operands.length > 0) shell.history.push(operands.join(' '));
    return 0;
  }
  if (flags.has('p')) {
    for (const operand of operands) out(`${operand}\n`);
    return 0;
  }
  if (values.has('d')) return deleteEntries(call, values.get('d') ?? '');
  if (transfer !== undefined)
    return yield* transferHistory(call, transfer, operands[0] ?? readVariable(shell, 'HISTFILE'));
  if (flags.has('c')) return 0;
  return listHistory(call, operands);
};

function listHistory({ shell, error, out }: BuiltinCall, operands: readonly string[]): number {
  const [count] = operands;
  if (count !== undefined && !/^\d+$/.test(count)) {
    error(`${count}: numeric argument required`);
    return 1;
  }
  if (operands.length > 1) {
    error('too many arguments');
    return 1;
  }
  const entries = heldEntries(shell);
  const first = count === undefined ? 0 : Math.max(0, entries.length - Number(count));
  entries.slice(first).forEach((entry, index) => {
    out(`${String(first + index + 1).padStart(5)}  ${entry}\n`);
  });
  return 0;
}

/** The entries that HISTSIZE leaves. */
function heldEntries(shell: Shell): readonly string[] {
  const size = Number(readVariable(shell, 'HISTSIZE') ?? 'NaN');
  if (Number.isInteger(size) && size >= 0 && shell.history.length > size)
    shell.history.splice(0, shell.history.length - size);
  return shell.history;
}

function deleteEntries({ shell, error }: BuiltinCall, range: string): number {
  const match = /^(-?\d+)(?:-(-?\d+))?$/.exec(range);
  const positionOf = (text: string | undefined): number => {
    const number = Number(text);
    return number < 0 ? shell.history.length + number : number - 1;
  };
  const start = positionOf(match?.[1]);
  const end = match?.[2] === undefined ? start : positionOf(match[2]);
  if (!match || start < 0 || end < start || end >= shell.history.length) {
    error(`${range}: history position out of range`);
    return 1;
  }
  shell.history.splice(start, end - start + 1);
  return 0;
}

function* transferHistory({ shell, error }: BuiltinCall, direction: string, name: string | undefined): Task<number> {
  if (name === undefined || name === '') return 0;
  const { files } = shell.machine;
  const path = joinPath(shell.cwd, name);
  try {
    if (direction === 'w') files.writeFile(path, encodeText(linesOf(heldEntries(shell))));
    else if (direction === 'a') {
      const lines = linesOf(shell.history.slice(shell.historyCounts.saved));
      const file = openPath(shell, name, { append: true, create: true });
      yield* waitFor<void>(file.write(encodeText(lines), shell.signal));
      file.release();
    } else {
      const lines = decodeText(files.readFile(path)).split('\n');
      if (lines.at(-1) === '') lines.pop();
      shell.history.push(...(direction === 'n' ? lines.slice(shell.historyCounts.read) : lines));
      shell.historyCounts.read = lines.length;
    }
    shell.historyCounts.saved = shell.history.length;
    return 0;
  } catch (failure) {
    if (failure instanceof ShellError) {
      error(failure.message);
      return 1;
    }
    if (errnoOf(failure) === undefined) throw failure;
    error(`${name}: cannot ${direction === 'w' || direction === 'a' ? 'create' : 'read'}: ${describeError(failure)}`);
    return 1;
  }
}

function linesOf(entries: readonly string[]): string {
  return entries.map((entry) => `${entry}\n`).join('');
}

/** `fc -l [-nr] [FIRST [LAST]]`: lists the history; nothing can be edited here. */
export const fcBuiltin: Builtin = ({ shell, args, error, out }) => {
  const positions = args.filter((arg) => /^-\d+$/.test(arg));
  const parsed = parseLetters(
    args.filter((arg) => !positions.includes(arg)),
    'e:lnrs',
  );
  const { flags, problem } = parsed;
  const operands = [...positions, ...parsed.operands];
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  if (!flags.has('l')) {
    error('no command found');
    return 1;
  }
  const { history } = shell;
  const positionOf = (text: string | undefined, fallback: number): number => {
    const number = text === undefined ? Number.NaN : Number(text);
    if (Number.isNaN(number)) return fallback;
    return number < 0 ? history.length + number : number - 1;
  };
  const first = Math.max(0, positionOf(operands[0], history.length - 16));
  const last = Math.min(history.length - 1, positionOf(operands[1], history.length - 1));
  const lines: string[] = [];
  for (let index = first; index <= last; index++)
    lines.push(`${flags.has('n') ? '' : index + 1}\t ${history[index] ?? ''}\n`);
  for (const line of flags.has('r') ? lines.reverse() : lines) out(line);
  return 0;
};
