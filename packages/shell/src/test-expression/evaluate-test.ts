import { compilePattern as compileRegex, isBacktrackingLimit, type Pattern, type PatternMatch } from '@cloche/search';
import { reportError } from '../execute/report-error.ts';
import { ShellError } from '../execute/shell-error.ts';
import type { Task } from '../execute/task.ts';
import { traceText } from '../execute/trace.ts';
import { expandToPattern, expandToText } from '../expand/expand-to-text.ts';
import { compareText } from '../expand/pathnames.ts';
import { matchesPattern } from '../expand/pattern.ts';
import { LimitExceeded, MAX_PATTERN_STEPS } from '../limits.ts';
import type { TestExpression, WordNode } from '../script/parse-script.ts';
import type { Shell } from '../shell.ts';
import { IndexedArray } from '../variables/indexed-array.ts';
import { evaluate } from '../variables/shell-variables.ts';
import { createVariable } from '../variables/variable.ts';
import { isValidRegex } from './is-valid-regex.ts';
import { compareFiles, isFileComparison, testUnary } from './primaries.ts';

/** Evaluates `[[ … ]]` and returns its status: 0 true, 1 false, 2 for an error in it. */
export function* evaluateTest(shell: Shell, expression: TestExpression): Task<number> {
  switch (expression.type) {
    case 'TestGroup':
      return yield* evaluateTest(shell, expression.expression);
    case 'TestNot': {
      const status = yield* evaluateTest(shell, expression.operand);
      if (status > 1 || expression.negations.length % 2 === 0) return status;
      return status === 0 ? 1 : 0;
    }
    case 'TestLogical': {
      let status = expression.operator === '&&' ? 0 : 1;
      for (const operand of expression.operands) {
        status = yield* evaluateTest(shell, operand);
        if ((status === 0) !== (expression.operator === '&&')) return status;
      }
      return status;
    }
    case 'TestUnary': {
      const operand = yield* text(shell, expression.operand);
      if (shell.options.has('xtrace')) yield* traceText(shell, `[[ ${expression.operator} ${operand || "''"} ]]`);
      return testUnary(shell, expression.operator, operand) ? 0 : 1;
    }
    case 'TestBinary':
      return yield* evaluateBinary(shell, expression);
  }
}

function text(shell: Shell, word: WordNode): Task<string> {
  return expandToText(shell, shell.words.word(word, 'argument'));
}

const NUMBER_COMPARISONS: Readonly<Record<string, (left: number | bigint, right: number | bigint) => boolean>> = {
  '-eq': (left, right) => left === right,
  '-ne': (left, right) => left !== right,
  '-lt': (left, right) => left < right,
  '-le': (left, right) => left <= right,
  '-gt': (left, right) => left > right,
  '-ge': (left, right) => left >= right,
};

function* evaluateBinary(
  shell: Shell,
  { operator, left, right }: TestExpression & { type: 'TestBinary' },
): Task<number> {
  const value = yield* text(shell, left);
  if (operator === '=~') return yield* matchRegularExpression(shell, value, right);
  if (operator === '==' || operator === '=' || operator === '!=') {
    const pattern = yield* expandToPattern(shell, shell.words.word(right, 'argument'));
    const ignoreCase = shell.shellOptions.has('nocasematch');
    yield* traceBinary(shell, value, operator, pattern);
    return matchesPattern(value, pattern, { extended: true, ignoreCase }) === (operator !== '!=') ? 0 : 1;
  }
  const other = yield* text(shell, right);
  yield* traceBinary(shell, value, operator, other);
  if (operator === '<') return compareText(value, other) < 0 ? 0 : 1;
  if (operator === '>') return compareText(value, other) > 0 ? 0 : 1;
  if (isFileComparison(operator)) return compareFiles(shell, operator, value, other) ? 0 : 1;
  const compare = NUMBER_COMPARISONS[operator];
  if (!compare) throw new ShellError(`[[: ${operator}: binary operator expected`, { status: 2 });
  try {
    return compare(evaluate(shell, value), evaluate(shell, other)) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ShellError) || error.effect === 'shell') throw error;
    yield* reportError(shell, `[[: ${error.message}`);
    return 1;
  }
}

function* traceBinary(shell: Shell, left: string, operator: string, right: string): Task<void> {
  if (shell.options.has('xtrace')) yield* traceText(shell, `[[ ${left || "''"} ${operator} ${right || "''"} ]]`);
}

function* matchRegularExpression(shell: Shell, value: string, node: WordNode): Task<number> {
  const source = yield* expandToPattern(shell, shell.words.word(node, 'argument'), escapeRegularExpression);
  yield* traceBinary(shell, value, '=~', source);
  if (!isValidRegex(source)) return 2;
  const compiled = compileRegex(source, 'ere', { ignoreCase: shell.shellOptions.has('nocasematch') });
  if (compiled.kind === 'invalid') return 2;
  const match = matchBounded(compiled.pattern, value);
  const groups = match?.groups.map((span) => (span ? value.slice(span.start, span.end) : '')) ?? [];
  shell.variables.setGlobal('BASH_REMATCH', createVariable(new IndexedArray(groups)));
  return match ? 0 : 1;
}

function matchBounded(pattern: Pattern, text: string): PatternMatch | undefined {
  try {
    return pattern.match(text, 0);
  } catch (error) {
    if (!isBacktrackingLimit(error)) throw error;
    throw new LimitExceeded('maxPatternSteps', MAX_PATTERN_STEPS, 'steps of a regular expression');
  }
}

/** Returns a regular expression that matches `text` only. */
function escapeRegularExpression(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
