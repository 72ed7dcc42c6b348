import { quote } from '../../arguments/quote.ts';

/** What stty was asked for. */
export interface SttyRequest {
  /** The settings to make, with their values; none to show what is. */
  readonly words: readonly string[];
  readonly style: '-a' | '-g' | undefined;
  readonly device: string | undefined;
}

/** Settings with a value in the word behind them. */
export const TAKES_VALUE: RegExp =
  /^(?:rows|cols|columns|line|min|time|ispeed|ospeed|intr|quit|erase|kill|eof|eol|eol2|swtch|start|stop|susp|rprnt|werase|lnext|discard)$/;

/** Keys are written as themselves, as `^C`, or as `undef`. */
const KEYS = /^(?:intr|quit|erase|kill|eof|eol|eol2|swtch|start|stop|susp|rprnt|werase|lnext|discard)$/;
const KEY = /^(?:.|\^.|\^-|undef|\d{1,3}|0x[0-9a-f]{1,2})$/su;

const HINT = "\nTry 'stty --help' for more information.";

/** Reads the words of a call before any terminal is looked at, as GNU does; or tells what is wrong with them. */
export function readRequest(
  words: readonly string[],
  isSetting: (word: string) => boolean,
): SttyRequest | { readonly fault: string } {
  const styles = new Set<'-a' | '-g'>();
  const settings: string[] = [];
  let device: string | undefined;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    const option = readOption(word, words[index + 1]);
    if (option?.kind === 'style') for (const style of option.styles) styles.add(style);
    else if (option?.kind === 'device') {
      if (device !== undefined) return { fault: 'only one device may be specified' };
      device = option.name;
      if (option.isApart) index++;
    } else if (TAKES_VALUE.test(word)) {
      const value = words[++index];
      if (value === undefined) return { fault: `missing argument to ${quote(word)}${HINT}` };
      const isWrong = KEYS.test(word) ? !KEY.test(value) : /^(?:min|time|line)$/.test(word) && !/^\d{1,3}$/.test(value);
      if (isWrong) return { fault: `invalid integer argument: ${quote(value)}` };
      settings.push(word, value);
    } else if (isSetting(word)) settings.push(word);
    else return { fault: `invalid argument ${quote(word)}${HINT}` };
  }
  if (styles.size > 1) {
    return { fault: 'the options for verbose and stty-readable output styles are\nmutually exclusive' };
  }
  const [style] = styles;
  if (style !== undefined && settings.length > 0) {
    return { fault: 'when specifying an output style, modes may not be set' };
  }
  return { words: settings, style, device };
}

type SttyOption =
  | { readonly kind: 'style'; readonly styles: readonly ('-a' | '-g')[] }
  | { readonly kind: 'device'; readonly name: string; readonly isApart: boolean };

function readOption(word: string, next: string | undefined): SttyOption | undefined {
  if (word === '--all') return { kind: 'style', styles: ['-a'] };
  if (word === '--save') return { kind: 'style', styles: ['-g'] };
  if (/^-[ag]+$/.test(word)) {
    return { kind: 'style', styles: Array.from(word.slice(1), (letter) => (letter === 'a' ? '-a' : '-g')) };
  }
  const joined = /^(?:-F|--file=)(.+)$/s.exec(word)?.[1];
  if (joined !== undefined) return { kind: 'device', name: joined, isApart: false };
  if ((word === '-F' || word === '--file') && next !== undefined) return { kind: 'device', name: next, isApart: true };
  return undefined;
}
