import {
  createPipe,
  describeError,
  encodeText,
  errnoOf,
  joinPath,
  type OpenFile,
  type OpenOptions,
  openForProcess,
  type ProcessFacts,
} from '@cloche/system';
import { ShellError } from '../execute/shell-error.ts';
import type { Task } from '../execute/task.ts';
import { expandToText } from '../expand/expand-to-text.ts';
import { expandTarget } from '../expand/expand-word.ts';
import type { HereDoc, Redirect, Redirection } from '../script/parse-script.ts';
import type { Shell } from '../shell.ts';
import { assignReference, checkWritable, readReference, splitReference } from '../variables/shell-variables.ts';

/** What a redirection replaced, so that it can be put back. */
export interface Replaced {
  readonly descriptor: number;
  /** Owned by this record until it is put back. */
  readonly file: OpenFile | undefined;
}

/** Thrown when a redirection fails; the command does not run and its status is 1. */
export class RedirectionError extends Error {
  override readonly name = 'RedirectionError';
}

/** Carries out redirections from left to right and records in `replaced` what they displaced. */
export function* applyRedirections(
  shell: Shell,
  redirections: readonly Redirection[],
  replaced: Replaced[],
): Task<void> {
  for (const redirection of redirections) {
    try {
      if (redirection.type === 'Redirect') yield* applyRedirect(shell, redirection, replaced);
      else {
        const text =
          redirection.type === 'HereDoc'
            ? yield* documentText(shell, redirection)
            : yield* hereStringText(shell, redirection);
        const descriptor = chooseDescriptor(shell, redirection, 0, replaced);
        shell.descriptors.set(descriptor, openText(text));
      }
    } catch (error) {
      if (error instanceof ShellError && error.effect === 'line') throw new RedirectionError(error.message);
      throw error;
    }
  }
}

/** Puts back what redirections displaced, the last first. */
export function restoreDescriptors(shell: Shell, replaced: readonly Replaced[]): void {
  for (const { descriptor, file } of [...replaced].reverse()) {
    if (file) shell.descriptors.set(descriptor, file);
    else shell.descriptors.close(descriptor);
  }
}

/** Forgets what redirections displaced: they stay. */
export function keepDescriptors(replaced: readonly Replaced[]): void {
  for (const { file } of replaced) file?.release();
}

/** Returns a file from which `text` can be read. */
export function openText(text: string): OpenFile {
  const bytes = encodeText(text);
  const { reader, writer } = createPipe(bytes.length + 1);
  void writer.write(bytes, new AbortController().signal);
  writer.release();
  return reader;
}

function* documentText(shell: Shell, { body, delimiter, operator }: HereDoc): Task<string> {
  const whole = body.text === '' || body.text.endsWith('\n') ? body.text : `${body.text}\n`;
  const text = operator === '<<-' ? whole.replace(/^\t+/gm, '') : whole;
  if (delimiter?.quoted) return text;
  return yield* expandToText(shell, shell.words.text(text, 'document'));
}

function* hereStringText(shell: Shell, { target }: Redirection & { type: 'HereString' }): Task<string> {
  if (!target) return '\n';
  return `${yield* expandToText(shell, shell.words.word(target, 'assignment'))}\n`;
}

function* applyRedirect(shell: Shell, redirect: Redirect, replaced: Replaced[]): Task<void> {
  const { operator, target } = redirect;
  if (!target) throw new ShellError("syntax error near unexpected token `newline'");
  const path = yield* expandTarget(shell, target);
  if (operator === '>&' || operator === '<&') {
    duplicate(shell, redirect, path, replaced);
    return;
  }
  if (operator === '&>' || operator === '&>>') {
    openBoth(shell, path, operator === '&>>', replaced);
    return;
  }
  const file = openTarget(shell, path, operator);
  const descriptor = chooseDescriptor(shell, redirect, operator.startsWith('<') ? 0 : 1, replaced);
  shell.descriptors.set(descriptor, file);
}

const OPEN_OPTIONS: Readonly<Record<string, OpenOptions>> = {
  '<': { read: true },
  '>': { write: true, create: true, truncate: true },
  '>|': { write: true, create: true, truncate: true },
  '>>': { append: true, create: true },
  '<>': { read: true, write: true, create: true },
};

/** Opens a redirection's file with the shell's umask and `noclobber`. */
function openTarget(shell: Shell, path: string, operator: string): OpenFile {
  const options = OPEN_OPTIONS[operator] ?? { read: true };
  if (path === '') throw new ShellError(`${path}: No such file or directory`);
  if (operator === '>' && shell.options.has('noclobber') && isOrdinaryFile(shell, path)) {
    throw new ShellError(`${path}: cannot overwrite existing file`);
  }
  return openPath(shell, path, options);
}

/** Opens a path as the shell does. Throws `ShellError` with `path: reason`. */
export function openPath(shell: Shell, path: string, options: OpenOptions): OpenFile {
  const { files, random, processes } = shell.machine;
  const terminal = processes.get(shell.pid)?.terminal;
  const allowed = shell.resourceLimits.get('n')?.soft.replace('unlimited', 'Infinity') ?? Infinity;
  if (shell.descriptors.entries().size >= Math.min(Number(allowed), shell.limits.maxOpenFiles))
    throw new ShellError(`${path}: Too many open files`);
  try {
    return openForProcess(
      {
        files,
        random,
        descriptors: shell.descriptors.entries(),
        cwd: shell.cwd,
        umask: shell.umask,
        terminal,
        process: processFacts(shell),
      },
      path,
      options,
    );
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    throw new ShellError(`${path}: ${describeError(error)}`);
  }
}

function processFacts(shell: Shell): ProcessFacts {
  const { pid, parentPid: parent, group, name, startEnvironment: env } = shell;
  return { pid, parent, group, argv: [name], env };
}

function isOrdinaryFile(shell: Shell, path: string): boolean {
  try {
    return shell.machine.files.stat(joinPath(shell.cwd, path)).kind === 'file';
  } catch {
    return false;
  }
}

function openBoth(shell: Shell, path: string, isAppending: boolean, replaced: Replaced[]): void {
  const file = openTarget(shell, path, isAppending ? '>>' : '>');
  remember(shell, 1, replaced);
  remember(shell, 2, replaced);
  shell.descriptors.set(2, file.retain());
  shell.descriptors.set(1, file);
}

function duplicate(shell: Shell, redirect: Redirect, word: string, replaced: Replaced[]): void {
  const fallback = redirect.operator === '<&' ? 0 : 1;
  if (word === '-') {
    closeDescriptor(shell, redirect, fallback, replaced);
    return;
  }
  const match = /^(\d+)(-?)$/.exec(word);
  if (!match) {
    const { descriptor } = redirect;
    const isOutput = !descriptor || (descriptor.type === 'FileDescriptor' && descriptor.value === 1);
    if (redirect.operator === '<&' || !isOutput) throw new ShellError(`${word}: ambiguous redirect`);
    openBoth(shell, word, false, replaced);
    return;
  }
  const from = Number(match[1]);
  const file = shell.descriptors.get(from);
  if (!file) throw new ShellError(`${from}: Bad file descriptor`);
  const copy = file.retain();
  const descriptor = chooseDescriptor(shell, redirect, fallback, replaced);
  shell.descriptors.set(descriptor, copy);
  if (match[2] === '-' && from !== descriptor) {
    remember(shell, from, replaced);
    shell.descriptors.close(from);
  }
}

function closeDescriptor(shell: Shell, redirect: Redirect, fallback: number, replaced: Replaced[]): void {
  const { descriptor } = redirect;
  if (descriptor?.type === 'FileDescriptorVariable') {
    const reference = splitReference(descriptor.name);
    const number = Number(reference ? readReference(shell, reference) : undefined);
    if (!Number.isInteger(number)) throw new ShellError(`${descriptor.name}: Bad file descriptor`);
    shell.descriptors.close(number);
    return;
  }
  const number = descriptor?.value ?? fallback;
  remember(shell, number, replaced);
  shell.descriptors.close(number);
}

/** Returns the number to redirect; `{name}` takes a free one, stores it, and is not undone after the command. */
function chooseDescriptor(shell: Shell, redirection: Redirection, fallback: number, replaced: Replaced[]): number {
  const { descriptor } = redirection;
  if (descriptor?.type !== 'FileDescriptorVariable') {
    const number = descriptor?.value ?? fallback;
    remember(shell, number, replaced);
    return number;
  }
  const reference = splitReference(descriptor.name);
  if (!reference) throw new ShellError(`${descriptor.name}: invalid variable name`);
  const variable = shell.variables.get(reference.name);
  if (variable) checkWritable(reference.name, variable);
  const number = shell.descriptors.nextFree();
  assignReference(shell, reference, String(number));
  return number;
}

function remember(shell: Shell, descriptor: number, replaced: Replaced[]): void {
  replaced.push({ descriptor, file: shell.descriptors.get(descriptor)?.retain() });
}
