import { useSignal } from '@preact/signals';
import type { ListedEntry } from 'cloche';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { Demo } from '../state/demo.ts';

/** Rows that are shown at most; a larger tree is opened directory by directory. */
const MAX_ROWS = 2000;

/** The tree of files (WAI-ARIA tree view: arrow keys move, open and close; Enter opens a file). */
export function FileTree({ demo }: { demo: Demo }): VNode {
  const closed = useSignal<ReadonlySet<string>>(new Set());
  const active = useSignal<string | undefined>(undefined);
  const tree = useRef<HTMLUListElement>(null);
  const root = demo.workspace.value?.root ?? '/workspace';
  const rows = visibleRows(demo.entries.value, closed.value, root).slice(0, MAX_ROWS);
  const activePath = rows.some(({ path }) => path === active.value) ? active.value : rows[0]?.path;

  const focusRow = (index: number): void => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)];
    if (!row) return;
    active.value = row.path;
    requestAnimationFrame(() => tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
  };
  const setClosed = (path: string, isClosed: boolean): void => {
    const next = new Set(closed.value);
    if (isClosed) next.add(path);
    else next.delete(path);
    closed.value = next;
  };
  const choose = (row: ListedEntry): void => {
    active.value = row.path;
    if (row.kind === 'directory') setClosed(row.path, !closed.value.has(row.path));
    else demo.openPath.value = row.path;
  };
  const onKey = (event: KeyboardEvent, row: ListedEntry, index: number): void => {
    const isOpenDirectory = row.kind === 'directory' && !closed.value.has(row.path);
    const parentIndex = rows.findIndex(({ path }) => path === row.path.slice(0, row.path.lastIndexOf('/')));
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focusRow(index + 1),
      ArrowUp: () => focusRow(index - 1),
      Home: () => focusRow(0),
      End: () => focusRow(rows.length - 1),
      ArrowRight: () =>
        row.kind === 'directory' && !isOpenDirectory ? setClosed(row.path, false) : focusRow(index + 1),
      ArrowLeft: () => (isOpenDirectory ? setClosed(row.path, true) : focusRow(parentIndex < 0 ? index : parentIndex)),
      Enter: () => choose(row),
      ' ': () => choose(row),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  if (rows.length === 0) return <p class="empty tree">No files yet. Drop a folder or a zip anywhere on this page.</p>;
  return (
    <ul class="tree" role="tree" aria-label="Files of the workspace" ref={tree}>
      {rows.map((row, index) => {
        const depth = row.path.slice(root.length + 1).split('/').length;
        return (
          <li
            key={row.path}
            role="treeitem"
            aria-level={depth}
            aria-selected={demo.openPath.value === row.path}
            aria-expanded={row.kind === 'directory' ? !closed.value.has(row.path) : undefined}
            tabIndex={row.path === activePath ? 0 : -1}
            style={{ paddingInlineStart: `${depth * 0.9}rem` }}
            data-kind={row.kind}
            onClick={() => choose(row)}
            onKeyDown={(event) => onKey(event, row, index)}
          >
            {row.path.slice(row.path.lastIndexOf('/') + 1)}
          </li>
        );
      })}
    </ul>
  );
}

function visibleRows(entries: readonly ListedEntry[], closed: ReadonlySet<string>, root: string): ListedEntry[] {
  const byParent = new Map<string, ListedEntry[]>();
  for (const entry of entries) {
    const parent = entry.path.slice(0, entry.path.lastIndexOf('/'));
    const children = byParent.get(parent);
    if (children) children.push(entry);
    else byParent.set(parent, [entry]);
  }
  const rows: ListedEntry[] = [];
  const visit = (directory: string): void => {
    for (const entry of byParent.get(directory) ?? []) {
      rows.push(entry);
      if (entry.kind === 'directory' && !closed.has(entry.path)) visit(entry.path);
    }
  };
  visit(root);
  return rows;
}
