import {
  createPipe,
  createPseudoTerminal,
  decodeText,
  type ProgramContext,
  SANE_SETTINGS,
  type Terminal,
} from '@cloche/system';
import { describe, expect, test } from 'vitest';
import { stty } from './stty.ts';

async function run(terminal: Terminal | undefined, ...words: string[]): Promise<{ status: number; output: string }> {
  let output = '';
  const writer = {
    isTerminal: false,
    write(bytes: Uint8Array): undefined {
      output += decodeText(bytes);
    },
  };
  const reader = { ...createPipe().reader, ...(terminal ? { terminal } : {}) };
  const context = { argv: ['stty', ...words], descriptors: new Map([[0, reader]]), stdout: writer, stderr: writer };
  // Only what the command uses; the rest of a context has no part in it.
  const status = await stty(context as unknown as ProgramContext);
  return { status, output };
}

function createTerminal(): Terminal {
  const size = { columns: 80, rows: 24 };
  return createPseudoTerminal({ name: '/dev/pts/0', size, show: () => undefined, signalGroup: () => undefined })
    .terminal;
}

describe('stty', () => {
  test('says that there is no terminal, as GNU does', async () => {
    expect(await run(undefined)).toEqual({
      status: 1,
      output: "stty: 'standard input': Inappropriate ioctl for device\n",
    });
  });

  test('prints and sets the size', async () => {
    const terminal = createTerminal();
    expect((await run(terminal, 'size')).output).toBe('24 80\n');
    await run(terminal, 'cols', '100', 'rows', '30');
    expect(terminal.size).toEqual({ columns: 100, rows: 30 });
  });

  test('turns settings on and off, and back from what -g printed', async () => {
    const terminal = createTerminal();
    const { output: saved } = await run(terminal, '-g');
    await run(terminal, '-echo', 'raw');
    expect(terminal.settings).toEqual({
      isCanonical: false,
      echoes: false,
      sendsSignals: false,
      mapsReturn: false,
      mapsNewline: false,
    });
    await run(terminal, saved.trim());
    expect(terminal.settings).toEqual(SANE_SETTINGS);
    expect((await run(terminal, '-a')).output).toContain('isig icanon echo\n');
  });

  test('refuses what it does not know', async () => {
    expect(await run(createTerminal(), 'bogus')).toEqual({
      status: 1,
      output: "stty: invalid argument ‘bogus’\nTry 'stty --help' for more information.\n",
    });
  });
});
