import { describe, expect, test } from 'vitest';
import { createMangler, type TerminalFaults } from './terminal-faults.ts';

const FAULTS: TerminalFaults = { seed: 7, damagedLines: 0, linesPerBurst: 0 };
const text = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);
const lines = (count: number): Uint8Array =>
  new TextEncoder().encode(
    Array.from({ length: count }, (_, index) => `line ${String(index).padStart(6, '0')}\n`).join(''),
  );

describe('createMangler', () => {
  test('passes everything on without faults', () => {
    const given = lines(100);
    expect(createMangler(FAULTS, 'output')(given)).toStrictEqual(given);
  });

  test('damages one byte of the share of lines that it is told, in either direction otherwise', () => {
    const given = lines(10_000);
    const faults = { ...FAULTS, damagedLines: 0.01 };
    const [out, outAgain, typed] = [
      createMangler(faults, 'output')(given),
      createMangler(faults, 'output')(given),
      createMangler(faults, 'input')(given),
    ];
    expect(out).toStrictEqual(outAgain);
    expect(out).not.toStrictEqual(typed);
    const good = new Set(text(given).split('\n'));
    const damaged = text(typed)
      .split('\n')
      .filter((line) => !good.has(line));
    expect(damaged.length).toBeGreaterThan(50);
    expect(damaged.length).toBeLessThan(200);
    // No Ctrl-C and the like is ever typed.
    expect(text(typed)).toMatch(/^[\n -~]*$/);
    expect(Math.abs(out.length - given.length)).toBeLessThan(200);
  });

  test('loses 4 KiB at a time', () => {
    const given = lines(10_000);
    const kept = createMangler({ ...FAULTS, linesPerBurst: 1000 }, 'output')(given);
    const lost = given.length - kept.length;
    expect(lost).toBeGreaterThanOrEqual(4096);
    expect(lost).toBeLessThan(25 * 4096);
  });

  test('writes between lines, never inside one', () => {
    const given = lines(1000);
    const foreign = { text: 'NOISE\n', everyLines: 10 };
    const out = text(createMangler({ ...FAULTS, foreign }, 'output')(given)).split('\n');
    expect(out.filter((line) => line === 'NOISE').length).toBeGreaterThan(50);
    expect(out.filter((line) => line !== 'NOISE').join('\n')).toBe(text(given));
  });
});
