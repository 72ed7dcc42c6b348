import type { VNode } from 'preact';
import type { Demo } from '../state/demo.ts';
import { countText } from './count-text.ts';
import { Editor } from './editor.tsx';
import { FileTree } from './file-tree.tsx';

/** The workspace's files: a tree, and one file open. */
export function FilesPanel({ demo }: { demo: Demo }): VNode {
  const progress = demo.importing.value;
  const files = demo.entries.value.filter(({ kind }) => kind !== 'directory').length;
  return (
    <>
      <div class="panel-head">
        <h2>Files</h2>
        {progress ? (
          <label>
            Importing {progress.done} of {progress.total} <progress value={progress.done} max={progress.total} />
          </label>
        ) : (
          <span class="facts">{countText(files, 'file')}</span>
        )}
      </div>
      <div class="files">
        <FileTree demo={demo} />
        <Editor demo={demo} />
      </div>
    </>
  );
}
