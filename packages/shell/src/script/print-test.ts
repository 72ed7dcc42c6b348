import type { TestExpression } from './parse-script.ts';

/** Returns the expression of `[[ … ]]` as bash prints it. */
export function printTest(expression: TestExpression): string {
  switch (expression.type) {
    case 'TestLogical':
      return expression.operands.map(printTest).join(` ${expression.operator} `);
    case 'TestNot':
      return `${'! '.repeat(expression.negations.length)}${printTest(expression.operand)}`;
    case 'TestGroup':
      return `( ${printTest(expression.expression)} )`;
    case 'TestUnary':
      return `${expression.operator} ${expression.operand.text}`;
    case 'TestBinary':
      return `${expression.left.text} ${expression.operator} ${expression.right.text}`;
  }
}
