import { encodeText, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote } from '../../arguments/quote.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { type CharacterList, expandList } from './character-list.ts';

type TrOption = 'complement' | 'delete' | 'squeeze' | 'truncate';
type TrRun = CommandRun<TrOption>;

const USAGE: CommandUsage<TrOption> = {
  name: 'tr',
  synopsis: ['[OPTION]... STRING1 [STRING2]'],
  summary: 'Replace, squeeze or delete bytes of standard input.',
  stopsAtOperand: true,
  options: {
    complement: { short: 'cC', long: 'complement', help: 'take all bytes that are not in STRING1' },
    delete: { short: 'd', long: 'delete', help: 'delete the bytes of STRING1' },
    squeeze: {
      short: 's',
      long: 'squeeze-repeats',
      help: 'make one of a byte that comes several times, for the last STRING',
    },
    truncate: { short: 't', long: 'truncate-set1', help: 'cut STRING1 to the length of STRING2' },
  },
  notes:
    'STRINGs hold bytes, ranges a-z, escapes such as \\n and \\012, [:class:], [=c=], and in STRING2 [c*] and [c*N].',
};

const BYTE_COUNT = 256;

/** What happens to each byte. */
interface Translation {
  readonly map: Uint8Array;
  readonly deleted: ReadonlySet<number>;
  readonly squeezed: ReadonlySet<number>;
}

/** Translates bytes. */
export const tr: Program = defineCommand(USAGE, async (run) => {
  const fault = operandFault(run);
  if (fault !== undefined) return run.failUsage(fault);
  const translation = readTranslation(run);
  if (typeof translation === 'string') {
    await run.fail(translation);
    return 1;
  }
  let last = -1;
  for (;;) {
    const bytes = await run.context.stdin.read();
    if (bytes.length === 0) return 0;
    const translated = new Uint8Array(bytes.length);
    let length = 0;
    for (const byte of bytes) {
      if (translation.deleted.has(byte)) continue;
      const replaced = translation.map[byte] ?? byte;
      if (replaced === last && translation.squeezed.has(replaced)) continue;
      translated[length++] = replaced;
      last = replaced;
    }
    await run.context.stdout.write(translated.subarray(0, length));
  }
});

function operandFault({ arguments: given }: TrRun): string | undefined {
  const [first, second, third] = given.operands;
  const deletes = given.has('delete');
  const squeezes = given.has('squeeze');
  const wanted = deletes === squeezes ? 2 : 1;
  if (first === undefined) return 'missing operand';
  if (second === undefined && wanted === 2) {
    const why = deletes
      ? 'Two strings must be given when both deleting and squeezing repeats.'
      : 'Two strings must be given when translating.';
    return `missing operand after ${quote(first)}\n${why}`;
  }
  if (deletes && !squeezes && second !== undefined) {
    return `extra operand ${quote(second)}\nOnly one string may be given when deleting without squeezing repeats.`;
  }
  return third === undefined ? undefined : `extra operand ${quote(third)}`;
}

function readTranslation({ arguments: given }: TrRun): Translation | string {
  const [firstText = '', secondText] = given.operands;
  const first = expandList(encodeText(firstText), undefined);
  if (typeof first === 'string') return first;
  const from = given.has('complement') ? complement(first.bytes) : first.bytes;
  const second = secondText === undefined ? undefined : expandList(encodeText(secondText), from.length);
  if (typeof second === 'string') return second;
  const identity = Uint8Array.from({ length: BYTE_COUNT }, (_, byte) => byte);
  if (given.has('delete')) {
    return { map: identity, deleted: new Set(from), squeezed: new Set(second?.bytes ?? []) };
  }
  if (!second) return { map: identity, deleted: new Set(), squeezed: new Set(from) };
  if (second.bytes.length === 0 && !given.has('truncate')) {
    return 'when not truncating set1, string2 must be non-empty';
  }
  return {
    map: translate(identity, from, given.has('complement') ? undefined : first, second, given.has('truncate')),
    deleted: new Set(),
    squeezed: given.has('squeeze') ? new Set(second.bytes) : new Set(),
  };
}

/** The last byte of the second array stands for all that are missing. Case classes translate letter by letter. */
function translate(
  identity: Uint8Array,
  from: readonly number[],
  first: CharacterList | undefined,
  second: CharacterList,
  truncates: boolean,
): Uint8Array {
  const map = identity.slice();
  const length = truncates ? Math.min(from.length, second.bytes.length) : from.length;
  const last = second.bytes.at(-1) ?? 0;
  for (let index = 0; index < length; index++) map[from[index] ?? 0] = second.bytes[index] ?? last;
  for (const { at, name } of first?.caseClasses ?? []) {
    const target = second.caseClasses.find((other) => other.at === at);
    if (!target) continue;
    for (let letter = 0; letter < 26; letter++) {
      const byte = (name === 'upper' ? 65 : 97) + letter;
      map[byte] = (target.name === 'upper' ? 65 : 97) + letter;
    }
  }
  return map;
}

function complement(bytes: readonly number[]): number[] {
  const listed = new Set(bytes);
  return Array.from({ length: BYTE_COUNT }, (_, byte) => byte).filter((byte) => !listed.has(byte));
}
