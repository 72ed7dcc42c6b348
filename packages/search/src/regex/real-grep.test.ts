import { spawnSync } from 'node:child_process';
import { encodeText } from '@cloche/system';
import { describe, expect, test } from 'vitest';
import { createLineSearch } from '../searcher/search-lines.ts';
import { createPatternGenerator } from '../testing/pattern-generator.ts';
import { isBacktrackingLimit } from './backtracking-matcher.ts';
import { compilePattern, type Pattern } from './compile-pattern.ts';
import type { PatternDialect } from './parse-pattern.ts';

const hasRealGrep = spawnSync('grep', ['--version']).stdout?.toString().includes('GNU grep') ?? false;

function matchesOf(lines: readonly string[], pattern: Pattern): string {
  let found = '';
  lines.forEach((line, index) => {
    for (let from = 0; from <= line.length; ) {
      const span = pattern.find(line, from);
      if (!span) break;
      if (span.end > span.start) found += `${index + 1}:${line.slice(span.start, span.end)}\n`;
      from = span.end > span.start ? span.end : span.end + 1;
    }
  });
  return found;
}

function selectLines(lines: readonly string[], pattern: Pattern): string {
  const search = createLineSearch(pattern)(encodeText(`${lines.join('\n')}\n`));
  const offsets = new Map<number, string>();
  let offset = 0;
  lines.forEach((line, index) => {
    offsets.set(offset, `${index + 1}:${line}\n`);
    offset += encodeText(line).length + 1;
  });
  let selected = '';
  for (let found = search.next(0); found; found = search.next(found.next)) selected += offsets.get(found.start) ?? '?';
  return selected;
}

/** A pattern that goes back too often ends as GNU's does, with what was found so far. */
function answerOf(find: () => string): string {
  try {
    return find();
  } catch (error) {
    if (isBacktrackingLimit(error)) return 'limit';
    throw error;
  }
}

function firstDifference(ours: string, real: string): string {
  const wanted = real.split('\n');
  const index = ours.split('\n').findIndex((line, at) => line !== wanted[at]);
  return `ours ${ours.split('\n')[index] ?? 'the end'}, real ${wanted[index] ?? 'the end'}`;
}

function matchesEmpty(text: string, dialect: PatternDialect): boolean {
  const result = compilePattern(text, dialect);
  return result.kind === 'pattern' && result.pattern.test('');
}

/** Why some patterns, which only runs of many thousands meet, are answered otherwise, by pattern. */
const KNOWN: ReadonlyMap<string, string> = new Map(
  [
    'ab((\\x61\\D|\\w)c*+)a',
    '(?=(aa??[^a]_{0,2}|a)[[:alpha:]]\\w)((b+?\\wa{0,2}[[:alpha:]]|c)[^a].ab|.{2})??_*?a{1,2}?',
    '(?>(a?[^b-c_]*?|[a-c])[^a])((?:b\\D++a\\R)*?(b|a){1,2}?)(?i:a)',
    '((é[^a]a|\\sc*+aba*?)_|(?>[ab]+?))b++[[:alpha:]]\\S',
    '(?=b++_*[^a](a|ab++)*)(a[[:alpha:]]b|[^\\d]\\D{0,2}(?!aa++))?(?!(?!\\w{2}ab)[ab]_{2}[^a])b',
    '(?i:([[:alpha:]]a\\w|a)([[:alpha:]]+?b??.b*))',
    '((?!\\haa)(?=a\\W*+))(?>[^b-c_](aa*+)[a-c]*)*+a((\\s|_*+cb{1,2}?.)\\Qa.\\E.?a)??',
    '(?>_??(ab??c[^a]?|a*+))[ab](?!c[ab]b{0,2})',
    '((?>.+?\\w){2})bab*?',
    '(?i:(?>.+?)b+(?=b??))[^b-c_]+ab??(b{0,2})',
    '(\\D(?>[\\w_]+?a*)|a(bab|[ab]ab)).?c',
    '(([^b-c_])(?>[^a]+?[a-c]{1,2}?)(?=a.{0,2}))',
  ].map((pattern) => [
    pattern,
    'PCRE2 misses matches by a fault of its start optimization; with (*NO_START_OPT) it finds them, as Perl does',
  ]),
);

/** Patterns that are tried a dialect; many more can be asked for. */
const COUNT = Math.ceil(Number(process.env['CLOCHE_FUZZ_COUNT'] ?? 1000) / 3);

const SEED = Number(process.env['CLOCHE_FUZZ_SEED'] ?? 20_240_506);

/** How long the real grep may take for one pattern, and a test for all of its patterns. */
const REAL_MS = 5000;
const TEST_MS = 3_600_000;

describe.skipIf(!hasRealGrep)('matches as the real grep', () => {
  test.each<[string, PatternDialect]>([
    ['-G', 'bre'],
    ['-E', 'ere'],
    ['-P', 'pcre'],
  ])(
    'grep -no %s',
    (option, dialect) => {
      const generator = createPatternGenerator(SEED);
      // GNU grep 3.8 has a fault: with -P, \\D, \\S and \\W find no character beyond ASCII.
      const lines = Array.from({ length: 40 }, generator.line).map((line) =>
        dialect === 'pcre' ? line.replaceAll('é', 'b') : line,
      );
      const differences: string[] = [];
      for (let count = 0; count < COUNT; count++) {
        const text = generator.pattern(dialect);
        const { flags, compile } = generator.options();
        // Where a word may be empty GNU's shortening of a match ends before the empty one.
        if (compile.wholeWord && matchesEmpty(text, dialect)) continue;
        // Behind its first match in a line, `grep -o` sees no assertion that looks back as it was written.
        const showsLines = /(?<!\[)[\^$]|\\[bB<>]/.test(text) || flags.includes('-w');
        const real = spawnSync('grep', [showsLines ? '-n' : '-no', option, ...flags, '-e', text], {
          input: `${lines.join('\n')}\n`,
          env: { ...process.env, LC_ALL: 'C.UTF-8' },
          timeout: REAL_MS,
        });
        // With some nested repeats GNU grep itself goes back for hours.
        if (real.signal !== null) continue;
        // Where GNU grep gives up, ours may find an answer.
        if (real.stderr.toString().includes('backtracking limit')) continue;
        const result = compilePattern(text, dialect, compile);
        const wanted = real.status === 2 ? 'invalid' : real.stdout.toString();
        const find = showsLines ? selectLines : matchesOf;
        const answer = result.kind === 'invalid' ? 'invalid' : answerOf(() => find(lines, result.pattern));
        if (answer !== wanted && !KNOWN.has(text))
          differences.push(`${flags.join(' ')} ${text}: ${firstDifference(answer, wanted)}`);
      }
      expect(differences).toEqual([]);
    },
    TEST_MS,
  );
});
