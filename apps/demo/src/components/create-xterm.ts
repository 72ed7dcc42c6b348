import { FitAddon } from '@xterm/addon-fit';
import { type ITerminalOptions, Terminal } from '@xterm/xterm';

/** A terminal on the page, in the page's colours and as large as its place. */
export interface PlacedTerminal {
  readonly terminal: Terminal;
  /** Shows bytes; resolves when they are on the screen, or the terminal is gone. */
  show(chunk: string | Uint8Array): Promise<void>;
  dispose(): void;
}

/** Puts a terminal into an element, and keeps its size and colours right. */
export function createXterm(place: HTMLElement, options: ITerminalOptions): PlacedTerminal {
  const terminal = new Terminal({ scrollback: 10_000, fontSize: 13, theme: readTheme(), ...options });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  terminal.open(place);
  const fitPlace = (): void => {
    // A hidden place has no size to fit.
    if (place.clientWidth > 0 && place.clientHeight > 0) fit.fit();
  };
  fitPlace();
  const observer = new ResizeObserver(fitPlace);
  observer.observe(place);
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const onScheme = (): void => {
    terminal.options.theme = readTheme();
  };
  scheme.addEventListener('change', onScheme);
  const unshown = new Set<() => void>();
  return {
    terminal,
    show: (chunk) =>
      new Promise((resolve) => {
        unshown.add(resolve);
        terminal.write(chunk, () => {
          unshown.delete(resolve);
          resolve();
        });
      }),
    dispose() {
      for (const resolve of unshown) resolve();
      scheme.removeEventListener('change', onScheme);
      observer.disconnect();
      terminal.dispose();
    },
  };
}

function readTheme(): Readonly<Record<string, string>> {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  return {
    background: read('--surface'),
    foreground: read('--text'),
    cursor: read('--text'),
    cursorAccent: read('--surface'),
    selectionBackground: read('--line'),
    black: read('--text'),
    red: read('--bad'),
    green: read('--good'),
    yellow: read('--note'),
    blue: read('--code-name'),
    magenta: read('--code-keyword'),
    cyan: read('--code-number'),
    brightRed: read('--bad'),
    brightGreen: read('--good'),
    brightYellow: read('--note'),
    brightBlue: read('--code-name'),
    brightMagenta: read('--code-keyword'),
    brightCyan: read('--code-number'),
  };
}
