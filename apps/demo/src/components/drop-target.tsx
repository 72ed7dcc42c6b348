import { useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import type { Demo } from '../state/demo.ts';
import { importPicked, readDropped } from './import-picked.ts';

/** Makes the whole page a place to drop folders, files and zips. */
export function DropTarget({ demo, children }: { demo: Demo; children: ComponentChildren }): VNode {
  const isOver = useSignal(false);
  return (
    <div
      class={`page ${isOver.value ? 'dropping' : ''}`}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={(event) => {
        if (event.relatedTarget === null) isOver.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        const items = event.dataTransfer?.items;
        if (items) void demo.attempt(async () => importPicked(demo, await readDropped(items)));
      }}
    >
      {children}
      {isOver.value ? <p class="drop-hint">Drop a folder, files or a zip to put them in the workspace</p> : null}
    </div>
  );
}
