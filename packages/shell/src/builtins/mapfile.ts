import { decodeText, encodeText } from '@cloche/system';
import { countAssigned } from '../execute/check-limits.ts';
import { takeTurn } from '../execute/subshell.ts';
import { quoteSingle } from '../expand/quote-text.ts';
import { readUntil } from '../redirect/read-line.ts';
import { lineNumberAt } from '../script/source-text.ts';
import { AssociativeArray } from '../variables/associative-array.ts';
import { IndexedArray } from '../variables/indexed-array.ts';
import { checkWritable, isName, toIndexedArray } from '../variables/shell-variables.ts';
import type { Builtin } from './builtin.ts';
import { describeProblem, parseLetters } from './parse-letters.ts';

/** `mapfile [-d DELIM] [-n COUNT] [-O ORIGIN] [-s COUNT] [-t] [-u FD] [-C CALLBACK] [-c QUANTUM] [ARRAY]`: reads lines. */
export const mapfileBuiltin: Builtin = function* ({ shell, args, error }) {
  const { flags, values, operands, problem } = parseLetters(args, 'td:n:O:s:u:C:c:');
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  const name = operands[0] ?? 'MAPFILE';
  if (!isName(name)) {
    error(`\`${name}': not a valid identifier`);
    return 1;
  }
  for (const letter of ['n', 'O', 's', 'u', 'c']) {
    const value = values.get(letter);
    if (value !== undefined && !/^\d+$/.test(value)) {
      error(
        `${value}: invalid ${letter === 'O' ? 'array origin' : letter === 'u' ? 'file descriptor specification' : letter === 'c' ? 'callback quantum' : 'line count'}`,
      );
      return 1;
    }
  }
  const descriptor = Number(values.get('u') ?? 0);
  const file = shell.descriptors.get(descriptor);
  if (!file?.canRead) {
    error(`${descriptor}: invalid file descriptor: Bad file descriptor`);
    return 1;
  }
  const variable = shell.variables.getOrCreate(name);
  checkWritable(name, variable);
  if (variable.value instanceof AssociativeArray) {
    error(`${name}: not an indexed array`);
    return 1;
  }
  const array = values.has('O') ? toIndexedArray(variable) : new IndexedArray();
  variable.value = array;
  const delimiterText = values.get('d');
  const delimiter = delimiterText === undefined ? 10 : (encodeText(delimiterText)[0] ?? 0);
  const ending = delimiter === 0 ? '' : String.fromCharCode(delimiter);
  const maxLines = Number(values.get('n') ?? 0);
  const origin = Number(values.get('O') ?? 0);
  const quantum = Number(values.get('c') ?? 5000);
  const callback = values.get('C');
  let skip = Number(values.get('s') ?? 0);
  for (let count = 0; maxLines === 0 || count < maxLines; ) {
    yield* takeTurn(shell);
    const { bytes, isComplete } = yield* readUntil(shell, descriptor, { delimiter });
    if (bytes.length === 0 && !isComplete) break;
    if (skip > 0) {
      skip--;
      continue;
    }
    const text = decodeText(bytes);
    const [line = ''] = (isComplete && !flags.has('t') ? text + ending : text).split('\0', 1);
    count++;
    if (callback !== undefined && count % quantum === 0) {
      const firstLine = lineNumberAt(shell.source, shell.offset);
      const completion = yield* shell.interpreter.runText(
        shell,
        `${callback} ${origin + count - 1} ${quoteSingle(line)}`,
        { name: shell.source.name, firstLine },
      );
      if (completion.kind === 'exit') return { status: shell.status, completion };
    }
    countAssigned(shell, line.length);
    array.set(origin + count - 1, line);
    if (!isComplete) break;
  }
  return 0;
};
