import { expandToText } from '../expand/expand-to-text.ts';
import { jobGroup, waitInForeground } from '../jobs/job-control.ts';
import {
  applyRedirections,
  keepDescriptors,
  RedirectionError,
  type Replaced,
  restoreDescriptors,
} from '../redirect/apply-redirections.ts';
import type {
  ArithmeticCommand,
  CommandNode,
  CompoundCommand,
  CompoundList,
  Coproc,
  FunctionDefinition,
  Redirection,
  TestCommand,
} from '../script/parse-script.ts';
import type { Shell } from '../shell.ts';
import { evaluateTest } from '../test-expression/evaluate-test.ts';
import { evaluate } from '../variables/shell-variables.ts';
import { countAssigned } from './check-limits.ts';
import { closeSubstitutions } from './close-substitutions.ts';
import { type Completion, NORMAL } from './completion.ts';
import { startCoprocess } from './coprocess.ts';
import { executeCase, executeIf } from './execute-conditionals.ts';
import { executeArithmeticFor, executeFor, executeSelect, executeWhile } from './execute-loops.ts';
import { executeSimpleCommand } from './execute-simple-command.ts';
import { failed } from './handle-failure.ts';
import { reportDeath } from './report-death.ts';
import { reportError } from './report-error.ts';
import { runTrap } from './run-traps.ts';
import { ShellError } from './shell-error.ts';
import { startSubshell } from './subshell.ts';
import type { Task } from './task.ts';
import { traceText } from './trace.ts';

/** Runs one command of any kind. */
export function executeCommand(shell: Shell, node: CommandNode): Task<Completion> {
  switch (node.type) {
    case 'Command':
      return executeSimpleCommand(shell, node);
    case 'Redirected':
      return executeRedirected(shell, node.command, node.redirects);
    case 'Function':
      return defineFunction(shell, node);
    case 'Coproc':
      return executeCoprocess(shell, node);
    default:
      return executeCompound(shell, node);
  }
}

function executeCompound(shell: Shell, node: CompoundCommand): Task<Completion> {
  switch (node.type) {
    case 'BraceGroup':
      return shell.interpreter.executeStatements(shell, node.body.commands);
    case 'Subshell':
      return executeSubshell(shell, node);
    case 'If':
      return executeIf(shell, node);
    case 'For':
      return executeFor(shell, node);
    case 'ArithmeticFor':
      return executeArithmeticFor(shell, node);
    case 'Select':
      return executeSelect(shell, node);
    case 'While':
      return executeWhile(shell, node);
    case 'Case':
      return executeCase(shell, node);
    case 'TestCommand':
      return executeTest(shell, node);
    case 'ArithmeticCommand':
      return executeArithmetic(shell, node);
  }
}

function* executeCoprocess(shell: Shell, node: Coproc): Task<Completion> {
  startCoprocess(shell, node);
  return NORMAL;
}

function* executeTest(shell: Shell, node: TestCommand): Task<Completion> {
  shell.offset = node.pos;
  const completion = yield* runTrap(shell, 'DEBUG');
  if (completion.kind !== 'normal') return completion;
  shell.status = yield* evaluateTest(shell, node.expression);
  return NORMAL;
}

/** Runs `( … )`; its redirections belong to the process it starts. */
function* executeSubshell(
  shell: Shell,
  { body, pos, end }: SubshellNode,
  redirects: readonly Redirection[] = [],
): Task<Completion> {
  const text = shell.source.text.slice(pos, end);
  const options = { argv: [shell.name], group: jobGroup(shell) };
  const process = startSubshell(shell, options, (child) => executeInSubshell(child, body, redirects));
  const [status = 0] = yield* waitInForeground(shell, [process], '( … )');
  shell.status = status;
  yield* reportDeath(shell, process, text);
  return NORMAL;
}

function* executeInSubshell(child: Shell, body: CompoundList, redirects: readonly Redirection[]): Task<Completion> {
  const replaced: Replaced[] = [];
  try {
    yield* applyRedirections(child, redirects, replaced);
  } catch (error) {
    if (!(error instanceof RedirectionError)) throw error;
    yield* reportError(child, error.message);
    child.status = 1;
    return NORMAL;
  } finally {
    // Nothing of the process that it came from stays open in it: a reader of that would wait for ever.
    keepDescriptors(replaced);
  }
  return yield* child.interpreter.executeStatements(child, body.commands);
}

function* executeArithmetic(shell: Shell, node: ArithmeticCommand): Task<Completion> {
  shell.offset = node.pos;
  if (shell.traps.commands.has('DEBUG')) {
    const completion = yield* runTrap(shell, 'DEBUG');
    if (completion.kind !== 'normal') return completion;
  }
  try {
    const word = shell.words.text(node.body, 'arithmetic');
    const text = word.literal ?? (yield* expandToText(shell, word));
    if (shell.options.has('xtrace')) yield* traceText(shell, `(( ${text} ))`);
    shell.status = evaluate(shell, text) === 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof ShellError) || error.effect === 'shell') throw error;
    yield* reportError(shell, error.message.endsWith(': readonly variable') ? error.message : `((: ${error.message}`);
    shell.status = 1;
  }
  return NORMAL;
}

type SubshellNode = Extract<CompoundCommand, { type: 'Subshell' }>;

function* executeRedirected(shell: Shell, node: CompoundCommand, redirects: readonly Redirection[]): Task<Completion> {
  if (node.type === 'Subshell') return yield* executeSubshell(shell, node, redirects);
  const replaced: Replaced[] = [];
  const substitutions = shell.openSubstitutions.length;
  shell.offset = node.pos;
  try {
    yield* applyRedirections(shell, redirects, replaced);
    return yield* executeCompound(shell, node);
  } catch (error) {
    if (!(error instanceof RedirectionError)) throw error;
    yield* reportError(shell, error.message);
    shell.status = 1;
    return shell.uncheckedDepth > 0 ? NORMAL : yield* failed(shell);
  } finally {
    restoreDescriptors(shell, replaced);
    closeSubstitutions(shell, substitutions);
  }
}

function* defineFunction(shell: Shell, node: FunctionDefinition): Task<Completion> {
  const name = node.name.text.replaceAll('\\\n', '');
  if (/[$`]/.test(name)) throw new ShellError(`\`${name}': not a valid identifier`);
  if (shell.functions.get(name)?.isReadonly === true) {
    yield* reportError(shell, `${name}: readonly function`);
    shell.status = 1;
    return NORMAL;
  }
  countAssigned(shell, node.end - node.pos);
  shell.functions.set(name, {
    name,
    definition: node,
    source: shell.source,
    isExported: shell.functions.get(name)?.isExported === true,
  });
  shell.status = 0;
  return NORMAL;
}
