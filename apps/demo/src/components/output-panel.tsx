import { useSignal } from '@preact/signals';
import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Demo } from '../state/demo.ts';

/** The raw output of commands, as a terminal shows it. */
export function OutputPanel({ demo }: { demo: Demo }): VNode {
  const place = useRef<HTMLDivElement>(null);
  const terminal = useRef<Terminal | undefined>(undefined);
  const isSpoken = useSignal(false);
  useEffect(() => {
    if (!place.current) return undefined;
    const created = new Terminal({
      convertEol: true,
      disableStdin: true,
      scrollback: 10_000,
      fontSize: 13,
      theme: readTheme(),
    });
    const fit = new FitAddon();
    created.loadAddon(fit);
    created.open(place.current);
    terminal.current = created;
    const observer = new ResizeObserver(() => fit.fit());
    observer.observe(place.current);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const onScheme = (): void => {
      created.options.theme = readTheme();
    };
    scheme.addEventListener('change', onScheme);
    // Tab leads on to the next control, since nothing can be typed here.
    created.attachCustomKeyEventHandler((event) => event.key !== 'Tab');
    const unshown = new Set<() => void>();
    const detach = demo.output.attach(
      (chunk) =>
        new Promise((resolve) => {
          unshown.add(resolve);
          created.write(chunk, () => {
            unshown.delete(resolve);
            resolve();
          });
        }),
    );
    return () => {
      detach();
      for (const resolve of unshown) resolve();
      scheme.removeEventListener('change', onScheme);
      observer.disconnect();
      created.dispose();
    };
  }, [demo]);
  useEffect(() => {
    if (terminal.current) terminal.current.options.screenReaderMode = isSpoken.value;
  }, [isSpoken.value]);
  return (
    <>
      <div class="panel-head">
        <h2>Output</h2>
        <label>
          <input
            type="checkbox"
            checked={isSpoken.value}
            onChange={(event) => {
              isSpoken.value = event.currentTarget.checked;
            }}
          />{' '}
          For screen readers
        </label>
        <button type="button" onClick={() => terminal.current?.clear()}>
          Clear
        </button>
      </div>
      <div class="terminal" ref={place} />
    </>
  );
}

function readTheme(): { background: string; foreground: string; green: string; red: string } {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  return { background: read('--surface'), foreground: read('--text'), green: read('--good'), red: read('--bad') };
}
