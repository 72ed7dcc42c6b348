import { useSignal } from '@preact/signals';
import { deleteWorkspace, listWorkspaces, renameWorkspace } from 'cloche';
import type { VNode } from 'preact';
import { type Demo, workspaceInAddress } from '../state/demo.ts';
import { describeSave } from '../state/describe-status.ts';
import { countText } from './count-text.ts';
import { downloadBlob } from './download-blob.ts';
import { importPicked } from './import-picked.ts';

/** The workspaces of this browser: switch, make, rename, delete, import and export. */
export function WorkspaceMenu({ demo }: { demo: Demo }): VNode {
  const name = useSignal('');
  const current = demo.workspace.value?.name ?? workspaceInAddress();
  const names = new Set([current, ...demo.workspaces.value.map((workspace) => workspace.name)]);
  const refresh = async (): Promise<void> => {
    demo.workspaces.value = await listWorkspaces();
  };
  return (
    <details class="menu">
      <summary>
        Workspace <b>{current}</b>
      </summary>
      <div class="menu-body">
        <p class="facts">{describeSave(demo)}</p>
        <label>
          Open
          <select value={current} onChange={(event) => openByName(event.currentTarget.value)}>
            {[...names].sort().map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (name.value.trim() !== '') openByName(name.value.trim());
          }}
        >
          <label>
            New or other name
            <input value={name.value} onInput={(event) => (name.value = event.currentTarget.value)} maxLength={200} />
          </label>
          <button type="submit">Open as new</button>
          <button
            type="button"
            onClick={() =>
              void demo.attempt(async () => {
                await renameWorkspace(current, name.value.trim());
                await demo.workspace.value?.close();
                openByName(name.value.trim());
              })
            }
          >
            Rename to this
          </button>
        </form>
        <div class="row">
          <button type="button" onClick={() => void demo.attempt(() => exportWorkspace(demo))}>
            Export zip
          </button>
          {'showDirectoryPicker' in window ? (
            <button type="button" onClick={() => void demo.attempt(() => exportToFolder(demo))}>
              Export to a folder
            </button>
          ) : null}
          <FilePicker demo={demo} label="Import zip or files" />
          <FilePicker demo={demo} label="Import a folder" isFolder />
          <button
            type="button"
            class="danger"
            onClick={() =>
              void demo.attempt(async () => {
                if (!confirm(`Delete the workspace "${current}" and its files from this browser?`)) return;
                await demo.workspace.value?.close();
                await deleteWorkspace(current);
                await refresh();
                openByName([...names].find((other) => other !== current) ?? 'garden');
              })
            }
          >
            Delete
          </button>
        </div>
      </div>
    </details>
  );
}

/** A button that lets the person pick files, or a folder with all that is in it. */
function FilePicker({ demo, label, isFolder = false }: { demo: Demo; label: string; isFolder?: boolean }): VNode {
  return (
    <label class="file-button">
      {label}
      <input
        type="file"
        multiple
        {...(isFolder ? { webkitdirectory: '' } : {})}
        onChange={(event) => {
          const picked = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          void demo.attempt(() => importPicked(demo, picked));
        }}
      />
    </label>
  );
}

function openByName(name: string): void {
  const url = new URL(location.href);
  url.searchParams.set('workspace', name);
  location.assign(url);
}

declare global {
  interface Window {
    /** File System Access, where the browser has it. */
    showDirectoryPicker(options: { mode: 'readwrite' }): Promise<FileSystemDirectoryHandle>;
  }
}

async function exportToFolder(demo: Demo): Promise<void> {
  const folder = await window.showDirectoryPicker({ mode: 'readwrite' });
  const summary = await demo.workspace.value?.files.exportFolder(folder);
  if (!summary) return;
  const skipped = summary.skipped.length === 0 ? '' : ` Not written: ${summary.skipped.join(', ')}.`;
  demo.note('page', `Wrote ${countText(summary.files, 'file')} to ${folder.name}.${skipped}`);
}

async function exportWorkspace({ workspace }: Demo): Promise<void> {
  const open = workspace.value;
  if (open) downloadBlob(await open.files.exportZip(), `${open.name}.zip`);
}
