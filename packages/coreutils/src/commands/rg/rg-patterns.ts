import { compilePatterns, type Pattern } from '@cloche/search';
import { decodeText } from '@cloche/system';
import type { CommandRun } from '../../command/command-run.ts';
import { readAll } from '../../command/read-lines.ts';
import type { RgOption } from './rg-usage.ts';

type RgRun = CommandRun<RgOption>;

/** An end of lines, and how patterns spell it. */
interface LineEnd {
  readonly name: string;
  readonly inPattern: RegExp;
}

const NEWLINE: LineEnd = { name: '\\n', inPattern: /(?<!\\)(?:\\\\)*\\n|\n/ };
const RETURN: LineEnd = { name: '\\r', inPattern: /(?<!\\)(?:\\\\)*\\r|\r/ };
const NUL: LineEnd = { name: '\\0', inPattern: /(?<!\\)(?:\\\\)*\\(?:x00|x\{0+\})|\0/ };

/** What a pattern cannot match, since lines end there. */
const LINE_ENDS: Readonly<Record<'lines' | 'crlf' | 'nullData', readonly LineEnd[]>> = {
  lines: [NEWLINE],
  crlf: [NEWLINE, RETURN],
  nullData: [NUL],
};

/** Returns the patterns that `-e`, `-f` or the first operand give, and the paths; `undefined` after a complaint. */
export async function readPatterns(run: RgRun): Promise<{ texts: string[]; operands: readonly string[] } | undefined> {
  const texts: string[] = [];
  for (const { name, value } of run.arguments.given) {
    if (name === 'regexp') texts.push(value);
    if (name !== 'patternFile') continue;
    await run.eachInput(
      async ({ reader }) => {
        const text = decodeText(await readAll(reader));
        if (text !== '') texts.push(...text.replace(/\n$/, '').split('\n'));
      },
      { operands: [value], status: 2 },
    );
    if (run.status > 0) return undefined;
  }
  const { operands } = run.arguments;
  if (run.arguments.has('regexp') || run.arguments.has('patternFile')) return { texts, operands };
  const [first, ...rest] = operands;
  if (first !== undefined) return { texts: [first], operands: rest };
  await run.fail('ripgrep requires at least one pattern to execute a search', 2);
  return undefined;
}

/** Compiles the patterns as the options want them; a text says what is wrong. */
export function compileRgPatterns(run: RgRun, texts: readonly string[]): Pattern | string {
  const { arguments: given } = run;
  const choice = given.last('ignoreCase', 'smartCase', 'caseSensitive');
  const hasUpperCase = texts.some((text) => /\p{Lu}/u.test(text.replaceAll(/\\./g, '')));
  const ignoreCase = choice === 'ignoreCase' || (choice === 'smartCase' && !hasUpperCase);
  const spansLines = given.has('multiline');
  const ends = LINE_ENDS[given.last('crlf', 'nullData') ?? 'lines'];
  const forbidden = spansLines ? undefined : ends.find(({ inPattern }) => texts.some((text) => inPattern.test(text)));
  if (forbidden && !given.has('fixed')) {
    return `the literal '"${forbidden.name}"' is not allowed in a regex\n\nConsider enabling multiline mode with the --multiline flag (or -U for short).\nWhen multiline mode is enabled, new line characters can be matched.`;
  }
  const seesLines = spansLines || given.has('nullData');
  const modes = seesLines ? `(?m${spansLines && given.has('multilineDotall') ? 's' : ''})` : '';
  const joined = given.has('fixed')
    ? texts
    : [modes + texts.map((text) => (texts.length > 1 ? `(?:${text})` : text)).join('|')];
  const bound = given.last('wordRegexp', 'lineRegexp');
  const result = compilePatterns(joined, given.has('fixed') ? 'fixed' : 'pcre', {
    ignoreCase,
    wholeWord: bound === 'wordRegexp',
    wholeLine: bound === 'lineRegexp',
  });
  if (result.kind === 'invalid') return `regex parse error:\n    ${texts.join('\n    ')}\nerror: ${result.message}`;
  return result.pattern;
}
