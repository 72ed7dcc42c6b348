/** Calls back after this many milliseconds, and returns what cancels it. */
export type After = (ms: number, callback: () => void) => () => void;

/** What the host half needs of the page. */
export interface HostPlatform {
  readonly after: After;
  /** Returns this many hexadecimal digits that nobody can guess. */
  randomHex(digits: number): string;
  /** Returns a SHA-256, hexadecimal. */
  hash(bytes: Uint8Array<ArrayBuffer>): Promise<string>;
  /** Whether the page has cross-origin isolation. */
  readonly isIsolated: boolean;
  /** Whether the browser knows of a network. */
  readonly isOnline: boolean;
}

/** Returns the page's own. */
export function createPagePlatform(): HostPlatform {
  return {
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    randomHex: (digits) => toHex(crypto.getRandomValues(new Uint8Array(Math.ceil(digits / 2)))).slice(0, digits),
    hash: async (bytes) => toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))),
    isIsolated: globalThis.crossOriginIsolated,
    isOnline: navigator.onLine,
  };
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
