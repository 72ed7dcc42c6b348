import { encodeText } from '@cloche/system';
import { describe, expect, test } from 'vitest';
import { cleanOutput, createOutputCleaner } from './clean-output.ts';
import { createOutputCapture } from './output-capture.ts';

describe('cleanOutput', () => {
  test.each<[string, string]>([
    ['0%\r50%\r100%\n', '100%\n'],
    ['a\r\nb\r\n', 'a\nb\n'],
    ['abc\rx\n', 'xbc\n'],
    ['\u001b[1;31mred\u001b[0m and \u001b]0;title\u0007plain\n', 'red and plain\n'],
    ['\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\\n', 'link\n'],
    ['a\0b\u0007c\td\n', 'abc\td\n'],
    ['no newline', 'no newline'],
    ['50%\r', '50%'],
    ['\u001b(B\u001b=x\u001b', 'x'],
    ['😀\r\n', '😀\n'],
  ])('%j', (raw, wanted) => {
    expect(cleanOutput(encodeText(raw))).toBe(wanted);
  });

  test('gives the same however the output is divided', () => {
    const raw = encodeText('\u001b[2K1%\r\u001b[32m 9%\u001b[0m\rdone 😀\r\n\u001b]0;t\u001b\\next\r\nlast\r');
    for (let size = 1; size < raw.length; size++) {
      const cleaner = createOutputCleaner();
      let text = '';
      for (let at = 0; at < raw.length; at += size) text += cleaner.feed(raw.subarray(at, at + size));
      expect(text + cleaner.end()).toBe('done 😀\nnext\nlast');
    }
  });

  test('holds a bounded part of an endless progress bar', () => {
    const cleaner = createOutputCleaner();
    let text = '';
    for (let count = 0; count < 10_000; count++) text += cleaner.feed(encodeText(`${count} of 10000\r`));
    expect(text).toBe('');
    expect(cleaner.end()).toBe('9999 of 10000');
  });
});

describe('createOutputCapture', () => {
  test('gives a short output as it came', () => {
    const capture = createOutputCapture();
    capture.add('x'.repeat(32_768));
    expect(capture.preview()).toEqual({ text: 'x'.repeat(32_768), isWhole: true });
  });

  test('gives the start and the end of a long one, in whole code points', () => {
    const capture = createOutputCapture();
    for (let count = 0; count < 2_000; count++) capture.add('é'.repeat(20));
    const { text, isWhole } = capture.preview(1001);
    expect(isWhole).toBe(false);
    expect(text).toBe(`${'é'.repeat(250)}\n[output truncated: omitted 79000 of 80000 bytes]\n${'é'.repeat(250)}`);
    expect(capture.bytes()).toHaveLength(80_000);
  });

  test('keeps 16 MiB of a longer one', () => {
    const capture = createOutputCapture();
    const mebibyte = 'y'.repeat(1_048_576);
    for (let count = 0; count < 60; count++) capture.add(mebibyte);
    expect([capture.bytes().length, capture.totalBytes]).toEqual([16_777_216, 62_914_560]);
    expect(capture.preview().text.length).toBeLessThan(33_000);
  });
});
