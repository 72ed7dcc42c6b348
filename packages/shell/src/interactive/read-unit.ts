import { writeText } from '../execute/report-error.ts';
import type { Task } from '../execute/task.ts';
import { expandPrompt } from '../expand/prompt.ts';
import { needsMoreInput } from '../script/needs-more-input.ts';
import { ScriptText, type ScriptUnit } from '../script/script-text.ts';
import type { Shell } from '../shell.ts';
import { readVariable } from '../variables/shell-variables.ts';
import { expandHistory } from './expand-history.ts';
import { recordLine } from './history.ts';
import type { LineReader } from './read-line-at-terminal.ts';

/** What a person entered: a command of one or more lines, or none. */
export type EnteredUnit =
  | ScriptUnit
  | { readonly kind: 'interrupted' }
  /** The line was not run, for a reason that is told. */
  | { readonly kind: 'failed'; readonly message: string };

/** Reads commands line by line, with PS1 for the first line of one and PS2 for the others. */
export interface UnitReader {
  next(shell: Shell): Task<EnteredUnit>;
}

/** Creates a reader of commands. Several commands that were pasted together are handed out one after another. */
export function createUnitReader(lines: LineReader): UnitReader {
  let script: ScriptText | undefined;
  return {
    *next(shell) {
      const rest = script?.next(aliasesOf(shell));
      if (rest && rest.kind !== 'end') {
        if (rest.kind === 'error') script = undefined;
        return rest;
      }
      script = undefined;
      let text = '';
      for (;;) {
        const prompt = yield* expandPrompt(shell, readVariable(shell, text === '' ? 'PS1' : 'PS2') ?? '');
        const entered = yield* lines.read(shell, prompt);
        if (entered.kind === 'interrupted') return entered;
        if (entered.kind === 'end' && text === '') return entered;
        if (entered.kind === 'line') {
          const line = yield* expandEntered(shell, entered.text);
          if (line.kind !== 'line') return line;
          text += `${line.text}\n`;
        }
        if (entered.kind === 'line' && needsMoreInput(text)) continue;
        const read = new ScriptText(text, shell.name, 1);
        const unit = read.next(aliasesOf(shell));
        recordEntered(shell, text);
        if (unit.kind === 'end') {
          text = '';
          continue;
        }
        script = unit.kind === 'statements' ? read : undefined;
        return unit;
      }
    },
  };
}

/** Expands history references; the line that comes out is shown before it runs. */
function* expandEntered(
  shell: Shell,
  text: string,
): Task<{ readonly kind: 'line'; readonly text: string } | { readonly kind: 'failed'; readonly message: string }> {
  const { history } = shell;
  if (!shell.options.has('histexpand')) return { kind: 'line', text };
  const expansion = expandHistory(text, history.lines, history.firstNumber);
  if (expansion.kind === 'failed') return expansion;
  if (expansion.kind === 'unchanged') return { kind: 'line', text };
  yield* writeText(shell, 2, `${expansion.line}\n`);
  if (!expansion.printsOnly) return { kind: 'line', text: expansion.line };
  history.append(expansion.line);
  return { kind: 'line', text: '' };
}

function recordEntered(shell: Shell, text: string): void {
  if (!shell.options.has('history')) return;
  recordLine(shell.history, text.replace(/\n$/, ''), {
    HISTCONTROL: readVariable(shell, 'HISTCONTROL'),
    HISTSIZE: readVariable(shell, 'HISTSIZE'),
  });
}

function aliasesOf(shell: Shell): ReadonlyMap<string, string> | undefined {
  return shell.shellOptions.has('expand_aliases') ? shell.aliases : undefined;
}
