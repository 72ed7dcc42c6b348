import { compilePattern, type Pattern } from '@cloche/search';

/** How patterns of a script are read. */
export interface SedPatternOptions {
  readonly isExtended: boolean;
  readonly ignoreCase: boolean;
  /** `^` and `$` match at every line of the pattern space. */
  readonly isMultiline: boolean;
}

const CONTROL: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['a', '\x07'],
  ['f', '\f'],
  ['v', '\v'],
  ['r', '\r'],
]);

/** Compiles a pattern as sed has it: with `\n`, `\t`, `\xHH` and their kin. Returns what is wrong with it otherwise. */
export function compileSedPattern(text: string, options: SedPatternOptions): Pattern | string {
  const { isExtended, ignoreCase, isMultiline } = options;
  const result = compilePattern(replaceCharacterEscapes(text, isExtended), isExtended ? 'ere' : 'bre', {
    ignoreCase,
    anchorsAtLines: isMultiline,
  });
  return result.kind === 'invalid' ? result.message : result.pattern;
}

function replaceCharacterEscapes(text: string, isExtended: boolean): string {
  return text
    .replaceAll(/\\c([@-_a-z])/g, (_, letter: string) => String.fromCharCode(letter.toUpperCase().charCodeAt(0) ^ 0x40))
    .replaceAll(
      /\\([\s\S])((?<=d)\d{3}|(?<=o)[0-7]{3}|(?<=x)[0-9A-Fa-f]{2})?/g,
      (whole, letter: string, digits?: string) => {
        const control = CONTROL.get(letter);
        if (control !== undefined) return control + (digits ?? '');
        if (digits === undefined) return whole;
        const character = characterOf(letter, digits);
        return (isExtended ? /[.*[\]^$\\+?(){}|]/ : /[.*[\]^$\\]/).test(character) ? `\\${character}` : character;
      },
    );
}

/** Returns the character that `\dNNN`, `\oNNN` or `\xHH` stands for. */
export function characterOf(letter: string, digits: string): string {
  const radix = letter === 'd' ? 10 : letter === 'o' ? 8 : 16;
  return String.fromCharCode(Number.parseInt(digits, radix) & 0xff);
}

/** Returns the control character that a backslash and `letter` stand for. */
export function controlCharacter(letter: string): string | undefined {
  return CONTROL.get(letter);
}
