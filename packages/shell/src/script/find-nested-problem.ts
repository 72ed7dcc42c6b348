import { forEachChild, type Statement, type SyntaxNode } from './parse-script.ts';

interface NestedProblem {
  readonly message: string;
  readonly pos: number;
}

/**
 * Returns the first syntax error inside a `$(…)` or `<(…)` of the statements: bash reads those together with the command
 * around them. Backticks are read when they run.
 */
export function findNestedProblem(statements: readonly Statement[], text: string): NestedProblem | undefined {
  const first = statements[0];
  const last = statements.at(-1);
  if (!first || !last || !text.slice(first.pos, last.end + 80).includes('(')) return undefined;
  let found: NestedProblem | undefined;
  const visit = (node: SyntaxNode): void => {
    if (found) return;
    if (node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution') {
      if (node.text.startsWith('`')) return;
      found = node.script?.errors?.find((error) => !/here-?doc/i.test(error.message));
    }
    // The parser drops a parenthesis behind a command that nothing follows on its line.
    if (node.type === 'Command' && node.name) {
      const open = /[ \t]*\([ \t]*(?=\n|$)/y;
      open.lastIndex = node.end;
      if (open.test(text)) found = { message: "unexpected token 'newline'", pos: open.lastIndex };
    }
    if (!found) forEachChild(node, visit);
  };
  for (const statement of statements) visit(statement);
  return found;
}
