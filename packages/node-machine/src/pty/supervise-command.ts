import { existsSync } from 'node:fs';

/** What is asked of the terminal, and of the shell at it, besides running the program. */
export interface TerminalSettings {
  readonly echoesInput: boolean;
  readonly addsCarriageReturns: boolean;
  /** What was typed and the program has not read is given back when it has ended. */
  readonly givesBackInput: boolean;
  /** The program's descriptors that are not the terminal, by number: 0 to 8. */
  readonly redirections: ReadonlyMap<number, Redirection>;
}

/** Where a descriptor leads. */
export type Redirection =
  | { readonly kind: 'closed' | 'terminal' }
  | { readonly kind: 'input' | 'output'; readonly path: string };

/** Reads what appears on a supervised terminal. */
export interface SupervisedOutput {
  /** Returns what of the bytes is the program's. */
  push(bytes: Uint8Array): Uint8Array;
  /** Says whether the settings are in force: what is typed before is echoed as the terminal would have it. */
  isReady(): boolean;
  /** The program's exit code, once it has ended and all of its output has been read. */
  exitCode(): number | undefined;
  /** What the program has not read, once it was given back. */
  unreadInput(): Uint8Array | undefined;
}

/** Descriptors that a shell's redirections can name, but for the one that it keeps for the terminal. */
export const MAX_REDIRECTED = 8;

const KEPT = MAX_REDIRECTED + 1;
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
  const { echoesInput, addsCarriageReturns, givesBackInput, redirections } = settings;
  const flags = [...(echoesInput ? [] : ['-echo']), ...(addsCarriageReturns ? [] : ['-onlcr'])].join(' ');
  const redirected = Array.from(redirections, ([descriptor, to]) => redirect(descriptor, to)).join(' ');
  const script = [
    // The shell says of its own how a program was killed; that is nobody's output.
    `exec ${KEPT}>&2 2>/dev/null`,
    'trap : INT QUIT TERM HUP',
    ...(flags === '' ? [] : [`${programPath('stty')} ${flags}`]),
    `(exec 2>&${KEPT} ${redirected}`,
    `printf '\\006${nonce};' >&${KEPT}`,
    `exec "$0" "$@" ${KEPT}>&-)`,
    `printf '\\006${nonce}%d;' $?`,
    ...(givesBackInput ? [giveBack(nonce)] : []),
    'kill -STOP $$',
  ].join('\n');
  return ['/bin/sh', '-c', script, file, ...args];
}

function redirect(descriptor: number, to: Redirection): string {
  switch (to.kind) {
    case 'closed':
      return `${descriptor}>&-`;
    case 'terminal':
      return `${descriptor}>&${KEPT}`;
    case 'input':
      return `${descriptor}<'${to.path}'`;
    case 'output':
      return `${descriptor}>'${to.path}'`;
  }
}

/** Prints what waits in the terminal, lines or not, without waiting for more. */
function giveBack(nonce: string): string {
  const asItIs = `${programPath('stty')} -icanon min 0 time 0 -echo -opost`;
  return `${asItIs}\n${programPath('cat')}\nprintf '\\006${nonce};'`;
}

function programPath(name: string): string {
  return ['/bin', '/usr/bin'].map((folder) => `${folder}/${name}`).find((path) => existsSync(path)) ?? name;
}

/** Creates the reader for a shell with this nonce. */
export function createSupervisedOutput(nonce: string): SupervisedOutput {
  const marker = Buffer.concat([Uint8Array.of(MARK), Buffer.from(nonce)]);
  let pending: Buffer = Buffer.alloc(0);
  let isReady = false;
  let exitCode: number | undefined;
  let unread: Buffer = Buffer.alloc(0);
  let isGivenBack = false;
  return {
    push(bytes) {
      pending = Buffer.concat([pending, bytes]);
      const own: Uint8Array[] = [];
      const take = (part: Buffer): void => {
        if (exitCode !== undefined) unread = Buffer.concat([unread, part]);
        else if (isReady) own.push(part);
      };
      for (;;) {
        const start = pending.indexOf(marker);
        const end = start === -1 ? -1 : pending.indexOf(';', start);
        if (end === -1 || isGivenBack) break;
        take(pending.subarray(0, start));
        const code = pending.subarray(start + marker.length, end).toString();
        if (code !== '') exitCode = Number(code);
        else if (exitCode !== undefined) isGivenBack = true;
        isReady = true;
        pending = pending.subarray(end + 1);
      }
      const kept = keptFrom(pending, marker);
      if (!isGivenBack) take(pending.subarray(0, kept));
      pending = pending.subarray(kept);
      return Buffer.concat(own);
    },
    isReady: () => isReady,
    exitCode: () => exitCode,
    unreadInput: () => (isGivenBack ? unread : undefined),
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
