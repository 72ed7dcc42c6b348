import { problem } from './analysis-context.ts';
import { CHANGES_COMMANDS, EVALUATES_SUBSCRIPTS } from './builtin-effects.ts';
import type { AnalysisProblem, AnalyzedWord } from './command-analysis.ts';
import { isRiskyVariable } from './risky-variables.ts';

/** Says what a builtin would do besides what its name says, by its arguments. */
export function checkBuiltin(name: string, args: readonly AnalyzedWord[]): AnalysisProblem[] {
  const problems: AnalysisProblem[] = [];
  const change = Object.hasOwn(CHANGES_COMMANDS, name) ? CHANGES_COMMANDS[name] : undefined;
  if (change !== undefined && !isQuery(args)) problems.push(problem('changes-commands', `${name}: ${change}`));
  if (DECLARATIONS.has(name)) problems.push(...checkDeclaration(name, args));
  const check = CHECKS[name];
  if (check && !check(args))
    problems.push(problem('evaluates-text', `${name}: an argument may be evaluated, and run commands`));
  else if (!check && EVALUATES_SUBSCRIPTS.has(name) && !DECLARATIONS.has(name) && !args.every(isPlain))
    problems.push(problem('evaluates-text', `${name}: an argument may be evaluated, and run commands`));
  return problems;
}

const DECLARATIONS: ReadonlySet<string> = new Set(['declare', 'export', 'local', 'readonly', 'typeset', 'unset']);

function isQuery(args: readonly AnalyzedWord[]): boolean {
  return args.every(({ value }) => value === '-p' || value === '-l' || value === '-r');
}

/** Whether an argument is fixed and has no subscript in which something could run. */
function isPlain({ value }: AnalyzedWord): boolean {
  return value !== undefined && !(value.includes('[') && /[$`]/.test(value));
}

type Check = (args: readonly AnalyzedWord[]) => boolean;

/** Checks of single builtins; true when nothing in the arguments is evaluated. */
const CHECKS: Readonly<Record<string, Check | undefined>> = {
  test: isPlainTest,
  '[': isPlainTest,
  printf: (args) => isPlainPrintf(args),
  mapfile: isPlainMapfile,
  readarray: isPlainMapfile,
  compgen: (args) => args.every(({ value }) => value !== undefined && !/[$`]|^-\w*[CF]/.test(value)),
  set: (args) =>
    args[0] === undefined ||
    args[0].value === '--' ||
    args.every(({ value }, index) => value !== undefined && !/^[-+]\w*[ak]/.test(value) && !isOptionName(args, index)),
  shopt: (args) =>
    args.every(
      ({ value }) =>
        value !== undefined &&
        !/^(?:expand_aliases|extdebug|assoc_expand_once|sourcepath|allexport|keyword|posix)$/.test(value),
    ),
};

function isOptionName(args: readonly AnalyzedWord[], index: number): boolean {
  return (
    /^[-+]\w*o$/.test(args[index - 1]?.value ?? '') && /^(?:allexport|keyword|posix)$/.test(args[index]?.value ?? '')
  );
}

/** One variable, which the analysis holds to be a number or nothing. */
const PLAIN_VARIABLE = /^\$(?:[A-Za-z_]\w*|\{[A-Za-z_]\w*\})$/;

/** Returns the variables that stand unquoted among the operands of a test: they are split, and could be operators. */
export function splitNames(name: string, args: readonly AnalyzedWord[]): string[] {
  if (name !== 'test' && name !== '[') return [];
  return args.flatMap(({ isSingle, text }) =>
    !isSingle && PLAIN_VARIABLE.test(text) ? [text.replace(/[${}]/g, '')] : [],
  );
}

/** Only `-v NAME` evaluates; it could also come out of a word that is not fixed, where a unary operator may stand. */
function isPlainTest(args: readonly AnalyzedWord[]): boolean {
  const operands = args.filter(({ value }) => value !== ']');
  if (operands.some(({ isSingle, text }) => !isSingle && !PLAIN_VARIABLE.test(text))) return false;
  return operands.every((word, index) => {
    const next = operands[index + 1];
    if (!next) return true;
    const isBinary = /^(?:=|==|!=|<|>|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef|a|o))$/.test(next.value ?? '');
    return isBinary || (word.value !== undefined && (word.value !== '-v' || isPlain(next)));
  });
}

function isPlainPrintf(args: readonly AnalyzedWord[]): boolean {
  const [first, second] = args;
  if (!first) return true;
  if (first.value === undefined) return false;
  if (first.value === '-v') return second !== undefined && isPlain(second) && args[2]?.value !== '-v';
  return isPlain(first) || !first.value.startsWith('-v');
}

function isPlainMapfile(args: readonly AnalyzedWord[]): boolean {
  return args.every((word) => isPlain(word) && !/^-\w*C/.test(word.value ?? ''));
}

/** Their `-n` makes a name stand for another variable. */
const REFERS: ReadonlySet<string> = new Set(['declare', 'local', 'typeset']);

/** `declare`, `export` and the like: names, values, and attributes that evaluate values. */
function checkDeclaration(name: string, args: readonly AnalyzedWord[]): AnalysisProblem[] {
  const problems: AnalysisProblem[] = [];
  let evaluates = false;
  let refers = false;
  let exports = name === 'export';
  for (const { text, value } of args) {
    if (value !== undefined && /^[-+]\w/.test(value)) {
      if (/[in]/.test(value) && name !== 'unset' && name !== 'export') evaluates = true;
      if (value.includes('x')) exports = true;
      if (/^-\w*n/.test(value) && REFERS.has(name)) refers = true;
      continue;
    }
    const variable = /^([A-Za-z_]\w*)(?:\+?=|$)/.exec(text)?.[1];
    const isNumber = /^[A-Za-z_]\w*=-?\d+$/.test(value ?? '');
    // What a reference is assigned names another variable, whichever it is.
    if (variable === undefined || refers || (evaluates && text.includes('=') && !isNumber))
      problems.push(problem('evaluates-text', `${name} ${text}: it may be evaluated, and run commands`));
    else if (isRiskyVariable(variable) && (exports || text.includes('=') || name === 'unset'))
      problems.push(problem('environment', `${variable} changes what commands do`));
  }
  return problems;
}
