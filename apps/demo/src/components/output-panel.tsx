import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useCallback, useRef } from 'preact/hooks';
import type { Demo } from '../state/demo.ts';
import { OutputView } from './output-view.tsx';
import { ProcessList } from './process-list.tsx';
import { TerminalView } from './terminal-view.tsx';

const OUTPUT = 'output';

/** The terminals, one at a time: the agent's output, and the person's own shells. */
export function OutputPanel({ demo }: { demo: Demo }): VNode {
  const { terminals } = demo;
  const isSpoken = useSignal(false);
  const list = useRef<HTMLDivElement>(null);
  const shown = terminals.shown.value ?? OUTPUT;
  const tabs = [{ id: OUTPUT, title: 'Output' }, ...terminals.tabs.value];
  const leave = useCallback(() => {
    list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  }, []);
  const show = (id: string): void => {
    terminals.shown.value = id === OUTPUT ? undefined : id;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const next = step && tabs[tabs.findIndex(({ id }) => id === shown) + step];
    if (!next) return;
    event.preventDefault();
    show(next.id);
    list.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
  };
  return (
    <>
      <ProcessList demo={demo} />
      <div class="panel-head">
        <div role="tablist" aria-label="Terminals" class="terminal-tabs" ref={list} onKeyDown={onKeyDown}>
          {tabs.map(({ id, title }) => (
            <button
              key={id}
              id={`tab-${id}`}
              type="button"
              role="tab"
              aria-selected={id === shown}
              aria-controls={`view-${id}`}
              tabIndex={id === shown ? 0 : -1}
              onClick={() => show(id)}
            >
              {title}
            </button>
          ))}
        </div>
        <button type="button" onClick={() => terminals.open()}>
          New terminal
        </button>
        {shown === OUTPUT ? null : (
          <button type="button" onClick={() => terminals.close(shown)}>
            Close it
          </button>
        )}
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
      </div>
      <div
        class="terminal-view"
        id="view-output"
        role="tabpanel"
        aria-labelledby="tab-output"
        hidden={shown !== OUTPUT}
      >
        <OutputView demo={demo} isSpoken={isSpoken} />
      </div>
      {terminals.tabs.value.map((tab) => (
        <div
          key={tab.id}
          class="terminal-view"
          id={`view-${tab.id}`}
          role="tabpanel"
          aria-labelledby={`tab-${tab.id}`}
          hidden={shown !== tab.id}
        >
          <TerminalView tab={tab} isShown={shown === tab.id} isSpoken={isSpoken} onLeave={leave} />
        </div>
      ))}
    </>
  );
}
