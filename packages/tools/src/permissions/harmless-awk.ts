/** Names with which a program runs commands, reads other files, or reaches names that its text does not show. */
const REACHING: ReadonlySet<string> = new Set(
  'system getline close fflush extension ENVIRON PROCINFO ARGV ARGC SYMTAB FUNCTAB include load'.split(' '),
);
/** Words behind which a slash begins a regular expression. */
const BEFORE_OPERAND: ReadonlySet<string> = new Set(
  'print printf return in do else case delete exit and or'.split(' '),
);
const CONDITIONS: ReadonlySet<string> = new Set(['if', 'while', 'for']);
const CONTINUES_LINE: ReadonlySet<string> = new Set([',', '&&', '||', '{', '?', ':', 'do', 'else']);

interface Token {
  readonly kind: 'word' | 'number' | 'text' | 'newline' | 'sign';
  readonly text: string;
  /** The end of what stands in parentheses behind `if`, `while` or `for`. */
  readonly isCondition?: true;
}

/**
 * Says whether an awk program only computes and prints: it has no `system`, pipes, files, loading or indirect calls. It is
 * read token by token, since a quote or a slash may stand in a text, a pattern or a comment; what cannot be read counts as
 * more.
 *
 * @see POSIX.1-2024 XCU awk, Lexical Conventions
 */
export function isHarmlessAwk(program: string): boolean {
  const tokens = readTokens(program);
  return tokens !== undefined && !hasReachingToken(tokens);
}

function hasReachingToken(tokens: readonly Token[]): boolean {
  let depth = 0;
  let isPrinting = false;
  let before = '';
  for (const { kind, text } of tokens) {
    if (kind === 'word' && REACHING.has(text)) return true;
    if (kind === 'sign' && (text === '|' || text === '|&' || text === '@')) return true;
    if (kind === 'sign' && text === '(') depth++;
    if (kind === 'sign' && text === ')') depth--;
    // Behind `print`, outside of parentheses, it is no comparison.
    if (isPrinting && depth <= 0 && kind === 'sign' && (text === '>' || text === '>>')) return true;
    if (kind === 'word' && (text === 'print' || text === 'printf')) {
      isPrinting = true;
      depth = 0;
    }
    const endsLine = kind === 'newline' && !CONTINUES_LINE.has(before);
    if (endsLine || (kind === 'sign' && (text === ';' || text === '}'))) isPrinting = false;
    if (kind !== 'newline') before = kind === 'text' ? '' : text;
  }
  return false;
}

const TOKENS: readonly (readonly [Token['kind'] | 'blank', RegExp])[] = [
  ['blank', /(?:[ \t\r]|\\\r?\n)+/y],
  ['blank', /#[^\n\\]*(?=\n|$)/y],
  ['newline', /\n/y],
  ['text', /"(?:[^"\\\n]|\\[^])*"/y],
  ['number', /(?:0[xX][\dA-Fa-f]+|\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)/y],
  ['word', /[A-Za-z_]\w*/y],
  ['sign', /\|&|\|\||&&|>>|[-+*/%^=!<>]=|\*\*=?|\+\+|--|!~|[-+*/%^=!<>~?:,;(){}[\]$|@]/y],
];
/** Without what not every awk takes for the same in brackets: a slash, a bracket at their beginning, half a class. */
const PATTERN =
  /\/(?:[^/\\\n[]|\\[^\n]|\[(?:\^(?!\])|(?![\]^]))(?:\[:[a-z]+:\]|[^[\]/\\\n]|\[(?![:.=])|\\[^\n])*\])*\//y;

function readTokens(program: string): Token[] | undefined {
  const tokens: Token[] = [];
  const opened: (Token | undefined)[] = [];
  for (let at = 0; at < program.length; ) {
    const before = tokens.at(-1);
    if (program.charAt(at) === '/') {
      // Behind an increment only the grammar can tell a division from a pattern.
      if (before?.kind === 'sign' && (before.text === '++' || before.text === '--')) return undefined;
      if (!isOperand(before)) {
        const pattern = matchAt(PATTERN, program, at);
        if (pattern === '') return undefined;
        tokens.push({ kind: 'text', text: pattern });
        at += pattern.length;
        continue;
      }
    }
    const found = nextToken(program, at);
    if (!found) return undefined;
    if (found.text === '(') opened.push(before);
    // Behind `if (…)` a statement begins, behind any other parenthesis an operator may follow.
    const isCondition = found.text === ')' && CONDITIONS.has(opened.pop()?.text ?? '');
    if (found.kind !== 'blank')
      tokens.push({ kind: found.kind, text: found.text, ...(isCondition ? { isCondition } : {}) });
    at += found.text.length;
  }
  return tokens;
}

function nextToken(
  program: string,
  at: number,
): { readonly kind: Token['kind'] | 'blank'; readonly text: string } | undefined {
  for (const [kind, pattern] of TOKENS) {
    const text = matchAt(pattern, program, at);
    if (text !== '') return { kind, text };
  }
  return undefined;
}

/** Says whether a token ends an operand, so that a slash behind it divides. */
function isOperand(token: Token | undefined): boolean {
  if (!token) return false;
  if (token.kind === 'word') return !BEFORE_OPERAND.has(token.text);
  if (token.kind === 'sign') return (token.text === ')' && token.isCondition !== true) || token.text === ']';
  return token.kind === 'number' || token.kind === 'text';
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
