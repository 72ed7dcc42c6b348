/** A token of a bc program. */
export interface BcToken {
  readonly kind: 'number' | 'name' | 'word' | 'string' | 'operator' | 'newline' | 'end' | 'wrong';
  readonly text: string;
  readonly lineNumber: number;
}

const WORDS = new Set(
  'auto break continue define else for halt ibase if last length limits obase print quit read return scale sqrt void warranty while'.split(
    ' ',
  ),
);
const TOKEN =
  /(?<blank>(?:[ \t\r\f\v]|\\\n|\/\*[^]*?\*\/|#[^\n]*)+)|(?<newline>\n)|(?<number>(?:[0-9A-F]|\\\n)*\.(?:[0-9A-F]|\\\n)+|(?:[0-9A-F]|\\\n)+\.?)|(?<name>[a-z][a-z0-9_]*)|"(?<string>[^"]*)"|(?<operator>\+\+|--|&&|\|\||[-+*/%^<>=!]=|[-+*/%^<>=!(){}[\],;.&])/y;

/** Returns the tokens of a program, the last of kind `end`. */
export function tokenizeBc(text: string): BcToken[] {
  const tokens: BcToken[] = [];
  let lineNumber = 1;
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    const groups = match?.groups ?? {};
    const whole = match?.[0] ?? text[at] ?? '';
    const put = (kind: BcToken['kind'], value: string): void => {
      tokens.push({ kind, text: value, lineNumber });
    };
    if (groups['newline'] !== undefined) put('newline', '\n');
    else if (groups['number'] !== undefined) put('number', groups['number'].replaceAll('\\\n', ''));
    else if (groups['name'] !== undefined) put(WORDS.has(groups['name']) ? 'word' : 'name', groups['name']);
    else if (groups['string'] !== undefined) put('string', groups['string']);
    else if (groups['operator'] !== undefined) put('operator', groups['operator']);
    else if (groups['blank'] === undefined) put('wrong', whole);
    for (const character of whole) if (character === '\n') lineNumber++;
    at += Math.max(whole.length, 1);
  }
  tokens.push({ kind: 'end', text: '', lineNumber });
  return tokens;
}
