/** What parameters are scanned for. */
export interface ScanRules {
  /** `ab:c::`: a colon for a value, two for one that may be left out. */
  readonly letters: string;
  /** With colons as the letters have them. */
  readonly longNames: readonly string[];
  /** What happens at operands: scanning stops, they are gathered at the end, or they stay where they are. */
  readonly order: 'stop' | 'permute' | 'in place';
  readonly allowsOneDash: boolean;
}

/** An option, or a value or operand between options. */
export interface ScannedWord {
  readonly kind: 'option' | 'value';
  readonly text: string;
}

/** What came of scanning. */
export interface ScannedParameters {
  readonly words: readonly ScannedWord[];
  readonly operands: readonly string[];
  readonly faults: readonly string[];
}

interface LongName {
  readonly name: string;
  readonly takes: 'nothing' | 'value' | 'optional';
}

/** Scans parameters as getopt_long does. */
export function scanParameters(parameters: readonly string[], rules: ScanRules): ScannedParameters {
  const names = rules.longNames.map(readLongName);
  const words: ScannedWord[] = [];
  const operands: string[] = [];
  const faults: string[] = [];
  let index = 0;
  const put = (option: string, value?: string): void => {
    words.push({ kind: 'option', text: option });
    if (value !== undefined) words.push({ kind: 'value', text: value });
  };

  const scanLong = (written: string, dashes: string): boolean => {
    const equals = written.indexOf('=');
    const begun = equals < 0 ? written : written.slice(0, equals);
    const value = equals < 0 ? undefined : written.slice(equals + 1);
    const exact = names.find(({ name }) => name === begun);
    const candidates = exact ? [exact] : names.filter(({ name }) => name.startsWith(begun));
    const [found, other] = candidates;
    if (!found) {
      if (dashes === '-' && rules.letters.includes(written[0] ?? '\0')) return false;
      faults.push(`unrecognized option '${dashes}${begun}'`);
      return true;
    }
    if (other) {
      const possible = candidates.map(({ name }) => `'${dashes}${name}'`).join(' ');
      faults.push(`option '${dashes}${written}' is ambiguous; possibilities: ${possible}`);
      return true;
    }
    if (found.takes === 'nothing') {
      if (value === undefined) put(`--${found.name}`);
      else faults.push(`option '${dashes}${found.name}' doesn't allow an argument`);
    } else if (value !== undefined || found.takes === 'optional') put(`--${found.name}`, value ?? '');
    else if (index < parameters.length) put(`--${found.name}`, parameters[index++]);
    else faults.push(`option '${dashes}${found.name}' requires an argument`);
    return true;
  };

  const scanLetters = (word: string): void => {
    for (let at = 0; at < word.length; at++) {
      const letter = word[at] ?? '';
      const place = letter === ':' ? -1 : rules.letters.indexOf(letter);
      if (place < 0) {
        faults.push(`invalid option -- '${letter}'`);
        continue;
      }
      if (rules.letters[place + 1] !== ':') {
        put(`-${letter}`);
        continue;
      }
      const joined = word.slice(at + 1);
      if (rules.letters[place + 2] === ':' || joined !== '') put(`-${letter}`, joined);
      else if (index < parameters.length) put(`-${letter}`, parameters[index++]);
      else faults.push(`option requires an argument -- '${letter}'`);
      return;
    }
  };

  while (index < parameters.length) {
    const word = parameters[index++] ?? '';
    if (word === '--') break;
    if (word.startsWith('--')) scanLong(word.slice(2), '--');
    else if (word.startsWith('-') && word.length > 1) {
      if (!rules.allowsOneDash || !scanLong(word.slice(1), '-')) scanLetters(word.slice(1));
    } else if (rules.order === 'stop') {
      operands.push(word);
      break;
    } else if (rules.order === 'in place') words.push({ kind: 'value', text: word });
    else operands.push(word);
  }
  return { words, operands: [...operands, ...parameters.slice(index)], faults };
}

function readLongName(written: string): LongName {
  const name = written.replace(/:+$/, '');
  const colons = written.length - name.length;
  return { name, takes: colons === 0 ? 'nothing' : colons === 1 ? 'value' : 'optional' };
}
