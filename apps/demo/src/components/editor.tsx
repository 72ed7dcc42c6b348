import { keymap } from '@codemirror/view';
import { useSignal } from '@preact/signals';
import { basicSetup, EditorView } from 'codemirror';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Demo } from '../state/demo.ts';
import { languageOf } from './editor-language.ts';
import { syntaxColours } from './syntax-colours.ts';

/** Longest file that the editor opens. */
const MAX_EDITOR_BYTES = 2_000_000;

/** Views and edits the open file. Somebody else's change shows at once, unless there is unsaved text here: then it says so. */
export function Editor({ demo }: { demo: Demo }): VNode {
  const path = demo.openPath.value;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  const saved = useRef('');
  const problem = useSignal<string | undefined>(undefined);
  const isDirty = useSignal(false);
  const version = demo.entries.value.find((entry) => entry.path === path);

  const save = async (): Promise<void> => {
    const editor = view.current;
    if (!editor || path === undefined) return;
    const text = editor.state.doc.toString();
    await demo.attempt(async () => {
      await demo.workspace.value?.files.write(path, text);
      saved.current = text;
      demo.drafts.delete(path);
      isDirty.value = false;
      problem.value = undefined;
    });
  };

  useEffect(() => {
    const { workspace } = demo;
    if (path === undefined || !workspace.value) return undefined;
    let isGone = false;
    void loadText(demo, path).then((loaded) => {
      if (isGone || !place.current) return;
      problem.value = loaded.problem;
      if (loaded.text === undefined) return;
      const { text } = loaded;
      saved.current = text;
      const draft = demo.drafts.get(path);
      isDirty.value = draft !== undefined;
      if (draft !== undefined) problem.value = 'This is what you typed here before; it is not saved yet.';
      view.current = new EditorView({
        doc: draft ?? text,
        parent: place.current,
        extensions: [
          keymap.of([{ key: 'Mod-s', preventDefault: true, run: () => (void save(), true) }]),
          basicSetup,
          syntaxColours,
          languageOf(path),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': `Text of ${path}` }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            const typed = update.state.doc.toString();
            isDirty.value = typed !== saved.current;
            if (isDirty.value) demo.drafts.set(path, typed);
            else demo.drafts.delete(path);
          }),
        ],
      });
    });
    return () => {
      isGone = true;
      view.current?.destroy();
      view.current = undefined;
    };
  }, [path, demo.workspace.value]);

  useEffect(() => {
    const editor = view.current;
    if (path === undefined || !editor) return;
    void loadText(demo, path).then(({ text, problem: trouble }) => {
      if (view.current !== editor || text === saved.current) return;
      if (text === undefined) problem.value = trouble;
      else if (isDirty.value)
        problem.value = 'This file was changed by something else while you were editing. Saving replaces that change.';
      else {
        saved.current = text;
        editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
      }
    });
  }, [version?.mtimeMs, version?.size]);

  if (path === undefined) return <p class="empty">Choose a file to see it here.</p>;
  return (
    <div class="editor">
      <div class="panel-head">
        <code>{path}</code>
        <button type="button" disabled={!isDirty.value} onClick={() => void save()}>
          {isDirty.value ? 'Save' : 'Saved'}
        </button>
      </div>
      {problem.value ? <p class="facts problem">{problem.value}</p> : null}
      <div class="editor-place" ref={place} />
    </div>
  );
}

async function loadText(demo: Demo, path: string): Promise<{ text?: string; problem?: string }> {
  try {
    const bytes = await demo.workspace.value?.files.read(path);
    if (!bytes) return {};
    if (bytes.length > MAX_EDITOR_BYTES)
      return { problem: `This file has ${bytes.length.toLocaleString()} bytes, too many to edit here.` };
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof TypeError) return { problem: 'This file is not UTF-8 text, so it is not shown.' };
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
