import { css } from '@codemirror/lang-css';
import { html } from '@codemirror/lang-html';
import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { markdown } from '@codemirror/lang-markdown';
import { StreamLanguage } from '@codemirror/language';
import { shell } from '@codemirror/legacy-modes/mode/shell';
import type { Extension } from '@codemirror/state';

const LANGUAGES: Readonly<Record<string, () => Extension>> = {
  css,
  html,
  js: () => javascript(),
  mjs: () => javascript(),
  cjs: () => javascript(),
  jsx: () => javascript({ jsx: true }),
  ts: () => javascript({ typescript: true }),
  tsx: () => javascript({ jsx: true, typescript: true }),
  json,
  md: () => markdown(),
  sh: () => StreamLanguage.define(shell),
};

/** Returns the editor's extension for a file's name; none for names that are not known. */
export function languageOf(path: string): Extension {
  return LANGUAGES[path.slice(path.lastIndexOf('.') + 1)]?.() ?? [];
}
