import { encodeText, type Program } from '@cloche/system';
import { ExpressionFault, evaluateExpression, isTrueText } from './evaluate-expression.ts';

const HELP = `Usage: expr EXPRESSION
  or: expr OPTION
Print the value of EXPRESSION: ARG1 | ARG2, ARG1 & ARG2, comparisons < <= = != >= >, arithmetic + - * / %,
STRING : REGEXP, match STRING REGEXP, substr STRING POS LENGTH, index STRING CHARS, length STRING, + TOKEN and
( EXPRESSION ). Exit status is 0 if EXPRESSION is neither null nor 0, 1 if it is, 2 if it is invalid.
`;

/** Evaluates an expression that is given in words. */
export const expr: Program = async ({ argv, stdout, stderr }) => {
  const words = argv.slice(1);
  if (words.length === 1 && words[0] === '--help') {
    await stdout.write(encodeText(HELP));
    return 0;
  }
  if (words[0] === '--') words.shift();
  if (words.length === 0) {
    await stderr.write(encodeText("expr: missing operand\nTry 'expr --help' for more information.\n"));
    return 2;
  }
  try {
    const value = evaluateExpression(words);
    await stdout.write(encodeText(`${value}\n`));
    return isTrueText(value) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    await stderr.write(encodeText(`expr: ${error.message}\n`));
    return error.status;
  }
};
