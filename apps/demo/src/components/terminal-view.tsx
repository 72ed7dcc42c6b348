import { type ReadonlySignal, useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { TerminalState, TerminalTab } from '../state/terminals.ts';
import { createXterm, type PlacedTerminal } from './create-xterm.ts';

/** A live terminal: a shell of the machine, for the person. */
export function TerminalView({
  tab,
  isShown,
  isSpoken,
  onLeave,
}: {
  tab: TerminalTab;
  isShown: boolean;
  isSpoken: ReadonlySignal<boolean>;
  /** Shift+Tab was pressed: Tab itself belongs to the shell. */
  onLeave: () => void;
}): VNode {
  const place = useRef<HTMLDivElement>(null);
  const placed = useRef<PlacedTerminal | undefined>(undefined);
  useEffect(() => {
    if (!place.current) return undefined;
    const created = createXterm(place.current, {
      cursorBlink: true,
      // Without a terminal nothing makes a return of its newlines.
      convertEol: tab.process?.hasTerminal === false,
    });
    const { terminal } = created;
    placed.current = created;
    terminal.attachCustomKeyEventHandler((event) => {
      if (event.key !== 'Tab' || !event.shiftKey) return true;
      if (event.type === 'keydown') onLeave();
      event.preventDefault();
      return false;
    });
    terminal.textarea?.setAttribute('aria-label', `${tab.title}; Shift+Tab leaves it`);
    terminal.onData((text) => tab.type(text));
    terminal.onResize(({ cols, rows }) => tab.resize({ columns: cols, rows }));
    tab.start({ columns: terminal.cols, rows: terminal.rows, onOutput: created.show });
    terminal.focus();
    return () => created.dispose();
  }, [tab, onLeave]);
  useEffect(() => {
    if (isShown) placed.current?.terminal.focus();
  }, [isShown]);
  useSignalEffect(() => {
    const { value } = isSpoken;
    if (placed.current) placed.current.terminal.options.screenReaderMode = value;
  });
  return (
    <>
      <div class="terminal" ref={place} />
      <div class="terminal-foot" role="status">
        {tab.process ? describeProcess(tab) : describeState(tab.state.value)}
      </div>
    </>
  );
}

function describeState(state: TerminalState): VNode {
  switch (state.kind) {
    case 'starting':
      return <span>The shell is starting.</span>;
    case 'running':
      return (
        <span>
          Your own shell: nothing asks here. <kbd>Tab</kbd> completes, <kbd>Ctrl</kbd>+<kbd>C</kbd> interrupts,{' '}
          <kbd>Shift</kbd>+<kbd>Tab</kbd> leaves.
        </span>
      );
    case 'ended':
      return <span>The shell has ended: {state.how}.</span>;
    case 'lost':
      return <span>The terminal is lost: {state.reason}.</span>;
  }
}

function describeProcess({ process, state }: TerminalTab): VNode {
  const { value } = state;
  switch (value.kind) {
    case 'starting':
    case 'running':
      return (
        <span>
          {process?.canInput ? 'What you type goes to the process; nothing asks here. ' : 'It reads no input. '}
          <kbd>Shift</kbd>+<kbd>Tab</kbd> leaves; closing the tab leaves it running.
        </span>
      );
    case 'ended':
      return <span>It has ended: {value.how}.</span>;
    case 'lost':
      return <span>It is lost: {value.reason}.</span>;
  }
}
