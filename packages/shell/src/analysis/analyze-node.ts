import type { CompoundCommand, CompoundList, Redirection, SyntaxNode, TestExpression } from '../script/parse-script.ts';
import { findClosing } from '../words/balanced-text.ts';
import { type AnalysisContext, markElsewhere, type ScriptPlace, takeFinds } from './analysis-context.ts';
import { analyzeSimpleCommand } from './analyze-part.ts';
import { analyzeRedirections } from './analyze-redirections.ts';
import type { AnalysisProblem } from './command-analysis.ts';
import {
  createFinds,
  readArgument,
  readArithmetic,
  readEvaluated,
  readText,
  readVariableName,
  type WordFinds,
} from './read-word.ts';

/** Adds the parts of a statement, pipeline, list or compound command. */
export function analyzeNode(context: AnalysisContext, node: SyntaxNode, source: string, place: ScriptPlace): void {
  switch (node.type) {
    case 'Statement':
      analyzeNode(context, node.command, source, place);
      return;
    case 'AndOr':
    case 'Pipeline':
      for (const command of node.commands) analyzeNode(context, command, source, place);
      return;
    case 'Command':
      analyzeSimpleCommand(context, node, source, place);
      return;
    case 'Redirected':
      analyzeNode(context, node.command, source, place);
      addRedirections(context, node.redirects, source, place);
      return;
    case 'Function':
      analyzeNode(context, node.body, source, { ...place, origin: 'function' });
      return;
    case 'Coproc':
      analyzeNode(context, node.body, source, place);
      return;
    case 'CompoundList':
      analyzeList(context, node, source, place);
      return;
    case 'If':
    case 'For':
    case 'ArithmeticFor':
    case 'Select':
    case 'While':
    case 'Subshell':
    case 'BraceGroup':
    case 'Case':
    case 'TestCommand':
    case 'ArithmeticCommand':
      analyzeCompound(context, node, source, place);
      return;
    default:
      return;
  }
}

function analyzeList(context: AnalysisContext, { commands }: CompoundList, source: string, place: ScriptPlace): void {
  for (const statement of commands) analyzeNode(context, statement, source, place);
}

function analyzeCompound(context: AnalysisContext, node: CompoundCommand, source: string, place: ScriptPlace): void {
  const list = (body: CompoundList): void => analyzeList(context, body, source, place);
  // What a later turn runs may follow a change of the directory that stands behind it.
  const loop = (body: () => void): void => {
    const from = context.parts.length;
    body();
    if (context.changesDirectory) markElsewhere(context, from);
  };
  const words = (read: (finds: WordFinds) => void): void => {
    const finds = createFinds();
    read(finds);
    takeFinds(context, finds, undefined, place.depth);
  };
  switch (node.type) {
    case 'Subshell':
    case 'BraceGroup':
      list(node.body);
      return;
    case 'If':
      list(node.clause);
      list(node.then);
      for (const { clause, then } of node.elif) {
        list(clause);
        list(then);
      }
      if (node.else) list(node.else);
      return;
    case 'While':
      loop(() => {
        list(node.clause);
        list(node.body);
      });
      return;
    case 'For':
    case 'Select':
      words((finds) => {
        for (const word of node.wordlist ?? []) readArgument(word, finds);
      });
      loop(() => list(node.body));
      return;
    case 'ArithmeticFor':
      words((finds) => readArithmetic(headerText(source, node.pos), finds));
      loop(() => list(node.body));
      return;
    case 'Case':
      words((finds) => {
        readText(node.word.text, 'assignment', finds);
        for (const { pattern } of node.items) for (const word of pattern) readText(word.text, 'argument', finds);
      });
      for (const { body } of node.items) list(body);
      return;
    case 'TestCommand':
      words((finds) => readTest(node.expression, finds));
      return;
    case 'ArithmeticCommand':
      words((finds) => readArithmetic(node.body, finds));
      return;
  }
}

function headerText(source: string, position: number): string {
  const start = source.indexOf('((', position) + 2;
  return source.slice(start, findClosing(source, start, '(', ')') ?? source.length);
}

const ARITHMETIC_OPERATORS: ReadonlySet<string> = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);

/** `[[ a -eq b ]]` evaluates both sides, `-v` the subscript of its name. */
function readTest(expression: TestExpression, finds: WordFinds): void {
  switch (expression.type) {
    case 'TestUnary':
      if (expression.operator === '-v' || expression.operator === '-R')
        readVariableName(expression.operand.text, finds);
      else readText(expression.operand.text, 'assignment', finds);
      return;
    case 'TestBinary':
      for (const side of [expression.left, expression.right]) {
        if (ARITHMETIC_OPERATORS.has(expression.operator)) readEvaluated(side.text, finds);
        else readText(side.text, 'argument', finds);
      }
      return;
    case 'TestLogical':
      for (const operand of expression.operands) readTest(operand, finds);
      return;
    case 'TestNot':
      readTest(expression.operand, finds);
      return;
    case 'TestGroup':
      readTest(expression.expression, finds);
      return;
  }
}

/** The redirections of a compound command are a part of their own, without a command. */
function addRedirections(
  context: AnalysisContext,
  redirects: readonly Redirection[],
  source: string,
  place: ScriptPlace,
): void {
  const finds = createFinds();
  const problems: AnalysisProblem[] = [];
  const redirections = analyzeRedirections(redirects, source, finds, problems);
  const index = context.parts.length;
  context.parts.push({
    text: redirections.map(({ text }) => text).join(' '),
    words: [],
    assignments: [],
    redirections,
    origin: place.origin,
    parent: place.parent,
    getsMoreArguments: false,
    isElsewhere: context.changesDirectory,
    command: undefined,
    problems,
  });
  takeFinds(context, finds, { index, problems }, place.depth);
}
