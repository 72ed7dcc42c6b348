import { NO_BYTES } from '../bytes.ts';
import type { SignalName } from '../signals.ts';
import { characterWidth } from './character-width.ts';
import type { TerminalSettings } from './terminal.ts';

/** What typed bytes come to: readable pieces, an echo and signals. */
export interface LineDiscipline {
  /** Takes typed bytes in order. */
  type(bytes: Uint8Array, settings: TerminalSettings): void;
  /** Gives up the line that is being typed, as it stands: lines were turned off. */
  releaseLine(): void;
}

/** Where a line discipline's work goes. */
export interface LineDisciplineOutput {
  /** A piece that can be read; an empty one is the end that Ctrl-D makes. */
  readable(piece: Uint8Array): void;
  echo(bytes: Uint8Array): void;
  signal(name: SignalName): void;
}

const END_OF_FILE = 0x04;
const BACKSPACE = 0x08;
const TAB = 0x09;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const KILL = 0x15;
const WORD_ERASE = 0x17;
const LITERAL_NEXT = 0x16;
const DELETE = 0x7f;
const BELL = Uint8Array.of(0x07);

const SIGNAL_KEYS: ReadonlyMap<number, SignalName> = new Map([
  [0x03, 'SIGINT'],
  [0x1c, 'SIGQUIT'],
  [0x1a, 'SIGTSTP'],
]);

/** Longest line that can be typed, as in Linux; more is answered with the bell. */
const MAX_LINE_BYTES = 4_095;

/** Creates the discipline of one terminal: canonical input, echo and signals (POSIX XBD 11.1.6 to 11.1.9). */
export function createLineDiscipline(output: LineDisciplineOutput): LineDiscipline {
  let line: number[] = [];
  let isLiteral = false;

  const commit = (): void => {
    output.readable(Uint8Array.from(line));
    line = [];
  };
  const eraseCharacter = (echoes: boolean): void => {
    const erased = takeLastCharacter(line);
    if (echoes && erased.length > 0) output.echo(eraseColumns(columnsOf(erased)));
  };
  const edits: ReadonlyMap<number, (echoes: boolean) => void> = new Map([
    [BACKSPACE, eraseCharacter],
    [DELETE, eraseCharacter],
    [
      KILL,
      (echoes) => {
        while (line.length > 0) eraseCharacter(echoes);
      },
    ],
    [
      WORD_ERASE,
      (echoes) => {
        while (line.at(-1) === 0x20 || line.at(-1) === TAB) eraseCharacter(echoes);
        while (line.length > 0 && line.at(-1) !== 0x20 && line.at(-1) !== TAB) eraseCharacter(echoes);
      },
    ],
    [END_OF_FILE, commit],
  ]);

  const typeByte = (typed: number, settings: TerminalSettings): void => {
    const { isCanonical, echoes, sendsSignals, mapsReturn } = settings;
    const byte = typed === RETURN && mapsReturn && !isLiteral ? NEWLINE : typed;
    const signal = sendsSignals && !isLiteral ? SIGNAL_KEYS.get(byte) : undefined;
    if (signal) {
      line = [];
      if (echoes) output.echo(echoOf(byte));
      output.signal(signal);
      return;
    }
    if (!isCanonical) {
      if (echoes) output.echo(echoOf(byte));
      output.readable(Uint8Array.of(byte));
      return;
    }
    const edit = isLiteral ? undefined : edits.get(byte);
    if (edit) {
      edit(echoes);
      return;
    }
    if (byte === LITERAL_NEXT && !isLiteral) {
      isLiteral = true;
      return;
    }
    isLiteral = false;
    if (byte !== NEWLINE && line.length >= MAX_LINE_BYTES) {
      if (echoes) output.echo(BELL);
      return;
    }
    line.push(byte);
    if (echoes) output.echo(echoOf(byte));
    if (byte === NEWLINE) commit();
  };

  return {
    type(bytes, settings) {
      if (!settings.isCanonical && !settings.echoes && !settings.sendsSignals && !settings.mapsReturn) {
        if (bytes.length > 0) output.readable(bytes.slice());
        return;
      }
      for (const byte of bytes) typeByte(byte, settings);
    },
    releaseLine() {
      isLiteral = false;
      if (line.length > 0) commit();
    },
  };
}

/** Removes and returns the last character of a line: one byte, or all bytes of one UTF-8 sequence. */
function takeLastCharacter(line: number[]): number[] {
  let start = line.length - 1;
  while (start > 0 && ((line[start] ?? 0) & 0xc0) === 0x80) start--;
  return start < 0 ? [] : line.splice(start);
}

function columnsOf(character: readonly number[]): number {
  const [first = 0] = character;
  if (character.length === 1 && (first < 0x20 || first === DELETE)) return first === TAB ? 1 : 2;
  const text = new TextDecoder().decode(Uint8Array.from(character));
  return characterWidth(text.codePointAt(0) ?? 0);
}

function eraseColumns(count: number): Uint8Array {
  return Uint8Array.from(Array.from({ length: count }, () => [BACKSPACE, 0x20, BACKSPACE]).flat());
}

/** Control characters are shown as `^C`, except tab and newline. */
function echoOf(byte: number): Uint8Array {
  if (byte === TAB || byte === NEWLINE || (byte >= 0x20 && byte !== DELETE)) return Uint8Array.of(byte);
  return Uint8Array.of(0x5e, byte ^ 0x40);
}

/** Returns bytes as a terminal prints them: with `mapsNewline`, each newline gets a carriage return before it. */
export function printedBytes(bytes: Uint8Array, { mapsNewline }: TerminalSettings): Uint8Array {
  if (!mapsNewline || !bytes.includes(NEWLINE)) return bytes;
  let newlines = 0;
  for (const byte of bytes) if (byte === NEWLINE) newlines++;
  const printed = new Uint8Array(bytes.length + newlines);
  let at = 0;
  for (const byte of bytes) {
    if (byte === NEWLINE) printed[at++] = RETURN;
    printed[at++] = byte;
  }
  return bytes.length === 0 ? NO_BYTES : printed;
}
