import type { WalkEntry } from '@cloche/search';
import type { FileStat, ProgramContext } from '@cloche/system';
import type { CommandRun } from '../../command/command-run.ts';

/** A file that the expression is asked about. */
export interface FoundFile {
  readonly entry: WalkEntry;
  /** The operand under which it was found. */
  readonly root: string;
  /** Facts about it, links followed as the options say; read when first asked for. */
  stat(): FileStat;
}

/** What the search of one call shares. */
export interface FindState {
  readonly run: CommandRun<never>;
  readonly context: ProgramContext;
  /** The moment that ages count from. */
  nowMs: number;
  readonly followsLinks: boolean;
  /** Do not go into the directory at hand. */
  isPruned: boolean;
  hasQuit: boolean;
  /** Called when the search ends: commands that gather files run with what is left. */
  readonly atEnd: (() => Promise<void>)[];
}

/** A test or an action: says whether it holds for a file. */
export type Predicate = (file: FoundFile, state: FindState) => boolean | Promise<boolean>;

/** What `find` does with each file. */
export type Expression =
  | { readonly kind: 'predicate'; readonly test: Predicate }
  | { readonly kind: 'not'; readonly item: Expression }
  | { readonly kind: 'and' | 'or' | 'list'; readonly left: Expression; readonly right: Expression };

/** Evaluates an expression for a file, from left to right and no further than needed. */
export async function evaluate(expression: Expression, file: FoundFile, state: FindState): Promise<boolean> {
  switch (expression.kind) {
    case 'predicate':
      return expression.test(file, state);
    case 'not':
      return !(await evaluate(expression.item, file, state));
    case 'and':
      return (await evaluate(expression.left, file, state)) && !state.hasQuit
        ? evaluate(expression.right, file, state)
        : false;
    case 'or':
      return (await evaluate(expression.left, file, state)) || state.hasQuit
        ? true
        : evaluate(expression.right, file, state);
    case 'list':
      await evaluate(expression.left, file, state);
      return state.hasQuit ? false : evaluate(expression.right, file, state);
  }
}

/** A mistake in the words of the expression. Thrown by the parser and what it calls, caught by `find`. */
export class WrongExpression extends Error {
  override readonly name = 'WrongExpression';
}
