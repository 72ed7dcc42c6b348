import { equalBytes, NO_BYTES } from '@cloche/system';
import { describe, expect, test } from 'vitest';
import { createMangler, createRandom, createVirtualTime, type TerminalFaults } from '../testing/noisy-terminals.ts';
import { crc32 } from './crc32.ts';
import type { WireSide } from './frame.ts';
import { createMessageLine, type MessageLine } from './message-line.ts';

const NONCE = 'abcdefgh01234567';
const FAULTS: TerminalFaults = { damaged: 0.01, burstEvery: 1000, foreign: true };
const NO_FAULTS: TerminalFaults = { damaged: 0, burstEvery: Number.POSITIVE_INFINITY, foreign: false };

interface Pair {
  readonly time: ReturnType<typeof createVirtualTime>;
  readonly ends: Readonly<Record<WireSide, MessageLine>>;
  readonly heard: Readonly<Record<WireSide, Uint8Array[]>>;
  readonly faults: string[];
  /** Times that an end's frames were heard. */
  readonly heardFrom: Readonly<Record<WireSide, number>>;
  readonly lines: () => number;
  readonly box: Map<string, Uint8Array>;
}

/** Two ends with a terminal between that echoes the host's input and turns `\n` into `\r\n`. */
function createPair(seed: number, faults: TerminalFaults, { echo = true } = {}): Pair {
  const random = createRandom(seed);
  const time = createVirtualTime();
  const box = new Map<string, Uint8Array>();
  const heard = { host: [] as Uint8Array[], guest: [] as Uint8Array[] };
  const problems: string[] = [];
  const heardFrom = { host: 0, guest: 0 };
  let lines = 0;
  const mangle = { host: createMangler(random, faults), guest: createMangler(random, faults) };
  const ends: Record<WireSide, MessageLine> = { host: end('host'), guest: end('guest') };

  function carry(from: WireSide, to: WireSide, text: string, isEcho: boolean): void {
    const passed = isEcho ? text : mangle[from](text);
    const shown = to === 'host' ? passed.replaceAll('\n', '\r\n') : passed;
    // In pieces of any size, a little later.
    time.after(isEcho ? 1 : 2, () => {
      for (let at = 0; at < shown.length; ) {
        const size = 1 + Math.floor(random() * 700);
        ends[to].receive(shown.slice(at, at + size));
        at += size;
      }
    });
  }

  function end(side: WireSide): MessageLine {
    return createMessageLine({
      nonce: NONCE,
      side,
      after: time.after,
      write(text) {
        for (const line of text.split(/(?<=\n)/)) {
          if (line.length > 1024) problems.push(`a line of ${line.length}`);
          if (/[^\x0a\x20-\x7e]/.test(line)) problems.push('a line that is not ASCII');
          lines++;
        }
        if (echo && side === 'host') carry('host', 'host', text, true);
        carry(side, side === 'host' ? 'guest' : 'host', text, false);
      },
      mailbox: {
        put(name, bytes) {
          box.set(name, bytes);
          return random() < 0.5 ? undefined : Promise.resolve();
        },
        take(name) {
          const bytes = box.get(name) ?? new Uint8Array(0);
          box.delete(name);
          return random() < 0.5 ? bytes : Promise.resolve(bytes);
        },
      },
      onMessage: (message) => heard[side].push(message),
      onFault: (reason) => problems.push(reason),
      onHeard: () => void heardFrom[side === 'host' ? 'guest' : 'host']++,
    });
  }
  return { time, ends, heard, faults: problems, heardFrom, lines: () => lines, box };
}

function randomMessage(random: () => number): Uint8Array {
  const size = random() < 0.6 ? random() * 600 : random() < 0.8 ? random() * 8192 : 8193 + random() * 60_000;
  return Uint8Array.from({ length: Math.floor(size) }, () => Math.floor(random() * 256));
}

describe('createMessageLine', () => {
  test.each([1, 2, 3, 4, 5, 6])(
    'carries 1,000 mixed messages over a bad terminal, each once and in order (seed %i)',
    async (seed) => {
      const random = createRandom(seed * 7919);
      const { time, ends, heard, faults, box } = createPair(seed, FAULTS);
      const sent: Record<WireSide, Uint8Array[]> = { host: [], guest: [] };
      for (let count = 0; count < 1000; count++) {
        const side: WireSide = random() < 0.5 ? 'host' : 'guest';
        const message = randomMessage(random);
        sent[side].push(message);
        ends[side].send(message);
        if (random() < 0.2) await time.run(() => time.timers() === 0 || random() < 0.1, 10_000_000);
      }
      await time.run(() => heard.host.length + heard.guest.length >= 1000 || faults.length > 0, 10_000_000);
      expect(faults).toEqual([]);
      expect(heard.guest.map(crc32)).toEqual(sent.host.map(crc32));
      expect(heard.host.map(crc32)).toEqual(sent.guest.map(crc32));
      expect(heard.guest.every((message, index) => equalBytes(message, sent.host[index] ?? NO_BYTES))).toBe(true);
      expect(heard.host.every((message, index) => equalBytes(message, sent.guest[index] ?? NO_BYTES))).toBe(true);
      expect(box.size).toBe(0);
    },
  );

  test('survives a terminal that loses a fifth of all lines', async () => {
    const { time, ends, heard, faults } = createPair(11, { damaged: 0.2, burstEvery: 400, foreign: true });
    const sent = Array.from({ length: 60 }, (_, index) => new Uint8Array(index * 97).fill(index));
    for (const message of sent) ends.guest.send(message);
    await time.run(() => heard.host.length >= sent.length || faults.length > 0, 10_000_000);
    expect(faults).toEqual([]);
    expect(heard.host).toEqual(sent);
  });

  test('needs two lines for a question and its answer, and no timer stays', async () => {
    const { time, ends, heard, lines } = createPair(12, NO_FAULTS, { echo: false });
    ends.host.send(new Uint8Array(300));
    await time.run(() => heard.guest.length === 1, 1000);
    ends.guest.send(new Uint8Array(300));
    await time.run(() => heard.host.length === 1, 1000);
    expect(lines()).toBe(2);
    await time.run(() => time.timers() === 0, 1000);
    expect(lines()).toBe(3);
  });

  test('answers a probe through a loss of 4 KiB in each direction', async () => {
    const { time, ends, heardFrom } = createPair(15, { damaged: 0, burstEvery: 1, foreign: false, bursts: 1 });
    ends.host.probe();
    await time.run(() => heardFrom.guest > 0, 1000);
    expect(heardFrom.guest).toBeGreaterThan(0);
  });

  test('does not hear frames of another boot, nor its own', async () => {
    const { time, ends, heard } = createPair(13, NO_FAULTS);
    const written: string[] = [];
    const stranger = createMessageLine({
      nonce: 'zyxwvuts76543210',
      side: 'guest',
      after: () => () => undefined,
      write: (text) => written.push(text),
      mailbox: { put: () => undefined, take: () => new Uint8Array(0) },
      onMessage: () => undefined,
      onFault: () => undefined,
    });
    stranger.send(new Uint8Array(100));
    ends.host.receive(written.join(''));
    ends.host.receive(written.join('').replaceAll('zyxwvuts76543210', NONCE));
    ends.host.send(new Uint8Array([1]));
    await time.run(() => heard.guest.length === 1, 1000);
    expect(heard.host).toEqual([]);
  });

  test('says that a file is not what was sent', async () => {
    const { time, ends, faults, box } = createPair(14, NO_FAULTS);
    ends.guest.send(new Uint8Array(9000));
    box.set('guest-0', new Uint8Array(8999));
    await time.run(() => faults.length > 0, 1000);
    expect(faults).toEqual(['the file of a message has 8999 bytes that are not the 9000 sent']);
  });

  test.each(Array.from({ length: 40 }, (_, seed) => seed))(
    'neither throws nor hears anything in noise (seed %i)',
    (seed) => {
      const random = createRandom(seed);
      const { ends, heard, faults } = createPair(seed, NO_FAULTS);
      const alphabet = `~${NONCE}HGpemab0123456789abcdef=\r\n\x1b[];`;
      for (let round = 0; round < 50; round++) {
        const noise = Array.from({ length: Math.floor(random() * 400) }, () =>
          alphabet.charAt(Math.floor(random() * alphabet.length)),
        );
        ends.host.receive(noise.join(''));
        ends.host.receive(`~${NONCE}G${noise.slice(0, 60).join('')}`);
      }
      expect(heard.host).toEqual([]);
      expect(faults).toEqual([]);
    },
  );
});
