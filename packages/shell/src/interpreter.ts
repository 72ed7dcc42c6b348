import { concatBytes, createPipe, type OpenFile } from '@cloche/system';
import { callFunction } from './execute/call-function.ts';
import { type Completion, EXIT, NORMAL } from './execute/completion.ts';
import { executeCommand } from './execute/execute-command.ts';
import { runCommand } from './execute/execute-simple-command.ts';
import { executeStatements } from './execute/execute-statements.ts';
import { reportError } from './execute/report-error.ts';
import { runReader } from './execute/run-reader.ts';
import { ShellError } from './execute/shell-error.ts';
import { captureSubshell, outputText, startSubshell, takeTurn } from './execute/subshell.ts';
import { onFreshStack, type Task, waitFor } from './execute/task.ts';
import { expandParts, expandTarget } from './expand/expand-word.ts';
import { LimitExceeded } from './limits.ts';
import { openPath } from './redirect/apply-redirections.ts';
import { type ParsedScript, parseScript, type WordNode } from './script/parse-script.ts';
import { readText, type ScriptReader } from './script/script-reader.ts';
import { lineNumberAt, type SourceText } from './script/source-text.ts';
import type { Interpreter, NestedRun, Shell } from './shell.ts';
import type { NestedScript } from './words/word.ts';

interface ParsedSubstitution {
  readonly parsed: ParsedScript;
  readonly source: SourceText;
}

const TEXTS_PER_STACK = 16;

/** Creates what runs commands. One serves all shells of a session; it keeps the trees of substitutions. */
export function createInterpreter(): Interpreter {
  const substitutions = new WeakMap<NestedScript, ParsedSubstitution>();
  const parse = (shell: Shell, script: NestedScript): ParsedSubstitution => {
    const known = substitutions.get(script);
    if (known) return known;
    const firstLine = lineNumberAt(shell.source, shell.offset);
    const parsed = {
      parsed: parseScript(script.text),
      source: { name: shell.source.name, text: script.text, firstLine },
    };
    substitutions.set(script, parsed);
    return parsed;
  };
  const runNested = function* (child: Shell, script: NestedScript): Task<Completion> {
    const { parsed, source } = parse(child, script);
    child.traceDepth++;
    if (parsed.errors || (child.aliases.size > 0 && child.shellOptions.has('expand_aliases'))) {
      return yield* runReader(child, readText(script.text, source.name, source.firstLine), {
        isMain: true,
        caller: 'command substitution',
      });
    }
    child.source = source;
    return yield* executeStatements(child, parsed.commands);
  };
  return {
    expandParts,
    executeStatements,
    executeCommand,
    lineOf: (shell) => lineNumberAt(shell.source, shell.offset),
    runText: (shell, text, options) => runText(shell, text, options),
    *captureOutput(shell, script) {
      const file = fileToRead(parse(shell, script).parsed);
      if (file) {
        shell.substitutionStatus = 0;
        return yield* readWholeFile(shell, file);
      }
      const { text, status } = yield* captureSubshell(shell, (child) => runNested(child, script));
      shell.substitutionStatus = status;
      shell.status = status;
      return text;
    },
    startProcessSubstitution(shell, { direction, script }) {
      const { reader, writer } = createPipe();
      const [theirs, ours]: [OpenFile, OpenFile] = direction === 'read' ? [writer, reader] : [reader, writer];
      const descriptors = new Map([[direction === 'read' ? 1 : 0, theirs]]);
      const process = startSubshell(shell, { argv: [script.text], descriptors }, (child) => runNested(child, script));
      theirs.release();
      void process.exited.then((status) => shell.jobs.rememberEnded(process.pid, status));
      const descriptor = shell.descriptors.nextHigh();
      shell.descriptors.set(descriptor, ours);
      shell.openSubstitutions.push(descriptor);
      shell.lastBackgroundPid = process.pid;
      return `/dev/fd/${descriptor}`;
    },
    runWords: (shell, words, { skips, path }) =>
      inside(shell, () =>
        runCommand(
          shell,
          { words, operands: words.slice(1), assignments: [] },
          skips,
          path === undefined ? {} : { path },
        ),
      ),
    callFunction: (shell, fn, args) => callFunction(shell, fn, args),
  };
}

function runText(shell: Shell, text: string, { name, firstLine, caller }: NestedRun): Task<Completion> {
  return inside(shell, () => runInside(shell, readText(text, name, firstLine), caller));
}

/** Runs commands one level deeper. */
function* inside(shell: Shell, run: () => Task<Completion>): Task<Completion> {
  yield* takeTurn(shell);
  if (shell.depth >= shell.limits.maxDepth)
    throw new LimitExceeded('maxDepth', shell.limits.maxDepth, 'nested evaluations');
  shell.depth++;
  try {
    if (shell.depth % TEXTS_PER_STACK === 0) return yield* onFreshStack(run);
    return yield* run();
  } finally {
    shell.depth--;
  }
}

/** An error in a text that a command runs ends the text, and the command with its status. */
function* runInside(shell: Shell, reader: ScriptReader, caller: string | undefined): Task<Completion> {
  try {
    return yield* runReader(shell, reader, { isMain: false, caller });
  } catch (error) {
    if (!(error instanceof ShellError) || error.effect === 'shell') throw error;
    if (error.message !== '') yield* reportError(shell, error.message);
    shell.status = error.status;
    return shell.options.has('errexit') && shell.uncheckedDepth === 0 ? EXIT : NORMAL;
  }
}

/** Returns the target of `$(<file)`, which is read without a subshell. */
function fileToRead({ commands }: ParsedScript): WordNode | undefined {
  const [only] = commands;
  if (commands.length !== 1 || only?.command.type !== 'Command') return undefined;
  const { name, prefix, suffix, redirects } = only.command;
  if (name || prefix.length + suffix.length !== 1) return undefined;
  const [redirect] = redirects;
  return redirect?.type === 'Redirect' && redirect.operator === '<' && !redirect.descriptor
    ? redirect.target
    : undefined;
}

function* readWholeFile(shell: Shell, target: WordNode): Task<string> {
  const path = yield* expandTarget(shell, target);
  let file: OpenFile;
  try {
    file = openPath(shell, path, { read: true });
  } catch (error) {
    if (!(error instanceof ShellError)) throw error;
    yield* reportError(shell, error.message);
    shell.substitutionStatus = 1;
    return '';
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      yield* takeTurn(shell);
      const bytes = yield* waitFor(file.read(65_536, shell.signal));
      if (bytes.length === 0) break;
      length += bytes.length;
      const { maxTextBytes } = shell.limits;
      if (length > maxTextBytes) throw new LimitExceeded('maxTextBytes', maxTextBytes, `bytes of ${path}`);
      chunks.push(bytes);
    }
  } finally {
    file.release();
  }
  return outputText(concatBytes(chunks));
}
