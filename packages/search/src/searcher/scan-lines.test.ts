import { decodeText, encodeText } from '@cloche/system';
import { describe, expect, test } from 'vitest';
import { type CompileOptions, compilePattern, type Pattern } from '../regex/compile-pattern.ts';
import { createLineScanner, type ScannedLine, type ScanOptions, searchBytes } from './scan-lines.ts';

function compile(text: string, options: CompileOptions = {}): Pattern {
  const result = compilePattern(text, 'ere', options);
  if (result.kind === 'invalid') throw new Error(result.message);
  return result.pattern;
}

function show(lines: Iterable<ScannedLine>): string[] {
  return [...lines].map((line) => {
    if (line.kind === 'gap') return '--';
    return `${line.lineNumber}${line.kind === 'match' ? ':' : '-'}${decodeText(line.bytes)}@${line.offset}`;
  });
}

const TEXT = 'one\ntwo\nthree\nfour\nfive\nsix\nseven';

describe('searchBytes', () => {
  test.each<[string, ScanOptions, string[]]>([
    ['t', {}, ['2:two@4', '3:three@8']],
    ['^[st]', {}, ['2:two@4', '3:three@8', '6:six@24', '7:seven@28']],
    ['seven', {}, ['7:seven@28']],
    ['e', { isInverted: true }, ['2:two@4', '4:four@14', '6:six@24']],
    ['two|six', { after: 1 }, ['2:two@4', '3-three@8', '--', '6:six@24', '7-seven@28']],
    ['one|four', { before: 1 }, ['1:one@0', '--', '3-three@8', '4:four@14']],
    ['one|three', { before: 1, after: 1 }, ['1:one@0', '2-two@4', '3:three@8', '4-four@14']],
    ['t', { maxCount: 1, after: 3 }, ['2:two@4']],
    ['o', { maxCount: 2, after: 2 }, ['1:one@0', '2:two@4', '3-three@8']],
    ['x', { maxCount: 0 }, []],
  ])('%s %j', (pattern, options, wanted) => {
    expect(show(searchBytes(encodeText(TEXT), compile(pattern), options))).toEqual(wanted);
  });

  test('finds the same in pieces of any size', () => {
    const bytes = encodeText('é one\ntwo\n\nthree é\nfour\nfive one\nsix\n');
    for (const pattern of ['one|six', '^$', '[^e]$']) {
      const whole = show(searchBytes(bytes, compile(pattern), { before: 2, after: 1 }));
      for (let size = 1; size < bytes.length; size++) {
        const scan = createLineScanner(compile(pattern), { before: 2, after: 1, countsLines: true })();
        const lines: ScannedLine[] = [];
        for (let at = 0; at < bytes.length; at += size) {
          lines.push(...scan.feed(bytes.subarray(at, at + size), { isLast: at + size >= bytes.length }));
        }
        expect(show(lines)).toEqual(whole);
      }
    }
  });

  test.each(['needle', '^needle', 'needle$', '^needle$', 'needle|pin', '[nm]eedle\\b', 'n[^x]*dle'])(
    'finds %s in lines of any length',
    (pattern) => {
      const lengths = [0, 1, 63, 64, 65, 199, 200, 201, 202, 399, 400, 401, 1000];
      const texts = lengths.flatMap((left) =>
        lengths.flatMap((right) => [
          `${'.'.repeat(left)}needle${'.'.repeat(right)}`,
          '.'.repeat(left),
          `pin${'.'.repeat(left)}needles`,
        ]),
      );
      const compiled = compile(pattern);
      const wanted = texts.flatMap((text, index) => (compiled.test(text) ? [`${index + 1}:${text}`] : []));
      const found = show(searchBytes(encodeText(texts.join('\n')), compiled));
      expect(found.map((line) => line.slice(0, line.lastIndexOf('@')))).toEqual(wanted);
    },
  );

  test('finds literals in either case', () => {
    const lines = searchBytes(encodeText('Hello\nHELP\nhe\u212Ap\n'), compile('hel', { ignoreCase: true }));
    expect(show(lines)).toEqual(['1:Hello@0', '2:HELP@6']);
  });
});
