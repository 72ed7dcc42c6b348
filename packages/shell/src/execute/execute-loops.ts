import { expandToText } from '../expand/expand-to-text.ts';
import { expandArguments } from '../expand/expand-word.ts';
import { readLine } from '../redirect/read-line.ts';
import type { ArithmeticFor, CompoundList, For, Select, While, WordNode } from '../script/parse-script.ts';
import type { Shell } from '../shell.ts';
import { assignVariable, evaluate, isName, readVariable } from '../variables/shell-variables.ts';
import { findClosing } from '../words/balanced-text.ts';
import { type Completion, NORMAL } from './completion.ts';
import { executeCondition } from './execute-conditionals.ts';
import { reportError, writeText } from './report-error.ts';
import { runTrap } from './run-traps.ts';
import { takeTurn } from './subshell.ts';
import type { Task } from './task.ts';
import { traceText } from './trace.ts';

/** Whether a loop goes on after its body, or how it ends. */
type LoopStep = 'again' | Completion;

/** Says how a loop goes on: `break` and `continue` lose one level here. */
function loopStep(completion: Completion): LoopStep {
  switch (completion.kind) {
    case 'normal':
      return 'again';
    case 'break':
      return completion.levels > 1 ? { kind: 'break', levels: completion.levels - 1 } : NORMAL;
    case 'continue':
      return completion.levels > 1 ? { kind: 'continue', levels: completion.levels - 1 } : 'again';
    default:
      return completion;
  }
}

/** Runs a loop's commands, before each of which the event loop gets its turns. */
function executeBody(shell: Shell, body: CompoundList): Task<Completion> {
  return shell.interpreter.executeStatements(shell, body.commands);
}

/** Runs `while` and `until`. */
export function* executeWhile(shell: Shell, node: While): Task<Completion> {
  let status = 0;
  shell.loopDepth++;
  try {
    for (;;) {
      const condition = loopStep(yield* executeCondition(shell, node.clause));
      if (condition !== 'again') return condition;
      if ((shell.status === 0) === (node.kind === 'until')) break;
      const step = loopStep(yield* executeBody(shell, node.body));
      status = shell.status;
      if (step !== 'again') return step;
    }
    shell.status = status;
    return NORMAL;
  } finally {
    shell.loopDepth--;
  }
}

/** Runs `for name in …`. */
export function* executeFor(shell: Shell, node: For): Task<Completion> {
  shell.offset = node.pos;
  const name = node.name.text;
  if (!isName(name)) {
    yield* reportError(shell, `\`${name}': not a valid identifier`);
    shell.status = 1;
    return NORMAL;
  }
  const values = yield* loopWords(shell, node.wordlist);
  const header = `for ${name} in ${node.wordlist ? node.wordlist.map((word) => word.text).join(' ') : '"$@"'}`;
  let status = 0;
  shell.loopDepth++;
  try {
    for (const value of values) {
      shell.offset = node.pos;
      if (shell.traps.commands.has('DEBUG')) {
        const trap = yield* runTrap(shell, 'DEBUG');
        if (trap.kind !== 'normal') return trap;
      }
      if (shell.options.has('xtrace')) yield* traceText(shell, header);
      assignLoopVariable(shell, name, value);
      const step = loopStep(yield* executeBody(shell, node.body));
      status = shell.status;
      if (step !== 'again') return step;
    }
    shell.status = status;
    return NORMAL;
  } finally {
    shell.loopDepth--;
  }
}

/** A name reference as loop variable is pointed at each word in turn. */
function assignLoopVariable(shell: Shell, name: string, value: string): void {
  const variable = shell.variables.get(name);
  if (variable?.isNameReference) variable.value = value;
  else assignVariable(shell, name, value);
}

function* loopWords(shell: Shell, wordlist: readonly WordNode[] | undefined): Task<readonly string[]> {
  return wordlist ? yield* expandArguments(shell, wordlist) : shell.positional;
}

/** Runs `for ((…; …; …))`. */
export function* executeArithmeticFor(shell: Shell, node: ArithmeticFor): Task<Completion> {
  shell.offset = node.pos;
  const [initialize = '', test = '', update = ''] = headerParts(shell.source.text, node);
  let status = 0;
  shell.loopDepth++;
  try {
    yield* evaluateHeader(shell, initialize, node.pos);
    for (;;) {
      shell.offset = node.pos;
      if (test.trim() !== '' && (yield* evaluateHeader(shell, test, node.pos)) === 0) break;
      const step = loopStep(yield* executeBody(shell, node.body));
      status = shell.status;
      if (step !== 'again') return step;
      yield* evaluateHeader(shell, update, node.pos);
    }
    shell.status = status;
    return NORMAL;
  } finally {
    shell.loopDepth--;
  }
}

function* evaluateHeader(shell: Shell, part: string, offset: number): Task<number | bigint> {
  if (part.trim() === '') return 1;
  shell.offset = offset;
  if (shell.traps.commands.has('DEBUG')) {
    const trap = yield* runTrap(shell, 'DEBUG');
    if (trap.kind !== 'normal') return 0;
  }
  const word = shell.words.text(part, 'arithmetic');
  const text = word.literal ?? (yield* expandToText(shell, word));
  if (shell.options.has('xtrace')) yield* traceText(shell, `(( ${text.trim()} ))`);
  return evaluate(shell, text);
}

function headerParts(text: string, node: ArithmeticFor): string[] {
  const start = text.indexOf('((', node.pos) + 2;
  const end = findClosing(text, start, '(', ')') ?? start;
  return text.slice(start, end).split(';');
}

/** Runs `select name in …`: a menu on standard error, answers from standard input. */
export function* executeSelect(shell: Shell, node: Select): Task<Completion> {
  shell.offset = node.pos;
  const trap = yield* runTrap(shell, 'DEBUG');
  if (trap.kind !== 'normal') return trap;
  const values = yield* loopWords(shell, node.wordlist);
  if (values.length === 0) return NORMAL;
  let showsMenu = true;
  shell.loopDepth++;
  try {
    for (;;) {
      yield* takeTurn(shell);
      if (showsMenu) yield* writeText(shell, 2, formatMenu(values));
      yield* writeText(shell, 2, readVariable(shell, 'PS3') ?? '#? ');
      const line = yield* readLine(shell, 0);
      if (line === undefined) {
        yield* writeText(shell, 1, '\n');
        shell.status = 1;
        return NORMAL;
      }
      const reply = line.trim();
      showsMenu = reply === '';
      if (reply === '') continue;
      assignVariable(shell, 'REPLY', line);
      assignVariable(shell, node.name.text, /^\d+$/.test(reply) ? (values[Number(reply) - 1] ?? '') : '');
      const step = loopStep(yield* executeBody(shell, node.body));
      if (step !== 'again') return step;
      if (readVariable(shell, 'REPLY') === '') showsMenu = true;
    }
  } finally {
    shell.loopDepth--;
  }
}

function formatMenu(values: readonly string[]): string {
  const width = String(values.length).length;
  return values.map((value, index) => `${String(index + 1).padStart(width)}) ${value}\n`).join('');
}
