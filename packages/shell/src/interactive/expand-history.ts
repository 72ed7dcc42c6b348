/** What history expansion made of a line. */
export type HistoryExpansion =
  | { readonly kind: 'unchanged' }
  /** The line to run and to show first; with `:p` only to show. */
  | { readonly kind: 'expanded'; readonly line: string; readonly printsOnly: boolean }
  | { readonly kind: 'failed'; readonly message: string };

/** `!!`, `!N`, `!-N`, `!?text?`, `!text`, with a word designator and modifiers; `!$`, `!^`, `!*` stand for `!!:$` and so on. */
const EVENT =
  /^!(?:(?<previous>!)|(?<number>-?\d+)|\?(?<contained>[^?\n]+)\??|(?<word>[$^*])|(?<prefix>[^\s:=(!?$^*"'&;|<>-][^\s:$^*;&|<>"']*))?/;
const DESIGNATOR = /^:?(?:(?<special>[\^$*])|:(?<from>\d+)(?:-(?<to>\d+|\$)?|(?<rest>\*))?)/;

/**
 * Expands history references (bash manual, "History Expansion"): events, the word designators `:N`, `:N-M`, `:^`, `:$`,
 * `:*`, the modifiers `:h :t :r :e :p :q :s/old/new/ :gs/old/new/`, and `^old^new^` at the start of the line. Nothing is
 * expanded inside single quotes, after a backslash, or in `$!`, `${!` and `[!`.
 */
export function expandHistory(line: string, lines: readonly string[], firstNumber: number): HistoryExpansion {
  const quick = /^\^([^^]+)\^([^^]*)\^?/.exec(line);
  if (quick) {
    const [whole, old = '', replacement = ''] = quick;
    const last = lines.at(-1);
    if (!last?.includes(old)) return { kind: 'failed', message: `:s${whole}: substitution failed` };
    return expanded(last.replace(old, () => replacement) + line.slice(whole.length), false);
  }
  let result = '';
  let changed = false;
  let printsOnly = false;
  let isInDouble = false;
  for (let at = 0; at < line.length; ) {
    const character = line.charAt(at);
    if (character === '\\') {
      result += line.slice(at, at + 2);
      at += 2;
      continue;
    }
    if (character === '"') isInDouble = !isInDouble;
    if (character === "'" && !isInDouble) {
      const end = line.indexOf("'", at + 1);
      const stop = end < 0 ? line.length : end + 1;
      result += line.slice(at, stop);
      at = stop;
      continue;
    }
    const isPlain = /(?:\[|\$|\$\{)$/.test(result);
    const reference = character === '!' && !isPlain ? readReference(line.slice(at), lines, firstNumber) : undefined;
    if (!reference) {
      result += character;
      at++;
      continue;
    }
    if (reference.kind === 'failed') return reference;
    result += reference.text;
    at += reference.length;
    changed = true;
    printsOnly ||= reference.printsOnly;
  }
  return changed ? expanded(result, printsOnly) : { kind: 'unchanged' };
}

function expanded(line: string, printsOnly: boolean): HistoryExpansion {
  return { kind: 'expanded', line, printsOnly };
}

type Reference =
  | { readonly kind: 'found'; readonly text: string; readonly length: number; readonly printsOnly: boolean }
  | { readonly kind: 'failed'; readonly message: string };

/** Reads a reference at the start of `text`; `undefined` where `!` is only itself. */
function readReference(text: string, lines: readonly string[], firstNumber: number): Reference | undefined {
  const groups = EVENT.exec(text)?.groups;
  const whole = EVENT.exec(text)?.[0] ?? '';
  if (!groups || (whole === '!' && !/^!:[\^$*\d]/.test(text))) return undefined;
  const event = findEvent(groups, lines, firstNumber);
  if (event === undefined) return { kind: 'failed', message: `${whole}: event not found` };
  const isWord = groups['word'] !== undefined;
  let length = isWord ? 1 : whole.length;
  let value = event;
  const designator = DESIGNATOR.exec(isWord ? `:${text.slice(1)}` : text.slice(length));
  if (designator?.groups) {
    const chosen = chooseWords(event, designator.groups);
    if (chosen === undefined) return { kind: 'failed', message: `${designator[0]}: bad word specifier` };
    value = chosen;
    length += designator[0].length - (isWord ? 1 : 0);
  }
  let printsOnly = false;
  for (;;) {
    const modifier = /^:(?:([htrepqx])|(g?)s(.)(.*?)\3(.*?)(?:\3|$))/.exec(text.slice(length));
    if (!modifier) break;
    const [matched, letter, global, , old = '', replacement = ''] = modifier;
    length += matched.length;
    if (letter === 'p') printsOnly = true;
    else if (letter !== undefined) value = MODIFIERS[letter]?.(value) ?? value;
    else {
      if (!value.includes(old)) return { kind: 'failed', message: `${matched}: substitution failed` };
      value = global ? value.replaceAll(old, () => replacement) : value.replace(old, () => replacement);
    }
  }
  return { kind: 'found', text: value, length, printsOnly };
}

const MODIFIERS: Readonly<Record<string, (value: string) => string>> = {
  h: (value) => value.replace(/\/[^/]*$/, ''),
  t: (value) => value.replace(/^.*\//, ''),
  r: (value) => value.replace(/\.[^./]*$/, ''),
  e: (value) => /\.[^./]*$/.exec(value)?.[0] ?? value,
  q: (value) => `'${value.replaceAll("'", "'\\''")}'`,
  x: (value) =>
    value
      .split(/\s+/)
      .map((word) => `'${word.replaceAll("'", "'\\''")}'`)
      .join(' '),
};

function findEvent(
  groups: Readonly<Record<string, string | undefined>>,
  lines: readonly string[],
  firstNumber: number,
): string | undefined {
  const { number, contained, prefix } = groups;
  if (number !== undefined) return lines.at(Number(number) < 0 ? Number(number) : Number(number) - firstNumber);
  if (contained !== undefined) return lines.findLast((line) => line.includes(contained));
  if (prefix !== undefined) return lines.findLast((line) => line.startsWith(prefix));
  return lines.at(-1);
}

function chooseWords(line: string, groups: Readonly<Record<string, string | undefined>>): string | undefined {
  const words = splitWords(line);
  const { special, from, to, rest } = groups;
  if (special === '^') return words[1];
  if (special === '$') return words.at(-1);
  if (special === '*') return words.slice(1).join(' ');
  const first = Number(from);
  if (first >= words.length) return undefined;
  if (rest !== undefined || to === '$') return words.slice(first).join(' ');
  return to === undefined ? words[first] : words.slice(first, Number(to) + 1).join(' ');
}

/** Splits a line into words as the shell would, quotes kept; operators are words of their own. */
export function splitWords(line: string): string[] {
  return line.match(/(?:\\.|'[^']*'|"(?:\\.|[^"\\])*"|[^\s;&|<>()'"\\])+|[;&|<>()]+/gs) ?? [];
}
