/** Version of what host and guest say to each other besides the tools' wire; both ship together. */
export const GUEST_VERSION = 1;

/** What the host leaves for the guest, as JSON beside its program; the guest removes it. */
export interface GuestConfig {
  readonly version: number;
  /** Of this boot. */
  readonly nonce: string;
  /** Directory of the workspace, absolute. */
  readonly root: string;
  /** Names that are not stored; without it the usual ones. */
  readonly exclude?: readonly string[];
  /** A larger file is not stored. */
  readonly maxFileBytes: number;
}

/** The first message of the guest. */
export interface GuestGreeting {
  readonly kind: 'greeting';
  readonly version: number;
  /** Directory of the workspace, absolute and without links. */
  readonly root: string;
  /** SHA-256 of the program as the guest read it, hexadecimal. */
  readonly hash: string;
  readonly exclude: readonly string[];
  /** Version of the Node that runs it. */
  readonly node: string;
  readonly pid: number;
}

/** Name of the guest's program in its folder. As CommonJS, whatever a `package.json` above says. */
export const GUEST_FILE = 'guest.cjs';
export const CONFIG_FILE = 'config.json';
/** Folder of long messages, beside the program. */
export const MAIL_FOLDER = 'mail';
/** How often the guest says that it lives. */
export const BEAT_EVERY_MS = 500;

/** Returns the greeting when a message is one of this version, else what is wrong with it. */
export function readGreeting(message: unknown): GuestGreeting | string {
  if (typeof message !== 'object' || message === null) return 'the guest said something else than a greeting';
  const { kind, version, root, hash, exclude, node, pid }: Partial<Record<keyof GuestGreeting, unknown>> = message;
  if (kind !== 'greeting') return 'the guest said something else than a greeting';
  if (version !== GUEST_VERSION) return `the guest speaks version ${String(version)}; serve files of one version`;
  if (typeof root !== 'string' || !root.startsWith('/')) return 'the guest did not say where its files are';
  const isWhole = typeof hash === 'string' && typeof node === 'string' && typeof pid === 'number';
  if (!isWhole || !Array.isArray(exclude) || !exclude.every((name) => typeof name === 'string')) {
    return 'the greeting of the guest is incomplete';
  }
  return { kind, version, root, hash, exclude, node, pid };
}
