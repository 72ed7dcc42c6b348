import { existsSync } from 'node:fs';

/** What is asked of the terminal before the program starts. */
export interface TerminalSettings {
  readonly echoesInput: boolean;
  readonly addsCarriageReturns: boolean;
}

/** Reads what appears on a supervised terminal. */
export interface SupervisedOutput {
  /** Returns what of the bytes is the program's. */
  push(bytes: Uint8Array): Uint8Array;
  /** Says whether the settings are in force: what is typed before is echoed as the terminal would have it. */
  isReady(): boolean;
  /** The program's exit code, once it has ended and all of its output has been read. */
  exitCode(): number | undefined;
}

const STTY = ['/bin/stty', '/usr/bin/stty'].find((path) => existsSync(path)) ?? 'stty';
const MARK = 0x06;

/**
 * Returns the command line of a shell that leads the terminal's session, runs the program in it and says when it has ended, and
 * how. Linux throws away what has not been read from a terminal when the leader of its session ends; so the shell stays, stopped,
 * until it is killed.
 *
 * @param nonce  letters and digits that no program knows
 */
export function superviseCommand(
  file: string,
  args: readonly string[],
  settings: TerminalSettings,
  nonce: string,
): string[] {
  const { echoesInput, addsCarriageReturns } = settings;
  const flags = [...(echoesInput ? [] : ['-echo']), ...(addsCarriageReturns ? [] : ['-onlcr'])].join(' ');
  const script = [
    // The shell says of its own how a program was killed; that is nobody's output.
    'exec 3>&2 2>/dev/null',
    'trap : INT QUIT TERM HUP',
    ...(flags === '' ? [] : [`${STTY} ${flags}`]),
    `printf '\\006${nonce};'`,
    '(exec "$0" "$@" 2>&3 3>&-)',
    `printf '\\006${nonce}%d;' $?`,
    'kill -STOP $$',
  ].join('\n');
  return ['/bin/sh', '-c', script, file, ...args];
}

/** Creates the reader for a shell with this nonce. */
export function createSupervisedOutput(nonce: string): SupervisedOutput {
  const marker = Buffer.concat([Uint8Array.of(MARK), Buffer.from(nonce)]);
  let pending: Buffer = Buffer.alloc(0);
  let isReady = false;
  let exitCode: number | undefined;
  return {
    push(bytes) {
      pending = Buffer.concat([pending, bytes]);
      const own: Uint8Array[] = [];
      for (;;) {
        const start = pending.indexOf(marker);
        const end = start === -1 ? -1 : pending.indexOf(';', start);
        if (end === -1) break;
        if (isReady) own.push(pending.subarray(0, start));
        const code = pending.subarray(start + marker.length, end).toString();
        if (code !== '') exitCode = Number(code);
        isReady = true;
        pending = pending.subarray(end + 1);
      }
      const kept = keptFrom(pending, marker);
      if (isReady && exitCode === undefined) own.push(pending.subarray(0, kept));
      pending = pending.subarray(kept);
      return Buffer.concat(own);
    },
    isReady: () => isReady,
    exitCode: () => exitCode,
  };
}

/** Returns from where on the bytes may be the beginning of a marker. */
function keptFrom(bytes: Buffer, marker: Uint8Array): number {
  const whole = bytes.indexOf(marker);
  if (whole !== -1) return whole;
  for (let length = Math.min(marker.length - 1, bytes.length); length > 0; length--) {
    if (bytes.subarray(bytes.length - length).equals(marker.subarray(0, length))) return bytes.length - length;
  }
  return bytes.length;
}
