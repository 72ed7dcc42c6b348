import type { Redirection } from '../script/parse-script.ts';
import { problem } from './analysis-context.ts';
import type { AnalysisProblem, AnalyzedRedirection } from './command-analysis.ts';
import { readArgument, readText, type WordFinds } from './read-word.ts';

/** Redirection operators that open a file, and what they may do to it. */
const EFFECTS: Readonly<Record<string, 'read' | 'write'>> = {
  '<': 'read',
  '>': 'write',
  '>>': 'write',
  '>|': 'write',
  '<>': 'write',
  '&>': 'write',
  '&>>': 'write',
  '>&': 'write',
  '<&': 'read',
};

const HARMLESS_PATHS = /^\/dev\/(?:null|zero|full|u?random|stdin|stdout|stderr|tty|fd\/\d+)$/;

/** Reads redirections; targets that are not fixed are problems. */
export function analyzeRedirections(
  redirections: readonly Redirection[],
  source: string,
  finds: WordFinds,
  problems: AnalysisProblem[],
): AnalyzedRedirection[] {
  return redirections.map((redirection) => {
    const { operator } = redirection;
    const text = source.slice(redirection.pos, redirection.end);
    if (redirection.type === 'HereDoc') {
      const { text: body } = redirection.body;
      const content = redirection.delimiter?.quoted ? body : readText(body, 'document', finds);
      return { operator, effect: 'none', path: undefined, text, ...(content === undefined ? {} : { content }) };
    }
    if (redirection.type === 'HereString') {
      const content = redirection.target && readText(redirection.target.text, 'assignment', finds);
      return { operator, effect: 'none', path: undefined, text, ...(content === undefined ? {} : { content }) };
    }
    if (!redirection.target) return { operator, effect: 'none', path: undefined, text };
    const word = readArgument(redirection.target, finds);
    const isCopy = operator === '>&' || operator === '<&';
    if (isCopy && word.value !== undefined && /^(?:\d+-?|-)$/.test(word.value))
      return { operator, effect: 'none', path: undefined, text };
    // `<(…)` is a path of this shell's own; what runs in it is a part.
    if (/^[<>]\(.*\)$/s.test(word.text) && word.value === undefined)
      return { operator, effect: 'none', path: undefined, text };
    if (word.value === undefined)
      problems.push(problem('computed-target', `${text}: the file's name is not known before it runs`));
    const isHarmless = word.value !== undefined && HARMLESS_PATHS.test(word.value);
    return { operator, effect: isHarmless ? 'none' : (EFFECTS[operator] ?? 'write'), path: word.value, text };
  });
}

/** Returns the fixed text that a command reads on standard input, from a here-document or here-string. */
export function inputText(redirections: readonly Redirection[], finds: WordFinds): string | undefined {
  const last = redirections.findLast(
    ({ operator, descriptor }) =>
      (operator.startsWith('<') && !descriptor) || (descriptor?.type === 'FileDescriptor' && descriptor.value === 0),
  );
  if (last?.type === 'HereString') return last.target && readText(last.target.text, 'assignment', finds);
  if (last?.type !== 'HereDoc') return undefined;
  const body = last.operator === '<<-' ? last.body.text.replace(/^\t+/gm, '') : last.body.text;
  return last.delimiter?.quoted ? body : readText(body, 'document', finds);
}
