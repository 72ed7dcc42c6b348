import { concatBytes, decodeText, encodeText, errnoOf, NO_BYTES, type OpenFile } from '@cloche/system';
import { checkTextLength } from '../execute/check-limits.ts';
import { writeText } from '../execute/report-error.ts';
import { ShellError } from '../execute/shell-error.ts';
import { takeTurn } from '../execute/subshell.ts';
import { type Task, waitFor } from '../execute/task.ts';
import type { Shell } from '../shell.ts';
import { IndexedArray } from '../variables/indexed-array.ts';
import { assignReference, checkWritable, isName, readVariable, splitReference } from '../variables/shell-variables.ts';
import type { Builtin, BuiltinCall } from './builtin.ts';
import { describeProblem, parseLetters } from './parse-letters.ts';
import { splitLine } from './split-line.ts';

interface ReadRequest {
  readonly descriptor: number;
  readonly delimiter: number;
  readonly isRaw: boolean;
  /** Characters to read; with `isExact` delimiters do not stop it. */
  readonly maxCharacters: number | undefined;
  readonly isExact: boolean;
  readonly timeoutMs: number | undefined;
}

/** `read [-rs] [-a ARRAY] [-d DELIM] [-n COUNT] [-N COUNT] [-p PROMPT] [-t TIMEOUT] [-u FD] [NAME…]`: reads a line. */
export const readBuiltin: Builtin = function* (call) {
  const { shell, args, error } = call;
  const { flags, values, operands, problem } = parseLetters(args, 'ersa:d:i:n:N:p:t:u:');
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  const request = toRequest(call, flags, values);
  if (!request) return 1;
  const names = values.has('a') ? [] : operands;
  for (const name of names) {
    if (splitReference(name)) continue;
    error(`\`${name}': not a valid identifier`);
    return 1;
  }
  const file = shell.descriptors.get(request.descriptor);
  if (!file?.canRead) {
    error(`${request.descriptor}: invalid file descriptor: Bad file descriptor`);
    return 1;
  }
  const prompt = values.get('p');
  if (prompt !== undefined && file.kind === 'terminal') yield* writeText(shell, 2, prompt);
  if (request.timeoutMs === 0) return 0;
  const outcome = yield* readInput(call, request, file);
  if (!outcome) return 1;
  try {
    storeResult(shell, outcome.text, { array: values.get('a'), names, isExact: request.isExact });
  } catch (failure) {
    if (!(failure instanceof ShellError) || failure.effect === 'shell') throw failure;
    call.errorText(`${shell.name}: line ${shell.interpreter.lineOf(shell)}: ${failure.message}\n`);
    return 1;
  }
  return outcome.end === 'timeout' ? 142 : outcome.end === 'eof' ? 1 : 0;
};

function toRequest(
  { error }: BuiltinCall,
  flags: ReadonlySet<string>,
  values: ReadonlyMap<string, string>,
): ReadRequest | undefined {
  const count = values.get('N') ?? values.get('n');
  if (count !== undefined && !/^\d+$/.test(count)) {
    error(`${count}: invalid number`);
    return undefined;
  }
  const timeout = values.get('t');
  if (timeout !== undefined && !/^\d*\.?\d*$/.test(timeout)) {
    error(`${timeout}: invalid timeout specification`);
    return undefined;
  }
  const descriptor = values.get('u') ?? '0';
  if (!/^\d+$/.test(descriptor)) {
    error(`${descriptor}: invalid file descriptor specification`);
    return undefined;
  }
  const delimiter = values.get('d');
  return {
    descriptor: Number(descriptor),
    delimiter: delimiter === undefined ? 10 : delimiter === '' ? 0 : (encodeText(delimiter)[0] ?? 10),
    isRaw: flags.has('r'),
    maxCharacters: count === undefined ? undefined : Number(count),
    isExact: values.has('N'),
    timeoutMs: timeout === undefined ? undefined : Number(timeout) * 1000,
  };
}

/** What was read: each character with whether a backslash protected it. */
interface ReadOutcome {
  readonly text: { readonly characters: string; readonly isEscaped: readonly boolean[] | undefined };
  readonly end: 'delimiter' | 'count' | 'eof' | 'timeout';
}

function* readInput(
  { shell, error }: BuiltinCall,
  request: ReadRequest,
  file: OpenFile,
): Task<ReadOutcome | undefined> {
  const { timeoutMs } = request;
  const limit = timeoutMs === undefined ? undefined : startTimer(shell, timeoutMs);
  const collected = createCollected(request);
  try {
    const end = yield* collect(shell, file, collected, request, limit?.signal ?? shell.signal);
    return { text: collected.result(), end };
  } catch (failure) {
    if (limit?.signal.aborted && !shell.signal.aborted) return { text: collected.result(), end: 'timeout' };
    if (errnoOf(failure) === undefined) throw failure;
    error(
      `read error: ${request.descriptor}: ${errnoOf(failure) === 'EISDIR' ? 'Is a directory' : 'Input/output error'}`,
    );
    return undefined;
  } finally {
    limit?.cancel();
  }
}

/** Returns a signal that is aborted after a time, or with the shell. */
function startTimer(shell: Shell, timeoutMs: number): { signal: AbortSignal; cancel(): void } {
  const controller = new AbortController();
  const timer = new AbortController();
  shell.machine.clock.sleep(timeoutMs, { signal: timer.signal }).then(
    () => controller.abort('timeout'),
    () => undefined,
  );
  return { signal: AbortSignal.any([shell.signal, controller.signal]), cancel: () => timer.abort('done') };
}

interface Collected {
  /** Takes bytes that are neither delimiter, backslash nor NUL. */
  takePlain(bytes: Uint8Array): void;
  /** Takes one byte; returns whether it was the delimiter. */
  take(byte: number): 'more' | 'delimiter' | 'full';
  /** Whether the next byte is protected by a backslash. */
  readonly isAfterBackslash: boolean;
  readonly length: number;
  result(): ReadOutcome['text'];
}

function createCollected({ delimiter, isRaw, maxCharacters, isExact }: ReadRequest): Collected {
  const blocks: Uint8Array[] = [];
  let blockLength = 0;
  /** The bytes after the blocks. */
  let bytes: number[] = [];
  const escapes = new Set<number>();
  let isAfterBackslash = false;
  let characters = 0;
  return {
    get isAfterBackslash() {
      return isAfterBackslash;
    },
    get length() {
      return blockLength + bytes.length;
    },
    takePlain(block) {
      if (bytes.length > 0) blocks.push(Uint8Array.from(bytes));
      blocks.push(block);
      blockLength += bytes.length + block.length;
      bytes = [];
    },
    take(byte) {
      if (maxCharacters === 0) return 'full';
      if (!isAfterBackslash && byte === delimiter && !isExact) return 'delimiter';
      if (!isRaw && !isAfterBackslash && byte === 0x5c) {
        isAfterBackslash = true;
        return 'more';
      }
      const isContinued = isAfterBackslash && byte === 0x0a;
      if (isAfterBackslash && !isContinued) escapes.add(blockLength + bytes.length);
      isAfterBackslash = false;
      if (isContinued || byte === 0) return 'more';
      bytes.push(byte);
      if (byte < 0x80 || byte >= 0xc0) characters++;
      return maxCharacters !== undefined && characters >= maxCharacters && isWhole(bytes) ? 'full' : 'more';
    },
    result() {
      const all = concatBytes([...blocks, Uint8Array.from(bytes)]);
      const text = decodeText(all);
      if (escapes.size === 0) return { characters: text, isEscaped: undefined };
      return { characters: text, isEscaped: escapedUnits(all, escapes) };
    },
  };
}

function isWhole(bytes: readonly number[]): boolean {
  let start = bytes.length - 1;
  while (start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  const first = bytes[start] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return bytes.length - start >= length;
}

function escapedUnits(bytes: Uint8Array, escapes: ReadonlySet<number>): boolean[] {
  const units: boolean[] = [];
  let start = 0;
  while (start < bytes.length) {
    let end = start + 1;
    while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end++;
    const { length } = decodeText(bytes.subarray(start, end));
    for (let index = 0; index < length; index++) units.push(escapes.has(start));
    start = end;
  }
  return units;
}

/** Returns how many bytes at the start need no look at each: none when characters are counted. */
function plainLength(
  bytes: Uint8Array,
  collected: Collected,
  { delimiter, isRaw, maxCharacters }: ReadRequest,
): number {
  if (maxCharacters !== undefined || collected.isAfterBackslash) return 0;
  const end = bytes.indexOf(delimiter);
  const line = end < 0 ? bytes : bytes.subarray(0, end);
  return (isRaw || !line.includes(0x5c)) && !line.includes(0) ? line.length : 0;
}

function* collect(
  shell: Shell,
  file: OpenFile,
  collected: Collected,
  request: ReadRequest,
  signal: AbortSignal,
): Task<ReadOutcome['end']> {
  const { maxCharacters } = request;
  if (maxCharacters === 0) return 'count';
  for (;;) {
    yield* takeTurn(shell);
    checkTextLength(shell, collected.length, 'bytes of a line');
    const bytes = yield* waitFor(
      file.read(maxCharacters === undefined ? 4_096 : Math.max(1, Math.min(maxCharacters, 4_096)), signal),
    );
    if (bytes.length === 0) return 'eof';
    const plain = plainLength(bytes, collected, request);
    if (plain > 0) collected.takePlain(bytes.subarray(0, plain));
    for (let index = plain; index < bytes.length; index++) {
      const step = collected.take(bytes[index] ?? 0);
      if (step === 'more') continue;
      const rest = index + 1 < bytes.length ? bytes.subarray(index + 1) : NO_BYTES;
      if (rest.length > 0) file.unread(rest);
      return step === 'full' ? 'count' : 'delimiter';
    }
  }
}

function storeResult(
  shell: Shell,
  text: ReadOutcome['text'],
  { array, names, isExact }: { array: string | undefined; names: readonly string[]; isExact: boolean },
): void {
  const ifs = readVariable(shell, 'IFS') ?? ' \t\n';
  if (array !== undefined) {
    if (!isName(array)) throw new ShellError(`read: \`${array}': not a valid identifier`);
    const variable = shell.variables.getOrCreate(array);
    checkWritable(array, variable);
    variable.value = new IndexedArray(splitLine(text.characters, text.isEscaped, ifs, undefined));
    return;
  }
  if (names.length === 0) {
    assign(shell, 'REPLY', text.characters);
    return;
  }
  if (isExact) {
    names.forEach((name, index) => assign(shell, name, index === 0 ? text.characters : ''));
    return;
  }
  const fields = splitLine(text.characters, text.isEscaped, ifs, names.length);
  names.forEach((name, index) => assign(shell, name, fields[index] ?? ''));
}

function assign(shell: Shell, name: string, value: string): void {
  const reference = splitReference(name);
  if (reference) assignReference(shell, reference, value);
}
