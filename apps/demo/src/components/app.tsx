import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { Demo } from '../state/demo.ts';
import { ApprovalQueue } from './approval-queue.tsx';
import { BannerBar } from './banner-bar.tsx';
import { DropTarget } from './drop-target.tsx';
import { FilesPanel } from './files-panel.tsx';
import { MachineMenu } from './machine-menu.tsx';
import { OutputPanel } from './output-panel.tsx';
import { StatusBar } from './status-bar.tsx';
import { TimelinePanel } from './timeline-panel.tsx';
import { ToolConsole } from './tool-console.tsx';
import { WorkspaceMenu } from './workspace-menu.tsx';

const PANELS = [
  { id: 'agent', label: 'Agent' },
  { id: 'files', label: 'Files' },
  { id: 'tools', label: 'Tools' },
  { id: 'output', label: 'Terminals' },
] as const;

type PanelId = (typeof PANELS)[number]['id'];

/** The whole page: panels side by side, and below 900 px one at a time. */
export function App({ demo }: { demo: Demo }): VNode {
  const shown = useSignal<PanelId>('agent');
  const waiting = demo.approvals.pending.value.length;
  document.title =
    waiting > 0 ? `(${waiting}) Cloche: ${waiting === 1 ? 'a call waits' : 'calls wait'} for you` : 'Cloche';
  return (
    <DropTarget demo={demo}>
      <header class="top">
        <h1>
          <img src="./icon.svg" alt="" width="24" height="24" /> Cloche
        </h1>
        <WorkspaceMenu demo={demo} />
        <MachineMenu demo={demo} />
        <StatusBar demo={demo} />
      </header>
      <BannerBar demo={demo} />
      <nav class="tabs" aria-label="Panels">
        {PANELS.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            aria-pressed={shown.value === id}
            onClick={() => {
              shown.value = id;
            }}
          >
            {label}
            {id === 'agent' && waiting > 0 ? <span class="badge">{waiting}</span> : null}
          </button>
        ))}
      </nav>
      <main class="panels" data-shown={shown.value}>
        <section class="panel" data-panel="agent" aria-label="Agent">
          <TimelinePanel demo={demo} />
          <ApprovalQueue
            demo={demo}
            onReview={() => {
              shown.value = 'agent';
            }}
          />
        </section>
        <section class="panel" data-panel="files" aria-label="Files">
          <FilesPanel demo={demo} />
        </section>
        <section class="panel" data-panel="tools" aria-label="Tools">
          <ToolConsole demo={demo} />
        </section>
        <section class="panel" data-panel="output" aria-label="Terminals">
          <OutputPanel demo={demo} />
        </section>
      </main>
    </DropTarget>
  );
}
