import { expandToText } from '../expand/expand-to-text.ts';
import { expandArgument, WORDS_A_TURN } from '../expand/expand-word.ts';
import type { Assignment, WordNode } from '../script/parse-script.ts';
import type { Shell } from '../shell.ts';
import { AssociativeArray } from '../variables/associative-array.ts';
import type { ArrayElement, PreparedAssignment } from '../variables/prepared-assignment.ts';
import { findVariable } from '../variables/shell-variables.ts';
import { findClosing } from '../words/balanced-text.ts';
import { expandBraces } from '../words/expand-braces.ts';
import { takeTurn } from './subshell.ts';
import type { Task } from './task.ts';

/** Expands an assignment's subscript and value. */
export function* prepareAssignment(shell: Shell, node: Assignment, declaresMap = false): Task<PreparedAssignment> {
  const subscript = node.index ? yield* expandElementSubscript(shell, node.name, node.index.text) : undefined;
  const append = node.append === true;
  if (node.value.type === 'ArrayValue') {
    const isMap = declaresMap || findVariable(shell, node.name)?.value instanceof AssociativeArray;
    return { name: node.name, subscript, append, elements: yield* prepareElements(shell, node.value.elements, isMap) };
  }
  const value = yield* expandToText(shell, shell.words.word(node.value, 'assignment'));
  return { name: node.name, subscript, append, value };
}

/** The subscript of an indexed array is an expression, in which single quotes do not quote. */
function* expandElementSubscript(shell: Shell, name: string, text: string): Task<string> {
  const isMap = findVariable(shell, name)?.value instanceof AssociativeArray;
  return yield* expandToText(shell, shell.words.text(text, isMap ? 'operand' : 'arithmetic'));
}

function* expandSubscript(shell: Shell, text: string): Task<string> {
  return yield* expandToText(shell, shell.words.text(text, 'operand'));
}

/** Expands the elements of `(…)`: words, and `[key]=value`. */
export function* prepareElements(shell: Shell, nodes: readonly WordNode[], isMap: boolean): Task<ArrayElement[]> {
  const elements: ArrayElement[] = [];
  for (const [index, node] of nodes.entries()) {
    if (index % WORDS_A_TURN === WORDS_A_TURN - 1) yield* takeTurn(shell);
    const keyed = splitKeyed(node.text);
    if (keyed && (isMap || expandBraces(node.text).length === 1)) {
      const key = yield* expandSubscript(shell, keyed.key);
      const value = yield* expandToText(shell, shell.words.text(keyed.value, 'assignment'));
      elements.push({ key, value, append: keyed.append });
      continue;
    }
    const words: string[] = [];
    yield* expandArgument(shell, node, words);
    for (const value of words) elements.push({ key: undefined, value, append: false });
  }
  return elements;
}

function splitKeyed(text: string): { key: string; value: string; append: boolean } | undefined {
  if (!text.startsWith('[')) return undefined;
  const end = findClosing(text, 1, '[', ']');
  if (end === undefined) return undefined;
  const append = text.startsWith('+=', end + 1);
  if (!append && text[end + 1] !== '=') return undefined;
  return { key: text.slice(1, end), value: text.slice(end + (append ? 3 : 2)), append };
}
