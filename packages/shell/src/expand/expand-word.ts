import { ShellError } from '../execute/shell-error.ts';
import { takeTurn } from '../execute/subshell.ts';
import type { Task } from '../execute/task.ts';
import type { WordNode } from '../script/parse-script.ts';
import type { Shell } from '../shell.ts';
import { evaluate, readVariable } from '../variables/shell-variables.ts';
import type { Word, WordPart } from '../words/word.ts';
import { addSimpleValue, expandParameter } from './expand-parameter.ts';
import { evaluateWord } from './expand-to-text.ts';
import type { ExpansionSink } from './expansion-sink.ts';
import { type Field, FieldBuilder } from './field-builder.ts';
import { compareText, expandPathname } from './pathnames.ts';
import { matchesPattern } from './pattern.ts';
import { expandTilde } from './tilde.ts';

/** Words that are expanded before the event loop may have a turn. */
export const WORDS_A_TURN = 256;

/** Expands the arguments of a command: braces, parameters, splitting, pathnames. */
export function* expandArguments(shell: Shell, nodes: readonly WordNode[]): Task<string[]> {
  const args: string[] = [];
  for (const [index, node] of nodes.entries()) {
    if (index % WORDS_A_TURN === WORDS_A_TURN - 1) yield* takeTurn(shell);
    yield* expandArgument(shell, node, args);
  }
  return args;
}

/** Expands one argument and appends its fields to `args`. */
export function* expandArgument(shell: Shell, node: WordNode, args: string[]): Task<void> {
  for (const word of shell.words.argument(node, shell.options.has('braceexpand'))) {
    if (word.constant !== undefined) args.push(word.constant);
    else yield* expandFields(shell, word, args);
  }
}

function* expandFields(shell: Shell, word: Word, args: string[]): Task<void> {
  const fields = new FieldBuilder(readVariable(shell, 'IFS'));
  yield* expandParts(shell, word.parts, fields);
  for (const field of fields.finish()) addPathnames(shell, field, args);
}

function addPathnames(shell: Shell, { text, pattern }: Field, args: string[]): void {
  if (pattern === undefined || shell.options.has('noglob')) {
    args.push(text);
    return;
  }
  const extended = shell.shellOptions.has('extglob');
  const ignored = readVariable(shell, 'GLOBIGNORE') ?? '';
  const paths = expandPathname(shell.machine.files, shell.cwd, pattern, {
    extended,
    ignoreCase: shell.shellOptions.has('nocaseglob'),
    includesHidden: shell.shellOptions.has('dotglob') || ignored !== '',
    includesDots: !shell.shellOptions.has('globskipdots'),
    isRecursive: shell.shellOptions.has('globstar'),
  }).filter((path) => !isIgnored(path, ignored, extended));
  if (paths.length > 0) args.push(...paths.sort(compareText));
  else if (shell.shellOptions.has('failglob')) throw new ShellError(`no match: ${text}`);
  else if (!shell.shellOptions.has('nullglob')) args.push(text);
}

function isIgnored(path: string, ignored: string, extended: boolean): boolean {
  if (ignored === '') return false;
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name === '.' || name === '..') return true;
  return splitPatterns(ignored).some((pattern) => matchesPattern(path, pattern, { extended, ignoreCase: false }));
}

/** Divides a colon list of patterns; colons inside brackets belong to the pattern. */
function splitPatterns(list: string): string[] {
  return list.match(/(?:\\.|\[(?:\[:\w+:\]|[^\]])*\]|[^:])+/gs) ?? [];
}

/** Expands a redirection's target, which must be one field. */
export function* expandTarget(shell: Shell, node: WordNode): Task<string> {
  const fields: string[] = [];
  yield* expandArgument(shell, node, fields);
  const [target] = fields;
  if (fields.length !== 1 || target === undefined) throw new ShellError(`${node.text}: ambiguous redirect`);
  return target;
}

/** Gives the expansion of each part to the sink, in order. */
export function* expandParts(
  shell: Shell,
  parts: readonly WordPart[],
  sink: ExpansionSink,
  isOperand = false,
): Task<void> {
  for (const part of parts) {
    switch (part.kind) {
      case 'literal':
        if (part.isQuoted) sink.addQuoted(part.text);
        else if (isOperand) sink.addSplit(part.text);
        else sink.addLiteral(part.text);
        break;
      case 'tilde':
        sink.addQuoted(expandTilde(shell, part.user));
        break;
      case 'parameter':
        if (!addSimpleValue(shell, part.expansion, part.isQuoted, sink))
          yield* expandParameter(shell, part.expansion, part.isQuoted, sink);
        break;
      case 'command': {
        const output = yield* shell.interpreter.captureOutput(shell, part.script);
        if (part.isQuoted) sink.addQuoted(output);
        else sink.addSplit(output);
        break;
      }
      case 'arithmetic': {
        const { literal } = part.expression;
        const value = String(
          literal === undefined ? yield* evaluateWord(shell, part.expression) : evaluate(shell, literal),
        );
        if (part.isQuoted) sink.addQuoted(value);
        else sink.addSplit(value);
        break;
      }
      case 'process':
        sink.addQuoted(shell.interpreter.startProcessSubstitution(shell, part));
        break;
    }
  }
}
