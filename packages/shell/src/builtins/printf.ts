import { ShellError } from '../execute/shell-error.ts';
import { expandSubscriptText } from '../expand/expand-subscript.ts';
import { assignReference, splitReference } from '../variables/shell-variables.ts';
import type { Builtin } from './builtin.ts';
import { formatPrintf } from './format-printf.ts';
import { strftime } from './strftime.ts';

/** `printf [-v NAME] FORMAT [ARG…]`: prints its arguments by a format. */
export const printfBuiltin: Builtin = function* ({ shell, args, out, error, errorText }) {
  let operands = args;
  let target: string | undefined;
  if (operands[0] === '-v') {
    target = operands[1];
    operands = operands.slice(2);
  } else if (/^-v./.test(operands[0] ?? '')) {
    target = operands[0]?.slice(2);
    operands = operands.slice(1);
  }
  if (operands[0] === '--') operands = operands.slice(1);
  else if (/^-./.test(operands[0] ?? '')) {
    error(`${operands[0]?.slice(0, 2)}: invalid option`);
    errorText('printf: usage: printf [-v var] format [arguments]\n');
    return 2;
  }
  const [format, ...values] = operands;
  if (format === undefined || (target === undefined && args[0] === '-v')) {
    errorText('printf: usage: printf [-v var] format [arguments]\n');
    return 2;
  }
  const { text, problems, isFatal } = formatPrintf(format, values, {
    nowMs: shell.machine.clock.now(),
    maxLength: shell.limits.maxTextBytes,
    strftime: (template, seconds) => strftime(shell, template, seconds),
  });
  for (const problem of problems) error(problem);
  if (target === undefined) out(text);
  else {
    const reference = splitReference(target);
    if (!reference) {
      error(`\`${target}': not a valid identifier`);
      return 2;
    }
    try {
      const { subscript } = reference;
      const place = subscript === undefined ? undefined : yield* expandSubscriptText(shell, subscript);
      assignReference(shell, { ...reference, subscript: place }, text);
    } catch (failure) {
      if (!(failure instanceof ShellError) || failure.effect === 'shell') throw failure;
      errorText(`${shell.name}: line ${shell.interpreter.lineOf(shell)}: ${failure.message}\n`);
      return 1;
    }
  }
  return isFatal || problems.some((problem) => !problem.startsWith('warning: ')) ? 1 : 0;
};
