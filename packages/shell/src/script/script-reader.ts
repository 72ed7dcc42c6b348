import { concatBytes, decodeText, encodedLength, NO_BYTES } from '@cloche/system';
import { type Task, waitFor } from '../execute/task.ts';
import type { Shell } from '../shell.ts';
import { ScriptText, type ScriptUnit } from './script-text.ts';

/** Where the commands of a shell come from. */
export interface ScriptReader {
  /** Returns the next unit; waits when the script comes from a stream. */
  next(shell: Shell): Task<ScriptUnit>;
}

/** Reads a script that is all there. */
export function readText(text: string, name: string, firstLine = 1): ScriptReader {
  const script = new ScriptText(text, name, firstLine);
  return {
    next: (shell) => waitFor(script.next(activeAliases(shell))),
  };
}

/**
 * Reads a script from standard input unit by unit. What a unit does not need is given back before it runs, so that its
 * commands can read the lines after it.
 */
export function readStandardInput(name: string): ScriptReader {
  return new StandardInputReader(name);
}

function activeAliases(shell: Shell): ReadonlyMap<string, string> | undefined {
  return shell.shellOptions.has('expand_aliases') ? shell.aliases : undefined;
}

/** How much a first read takes; each further read for the same unit takes twice as much. */
const BLOCK_BYTES = 4096;

class StandardInputReader implements ScriptReader {
  private readonly name: string;
  private script: ScriptText;
  /** Bytes that were given back: what `script` has not handed out yet. */
  private expected: Uint8Array = NO_BYTES;
  private text = '';
  private taken = 0;
  private line = 1;

  constructor(name: string) {
    this.name = name;
    this.script = new ScriptText('', name, 1);
  }

  *next(shell: Shell): Task<ScriptUnit> {
    // What was given back is read again as it was, so that the text is parsed once and not once for each of its lines.
    let bytes = yield* this.readMore(shell, this.expected.length || BLOCK_BYTES);
    if (!startsWith(bytes, this.expected) || bytes.length !== this.expected.length) this.restart(bytes);
    for (;;) {
      const unit = this.script.next(activeAliases(shell));
      const isSettled = unit.kind === 'statements' && unit.end.isFollowed && !needsDocument(unit);
      if (isSettled) return this.giveBack(shell, unit, bytes);
      const more = yield* this.readMore(shell, Math.max(BLOCK_BYTES, bytes.length));
      if (more.length === 0) return unit.kind === 'statements' ? this.giveBack(shell, unit, bytes) : unit;
      bytes = concatBytes([bytes, more]);
      this.restart(bytes);
    }
  }

  private *readMore(shell: Shell, maxBytes: number): Task<Uint8Array> {
    const file = shell.descriptors.get(0);
    if (!file?.canRead) return NO_BYTES;
    return yield* waitFor(file.read(maxBytes, shell.signal));
  }

  private restart(bytes: Uint8Array): void {
    this.text = decodeText(bytes);
    this.taken = 0;
    this.script = new ScriptText(this.text, this.name, this.line);
    this.expected = bytes;
  }

  private giveBack(shell: Shell, unit: ScriptUnit & { kind: 'statements' }, bytes: Uint8Array): ScriptUnit {
    const piece = this.text.slice(this.taken, unit.end.offset);
    const rest = bytes.subarray(encodedLength(piece));
    this.taken = unit.end.offset;
    this.line += piece.split('\n').length - 1;
    if (rest.length > 0) shell.descriptors.get(0)?.unread(rest);
    this.expected = rest;
    return unit;
  }
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  if (bytes.length < start.length) return false;
  for (let index = 0; index < start.length; index++) if (bytes[index] !== start[index]) return false;
  return true;
}

/** A here-document may go on with input that is not there yet when the text ends inside it. */
function needsDocument(unit: ScriptUnit & { kind: 'statements' }): boolean {
  return unit.end.offset >= unit.source.text.length && unit.source.text.includes('<<');
}
