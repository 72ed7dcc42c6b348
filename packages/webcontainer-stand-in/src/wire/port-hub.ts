import { createPortCodec } from './message-pack.ts';
import type { OpenPort, WirePort } from './wire-port.ts';

/** Many lines over one: this machine's side. */
export interface PortHub {
  /** The line that is there from the beginning. */
  readonly root: WirePort;
  readonly openPort: OpenPort;
  /** Takes what came over the one line. */
  receive(bytes: Uint8Array): void;
  /** How many lines are open, with the first. */
  count(): number;
}

interface Line {
  readonly port: WirePort;
  hear: ((message: unknown) => void) | undefined;
  /** What came before there was somebody to hear it. */
  readonly early: unknown[];
}

/** Stands for a port that the other side is to make. */
class FarPort {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}

export const ROOT_PORT = 0;
/** Numbers of ports that were opened on this side; the page takes even ones. */
const FIRST_OWN = 1;

/** Creates a hub that sends with `send`. A message is `[number, message]`, or `[number]` when that line ends. */
export function createPortHub(send: (bytes: Uint8Array) => void): PortHub {
  const lines = new Map<number, Line>();
  let next = FIRST_OWN;
  const codec = createPortCodec(
    (object) => (object instanceof FarPort ? object.number : undefined),
    (number) => addLine(number),
  );
  const addLine = (number: number): WirePort => {
    const line: Line = {
      early: [],
      hear: undefined,
      port: {
        post(message) {
          if (lines.has(number)) send(codec.encode([number, message]));
        },
        listen(listener) {
          line.hear = listener;
          for (const message of line.early.splice(0)) listener(message);
        },
        close() {
          if (lines.delete(number)) send(codec.encode([number]));
        },
      },
    };
    lines.set(number, line);
    return line.port;
  };
  return {
    root: addLine(ROOT_PORT),
    openPort() {
      const number = next;
      next += 2;
      return { near: addLine(number), far: new FarPort(number) };
    },
    receive(bytes) {
      const received = codec.decode(bytes);
      if (!Array.isArray(received)) return;
      const [number, message]: unknown[] = received;
      const line = typeof number === 'number' ? lines.get(number) : undefined;
      if (line?.hear) line.hear(message);
      else line?.early.push(message);
    },
    count: () => lines.size,
  };
}
