import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compilePattern, searchBytes } from '@cloche/search';
import { encodeText } from '@cloche/system';
import { afterAll, bench, describe } from 'vitest';

const BLOCK_BYTES = 50_000_000;
const RUNS = { iterations: 3, time: 0, warmupIterations: 1, warmupTime: 0 };

/** Patterns without a literal that lines could be chosen by, over 50 MB of words. */
const PATTERNS = ['[a-z]+[0-9]{2}', '[A-Z][a-z]+ [A-Z]', '(ab|cd)+[0-9]', '^[^ ]* [^ ]*$'];

const folder = mkdtempSync(join(tmpdir(), 'cloche-search-'));
const bytes = encodeText(writeWords());
writeFileSync(join(folder, 'words'), bytes);
const long = encodeText(`${'a'.repeat(20_000)}b\n`);
writeFileSync(join(folder, 'long'), long);
afterAll(() => rmSync(folder, { recursive: true }));

for (const text of PATTERNS) compare(text, bytes, 'words');
compare('(a+)+$', long, 'long');

function compare(text: string, searched: Uint8Array, file: string): void {
  describe(`grep -cE '${text}' ${file}`, () => {
    const real = (): string =>
      spawnSync('grep', ['-cE', text, join(folder, file)], { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
        .stdout.toString()
        .trim();
    if (String(countMatches(text, searched)) !== real()) throw new Error(`${text}: GNU grep counts other lines`);
    bench('GNU grep', () => void real(), RUNS);
    bench('ours', () => void countMatches(text, searched), RUNS);
  });
}

function countMatches(text: string, searched: Uint8Array): number {
  const result = compilePattern(text, 'ere');
  if (result.kind === 'invalid') throw new Error(result.message);
  let count = 0;
  for (const { kind } of searchBytes(searched, result.pattern)) if (kind === 'match') count++;
  return count;
}

/** Lines of words, few with digits, the same for every run. */
function writeWords(): string {
  let state = 3;
  const random = (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % limit;
  };
  const words = ['return', 'const', 'Value', 'of', 'the', 'cabd', 'x1', 'index', 'naïve', 'Total'];
  const word = (): string => (random(200) === 0 ? `item${random(100)}` : (words[random(words.length)] ?? ''));
  const part = Array.from({ length: 20_000 }, () => Array.from({ length: 1 + random(12) }, word).join(' ')).join('\n');
  return `${part}\n`.repeat(Math.ceil(BLOCK_BYTES / part.length));
}
