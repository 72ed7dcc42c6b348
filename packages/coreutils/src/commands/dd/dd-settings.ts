import { quote } from '../../arguments/quote.ts';

/** How bytes are changed between input and output. */
export interface DdConversions {
  readonly letters: 'lower' | 'upper' | undefined;
  readonly swapsPairs: boolean;
  readonly padsBlocks: boolean;
  readonly records: 'block' | 'unblock' | undefined;
}

/** What dd was asked for. Counts are in blocks unless `InBytes`. */
export interface DdSettings {
  readonly input: string | undefined;
  readonly output: string | undefined;
  readonly inputBytes: number;
  readonly outputBytes: number;
  readonly recordBytes: number;
  readonly count: number | undefined;
  readonly countInBytes: boolean;
  /** In bytes. */
  readonly skipBytes: number;
  readonly seekBytes: number;
  readonly conversions: DdConversions;
  readonly truncates: boolean;
  readonly creates: 'always' | 'never' | 'exclusive';
  readonly appends: boolean;
  readonly readsFullBlocks: boolean;
  /** One block size for both, so that blocks are written as they come. */
  readonly copiesBlocks: boolean;
  readonly status: 'none' | 'noxfer' | 'all';
}

/** A wrong operand, in dd's words. */
export interface DdFault {
  readonly message: string;
  readonly showsHint: boolean;
}

const SUFFIXES: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['c', 1],
  ['w', 2],
  ['b', 512],
  ['B', 1],
  ...['K', 'M', 'G', 'T', 'P'].flatMap((letter, index): [string, number][] => [
    [letter, 1024 ** (index + 1)],
    [`${letter}iB`, 1024 ** (index + 1)],
    [`${letter}B`, 1000 ** (index + 1)],
  ]),
  ['k', 1024],
  ['kB', 1000],
]);

const CONVERSIONS = new Set(
  [
    'ascii ebcdic ibm block unblock lcase ucase sparse swab sync excl nocreat notrunc noerror fdatasync fsync'.split(
      ' ',
    ),
  ].flat(),
);
const FLAGS = new Set(
  'append cio direct directory dsync sync fullblock nonblock noatime nocache noctty nofollow binary text skip_bytes count_bytes seek_bytes'.split(
    ' ',
  ),
);
const UNSUPPORTED = new Set(['ascii', 'ebcdic', 'ibm']);
const STATUSES: readonly string[] = ['none', 'noxfer', 'progress'];

/** Returns the bytes of a number such as `4`, `2k`, `1MB` or `3x512`; nothing when it is none. */
export function parseDdNumber(text: string): number | undefined {
  let product = 1;
  for (const factor of text.split('x')) {
    const [, digits, suffix = ''] = /^(\d+)([a-zA-Z]*)$/.exec(factor) ?? [];
    const unit = SUFFIXES.get(suffix);
    if (digits === undefined || unit === undefined) return undefined;
    product *= Number(digits) * unit;
  }
  return product;
}

/** Reads operands of the form `name=value`. */
export function readDdSettings(operands: readonly string[]): DdSettings | DdFault {
  const texts = new Map<string, string>();
  const conv = new Set<string>();
  const flags = { iflag: new Set<string>(), oflag: new Set<string>() };
  const numbers = new Map<string, number>();
  for (const operand of operands) {
    const [, name = '', value = ''] = /^(\w+)=([^]*)$/.exec(operand) ?? [];
    switch (name) {
      case 'if':
      case 'of':
        texts.set(name, value);
        break;
      case 'status':
        if (!STATUSES.includes(value)) return hinted(`invalid status level: ${quote(value)}`);
        texts.set(name, value);
        break;
      case 'bs':
      case 'ibs':
      case 'obs':
      case 'cbs':
      case 'count':
      case 'skip':
      case 'seek':
      case 'iseek':
      case 'oseek': {
        const number = parseDdNumber(value);
        if (number === undefined) return { message: `invalid number: ${quote(value)}`, showsHint: false };
        if (number === 0 && name.endsWith('bs'))
          return { message: `invalid number: ${quote(value)}`, showsHint: false };
        const key = name === 'iseek' ? 'skip' : name === 'oseek' ? 'seek' : name;
        numbers.set(key, number);
        texts.set(`${key} unit`, value.endsWith('B') && !/[kKMGTPi]B$/.test(value) ? 'bytes' : 'blocks');
        break;
      }
      case 'conv':
        for (const word of value.split(',')) {
          if (!CONVERSIONS.has(word)) return hinted(`invalid conversion: ${quote(word)}`);
          if (UNSUPPORTED.has(word)) return { message: `conversion ${quote(word)} is not supported`, showsHint: false };
          conv.add(word);
        }
        break;
      case 'iflag':
      case 'oflag':
        for (const word of value.split(',')) {
          if (!FLAGS.has(word)) return hinted(`invalid ${name === 'iflag' ? 'input' : 'output'} flag: ${quote(word)}`);
          flags[name].add(word);
        }
        break;
      default:
        return hinted(`unrecognized operand ${quote(operand)}`);
    }
  }
  if (conv.has('lcase') && conv.has('ucase')) return { message: 'cannot combine lcase and ucase', showsHint: false };
  if (conv.has('block') && conv.has('unblock'))
    return { message: 'cannot combine block and unblock', showsHint: false };
  if (conv.has('excl') && conv.has('nocreat')) return { message: 'cannot combine excl and nocreat', showsHint: false };
  const both = numbers.get('bs');
  const inputBytes = both ?? numbers.get('ibs') ?? 512;
  const outputBytes = both ?? numbers.get('obs') ?? 512;
  const inBytes = (name: string, flag: boolean): boolean => flag || texts.get(`${name} unit`) === 'bytes';
  const bytesOf = (name: string, block: number, flag: boolean): number =>
    (numbers.get(name) ?? 0) * (inBytes(name, flag) ? 1 : block);
  return {
    input: texts.get('if'),
    output: texts.get('of'),
    inputBytes,
    outputBytes,
    recordBytes: numbers.get('cbs') ?? 0,
    count: numbers.get('count'),
    countInBytes: inBytes('count', flags.iflag.has('count_bytes')),
    skipBytes: bytesOf('skip', inputBytes, flags.iflag.has('skip_bytes')),
    seekBytes: bytesOf('seek', outputBytes, flags.oflag.has('seek_bytes')),
    conversions: {
      letters: conv.has('lcase') ? 'lower' : conv.has('ucase') ? 'upper' : undefined,
      swapsPairs: conv.has('swab'),
      padsBlocks: conv.has('sync'),
      records: conv.has('block') ? 'block' : conv.has('unblock') ? 'unblock' : undefined,
    },
    truncates: !conv.has('notrunc'),
    creates: conv.has('excl') ? 'exclusive' : conv.has('nocreat') ? 'never' : 'always',
    appends: flags.oflag.has('append'),
    readsFullBlocks: flags.iflag.has('fullblock'),
    copiesBlocks: both !== undefined && !conv.has('block') && !conv.has('unblock'),
    status: texts.get('status') === 'none' ? 'none' : texts.get('status') === 'noxfer' ? 'noxfer' : 'all',
  };
}

function hinted(message: string): DdFault {
  return { message, showsHint: true };
}
