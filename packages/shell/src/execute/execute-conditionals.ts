import { expandToPattern, expandToText } from '../expand/expand-to-text.ts';
import { matchesPattern } from '../expand/pattern.ts';
import type { Case, CompoundList, If } from '../script/parse-script.ts';
import type { Shell } from '../shell.ts';
import { type Completion, NORMAL } from './completion.ts';
import { runTrap } from './run-traps.ts';
import type { Task } from './task.ts';
import { traceText } from './trace.ts';

/** Runs `if … elif … else … fi`. */
export function* executeIf(shell: Shell, node: If): Task<Completion> {
  for (const { clause, then } of [node, ...node.elif]) {
    const completion = yield* executeCondition(shell, clause);
    if (completion !== NORMAL) return completion;
    if (shell.status === 0) return yield* executeBody(shell, then);
  }
  if (node.else) return yield* executeBody(shell, node.else);
  shell.status = 0;
  return NORMAL;
}

/** Runs the commands of a condition, whose failure is an answer and not an error. */
export function* executeCondition(shell: Shell, clause: CompoundList): Task<Completion> {
  shell.uncheckedDepth++;
  try {
    return yield* shell.interpreter.executeStatements(shell, clause.commands);
  } finally {
    shell.uncheckedDepth--;
  }
}

function executeBody(shell: Shell, body: CompoundList): Task<Completion> {
  return shell.interpreter.executeStatements(shell, body.commands);
}

/** Runs `case … esac`. */
export function* executeCase(shell: Shell, node: Case): Task<Completion> {
  shell.offset = node.pos;
  const trap = yield* runTrap(shell, 'DEBUG');
  if (trap.kind !== 'normal') return trap;
  const text = yield* expandToText(shell, shell.words.word(node.word, 'argument'));
  if (shell.options.has('xtrace')) yield* traceText(shell, `case ${text} in`);
  const options = { extended: true, ignoreCase: shell.shellOptions.has('nocasematch') };
  shell.status = 0;
  let fallsThrough = false;
  for (const item of node.items) {
    let isMatch = fallsThrough;
    for (const pattern of item.pattern) {
      if (isMatch) break;
      isMatch = matchesPattern(text, yield* expandToPattern(shell, shell.words.word(pattern, 'argument')), options);
    }
    if (!isMatch) continue;
    const completion = yield* executeBody(shell, item.body);
    if (completion !== NORMAL) return completion;
    if (item.terminator !== ';&' && item.terminator !== ';;&') return NORMAL;
    fallsThrough = item.terminator === ';&';
  }
  return NORMAL;
}
