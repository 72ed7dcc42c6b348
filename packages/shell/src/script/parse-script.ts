import { type ParsedScript, parse } from 'unbash';

export {
  type AndOr,
  type ArithmeticCommand,
  type ArithmeticFor,
  type Assignment,
  type Case,
  type Command,
  type CommandArgument,
  type CommandNode,
  type CompoundCommand,
  type CompoundList,
  type Coproc,
  type Elif,
  type For,
  type Function as FunctionDefinition,
  forEachChild,
  type HereDoc,
  type If,
  type ParsedScript,
  type Pipeline,
  type PipelineNode,
  type Redirect,
  type Redirection,
  type Select,
  type Statement,
  type SyntaxNode,
  type TestCommand,
  type TestExpression,
  type While,
  type Word as WordNode,
} from 'unbash';

/** Parses a whole script. Never throws: `errors` holds what is wrong, by position, and the tree what could be read. */
export function parseScript(text: string): ParsedScript {
  return parse(text);
}

/**
 * Returns the end of the command or process substitution that begins at the start of `text` (`$(` or `<(`), and what
 * is between its parentheses. `undefined` when it is not closed.
 */
export function readSubstitution(text: string): { end: number; body: string } | undefined {
  for (let size = FIRST_WINDOW; ; size *= 4) {
    const found = readClosed(text.slice(0, size));
    if (found || size >= text.length) return found;
  }
}

/** How much of a text is parsed at first for the substitution at its start; more when it is not closed there. */
const FIRST_WINDOW = 256;

function readClosed(text: string): { end: number; body: string } | undefined {
  const first = parse(text).commands[0]?.command;
  const name = first?.type === 'Pipeline' ? first.commands[0] : first?.type === 'AndOr' ? first.commands[0] : first;
  if (name?.type !== 'Command') return undefined;
  const part = name.name?.parts?.[0];
  if (part?.type !== 'CommandExpansion' && part?.type !== 'ProcessSubstitution') return undefined;
  if (text[part.end - 1] !== ')' || part.end < 3) return undefined;
  return { end: part.end, body: text.slice(2, part.end - 1) };
}
