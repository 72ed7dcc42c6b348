import { type ReadonlySignal, useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Demo } from '../state/demo.ts';
import { createXterm, type PlacedTerminal } from './create-xterm.ts';

/** The raw output of the agent's commands, as a terminal shows it. */
export function OutputView({ demo, isSpoken }: { demo: Demo; isSpoken: ReadonlySignal<boolean> }): VNode {
  const place = useRef<HTMLDivElement>(null);
  const placed = useRef<PlacedTerminal | undefined>(undefined);
  useEffect(() => {
    if (!place.current) return undefined;
    const created = createXterm(place.current, { convertEol: true, disableStdin: true });
    // Tab leads on to the next control, since nothing can be typed here.
    created.terminal.attachCustomKeyEventHandler((event) => event.key !== 'Tab');
    placed.current = created;
    const detach = demo.output.attach(created.show);
    return () => {
      detach();
      created.dispose();
    };
  }, [demo]);
  useSignalEffect(() => {
    const { value } = isSpoken;
    if (placed.current) placed.current.terminal.options.screenReaderMode = value;
  });
  return (
    <>
      <div class="terminal" ref={place} />
      <div class="terminal-foot">
        <span>What the agent's commands print.</span>
        <button type="button" onClick={() => placed.current?.terminal.clear()}>
          Clear
        </button>
      </div>
    </>
  );
}
