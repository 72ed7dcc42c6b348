/** How values are written. */
export interface JsonStyle {
  /** Blanks for each level; 0 puts all on one line. */
  readonly indent: number;
  readonly usesTabs: boolean;
  /** Texts are written as they are. */
  readonly isRaw: boolean;
  /** What follows each value. */
  readonly end: string;
  readonly isAscii: boolean;
  readonly hasColors: boolean;
  /** A record separator stands before each value (RFC 7464). */
  readonly isSequence: boolean;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Returns a value in the style, from its compact form. Numbers keep their digits: the text is laid out, not parsed
 * into values.
 */
export function formatJson(compact: string, style: JsonStyle): string {
  const before = style.isSequence ? '\x1e' : '';
  if (style.isRaw && compact.startsWith('"')) return before + readText(compact) + style.end;
  const text = style.isAscii ? escapeNonAscii(compact) : compact;
  return before + (style.hasColors ? paint(text, style) : layOut(text, style)) + style.end;
}

function readText(compact: string): string {
  const value: unknown = JSON.parse(compact);
  return typeof value === 'string' ? value : compact;
}

function escapeNonAscii(text: string): string {
  return text.replaceAll(/[^\x00-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function layOut(compact: string, { indent, usesTabs }: JsonStyle): string {
  if (indent === 0) return compact;
  const unit = usesTabs ? '\t' : ' '.repeat(indent);
  let text = '';
  let depth = 0;
  let previous = '';
  for (const [token] of compact.matchAll(TOKEN)) {
    const isEmptyEnd = (token === '}' && previous === '{') || (token === ']' && previous === '[');
    if (token === '}' || token === ']') {
      depth--;
      if (!isEmptyEnd) text += `\n${unit.repeat(depth)}`;
    } else if (previous === '{' || previous === '[' || previous === ',') text += `\n${unit.repeat(depth)}`;
    text += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth++;
    previous = token;
  }
  return text;
}

const RESET = '\x1b[0m';
const KEY_COLOR = '\x1b[34;1m';
const STRUCTURE_COLOR = '\x1b[1;39m';
const COLORS = { null: '\x1b[0;90m', boolean: '\x1b[0;39m', number: '\x1b[0;39m', string: '\x1b[0;32m' };

/** The colours of jq 1.8. */
function paint(compact: string, { indent, usesTabs }: JsonStyle): string {
  const tokens = Array.from(compact.matchAll(TOKEN), ([token]) => token);
  const unit = usesTabs ? '\t' : ' '.repeat(indent);
  const lineAt = (depth: number): string => (indent === 0 ? '' : `\n${unit.repeat(depth)}`);
  let at = 0;
  const value = (depth: number): string => {
    const token = tokens[at++] ?? '';
    if (token === '[' || token === '{') return container(token, depth);
    return colorOf(token) + token + RESET;
  };
  const container = (open: string, depth: number): string => {
    const close = open === '[' ? ']' : '}';
    let text = STRUCTURE_COLOR + open;
    for (let isFirst = true; tokens[at] !== close && at < tokens.length; isFirst = false) {
      if (!isFirst) {
        at++;
        text += `${STRUCTURE_COLOR},`;
      }
      text += lineAt(depth + 1);
      if (open === '{') {
        text += `${RESET}${KEY_COLOR}${tokens[at++] ?? ''}${RESET}${STRUCTURE_COLOR}:${indent === 0 ? '' : ' '}${RESET}`;
        at++;
      }
      text += value(depth + 1);
    }
    const isEmpty = at > 0 && tokens[at - 1] === open;
    at++;
    return `${text}${isEmpty ? '' : `${STRUCTURE_COLOR}${lineAt(depth)}`}${STRUCTURE_COLOR}${close}${RESET}`;
  };
  return value(0);
}

function colorOf(token: string): string {
  if (token === 'null') return COLORS.null;
  if (token === 'true' || token === 'false') return COLORS.boolean;
  return token.startsWith('"') ? COLORS.string : COLORS.number;
}
