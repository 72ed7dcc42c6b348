import { describe, expect, test } from 'vitest';
import { decodeText, encodeText } from '../bytes.ts';
import type { SignalName } from '../signals.ts';
import { createPseudoTerminal, type PseudoTerminal } from './pseudo-terminal.ts';
import { KEY_SETTINGS, SANE_SETTINGS } from './terminal.ts';

const { signal } = new AbortController();

interface Fixture extends PseudoTerminal {
  readonly signals: [number, SignalName][];
  shown(): string;
  held(): number;
  typeText(text: string): void;
  line(): Promise<string>;
}

function create(): Fixture {
  const signals: [number, SignalName][] = [];
  let shown = '';
  const pty = createPseudoTerminal({
    name: '/dev/pts/0',
    size: { columns: 80, rows: 24 },
    show(bytes) {
      shown += decodeText(bytes);
      return undefined;
    },
    signalGroup: (group, name) => signals.push([group, name]),
  });
  return {
    ...pty,
    signals,
    shown: () => shown,
    held: () => pty.unreadBytes,
    typeText: (text) => pty.type(encodeText(text)),
    line: async () => decodeText(await pty.file.read(4096, signal)),
  };
}

describe('createPseudoTerminal', () => {
  test('gives a line only when it is entered, with what was erased left out', async () => {
    const terminal = create();
    terminal.typeText('ab\x7fc😀\x7f\r');
    expect(await terminal.line()).toBe('ac\n');
    expect(terminal.shown()).toBe('ab\b \bc😀\b \b\b \b\r\n');
  });

  test('erases words and lines, and takes the next key literally', async () => {
    const terminal = create();
    terminal.typeText('one two  \x17three\r');
    expect(await terminal.line()).toBe('one three\n');
    terminal.typeText('gone\x15kept\x16\x03\r');
    expect(await terminal.line()).toBe('kept\x03\n');
    expect(terminal.signals).toEqual([]);
  });

  test('ends a read with Ctrl-D, after a part of a line only that part', async () => {
    const terminal = create();
    terminal.typeText('part\x04');
    expect(await terminal.line()).toBe('part');
    terminal.typeText('\x04next\r');
    expect(await terminal.line()).toBe('');
    expect(await terminal.line()).toBe('next\n');
  });

  test('sends the signals of keys to the foreground group and drops what was typed', async () => {
    const terminal = create();
    terminal.terminal.foregroundGroup = 7;
    terminal.typeText('typed\x03\x1a\x1c');
    terminal.typeText('new\r');
    expect(terminal.signals).toEqual([
      [7, 'SIGINT'],
      [7, 'SIGTSTP'],
      [7, 'SIGQUIT'],
    ]);
    expect(terminal.shown()).toContain('^C');
    expect(await terminal.line()).toBe('new\n');
  });

  test('gives every key as it is in key mode, and an open line when lines are turned off', async () => {
    const terminal = create();
    terminal.typeText('open');
    terminal.terminal.settings = KEY_SETTINGS;
    terminal.typeText('\x03\r\x7f');
    expect((await terminal.line()) + (await terminal.line())).toBe('open\x03\r\x7f');
    terminal.terminal.settings = SANE_SETTINGS;
    expect(terminal.signals).toEqual([]);
  });

  test('prints a newline as carriage return and newline', () => {
    const terminal = create();
    void terminal.file.write(encodeText('a\nb\n'), signal);
    expect(terminal.shown()).toBe('a\r\nb\r\n');
  });

  test('tells of a new size and of its end', async () => {
    const terminal = create();
    terminal.terminal.foregroundGroup = 9;
    terminal.terminal.size = { columns: 100, rows: 30 };
    terminal.terminal.size = { columns: 100, rows: 30 };
    const reading = terminal.line();
    terminal.hangUp();
    expect(await reading).toBe('');
    expect(terminal.signals).toEqual([
      [9, 'SIGWINCH'],
      [9, 'SIGHUP'],
    ]);
    expect(() => terminal.file.write(encodeText('x'), signal)).toThrow(/EIO/);
  });

  test('rings the bell instead of taking more than it can hold', async () => {
    const terminal = create();
    terminal.terminal.settings = KEY_SETTINGS;
    for (let index = 0; index < 20; index++) terminal.type(new Uint8Array(65_536).fill(97));
    expect(terminal.shown()).toContain('\x07');
    let length = 0;
    for (let index = 0; index < 16; index++) length += (await terminal.file.read(1 << 20, signal)).length;
    expect(length).toBe(1_048_576);
  });

  test('passes keys as they are to a terminal behind it while its group has the foreground', async () => {
    const terminal = create();
    const given: string[] = [];
    const inner = (group: number, isInput: boolean) => ({
      group,
      isInput,
      heldBytes: 3,
      type: (bytes: Uint8Array) => void given.push(`${group}${isInput ? 'i' : ''} ${decodeText(bytes)}`),
      resize: ({ columns }: { columns: number }) => void given.push(`${group} is ${columns} wide`),
    });
    terminal.terminal.foregroundGroup = 5;
    terminal.typeText('ahead\r');
    const printing = terminal.terminal.attach(inner(7, false));
    terminal.typeText('mine\r');
    expect([await terminal.line(), given]).toEqual(['ahead\n', []]);
    terminal.terminal.foregroundGroup = 7;
    terminal.typeText('\x03');
    const reading = terminal.terminal.attach(inner(7, true));
    terminal.typeText('\x04');
    terminal.terminal.size = { columns: 90, rows: 24 };
    expect(given).toEqual(['7 \x03', '7i mine\n', '7i \x04', '7 is 90 wide', '7 is 90 wide']);
    expect(terminal.held()).toBe(6);
    void printing.print(encodeText('as\nit is'), signal);
    expect(terminal.shown()).toBe('ahead\r\nmine\r\nas\nit is');
    reading.signalGroup('SIGINT');
    expect(terminal.signals).toContainEqual([7, 'SIGINT']);
    reading.detach(encodeText('left'));
    printing.detach(encodeText(''));
    expect(await terminal.line()).toBe('left');
    terminal.typeText('\x03');
    expect(terminal.shown()).toContain('^C');
  });
});
