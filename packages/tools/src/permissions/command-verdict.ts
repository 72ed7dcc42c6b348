import type { AnalyzedPart, CommandAnalysis } from './command-analyzer.ts';
import type { CommandReading } from './command-reading.ts';
import { allowsPart, hitsPart, namesPart } from './match-command.ts';
import type { PermissionNeeds } from './permission-needs.ts';
import { placeRuleFor } from './place-rules.ts';
import { NO_RULE, nameRule, type PartVerdict, type ScopedRule } from './rule-verdict.ts';

/**
 * A rule for exactly this command line decides on all of it, whatever it does; so does one for every call of the tool. What
 * the session has made of its words since nobody has seen: then neither permits.
 */
export function wholeCommandVerdict(
  { text, analysis, isTyped }: NonNullable<PermissionNeeds['command']>,
  readings: readonly CommandReading[],
  named: readonly ScopedRule[],
): PartVerdict | undefined {
  const isExact = (rule: ScopedRule): boolean => rule.match.kind === 'exact' && rule.match.command === text.trim();
  const isWhole = (rule: ScopedRule): boolean => isExact(rule) || rule.match.kind === 'any';
  const denial = named.find((rule) => rule.effect === 'deny' && isWhole(rule));
  if (denial) return verdictOf(text, denial);
  // Anything that denies or asks about a part comes before a permission for the whole.
  const isHit = named.some(
    (rule) =>
      rule.effect !== 'allow' &&
      (isWhole(rule) ||
        !analysis.isUnderstood ||
        analysis.parts.some((part, index) => hitsPart(rule.match, part, readings[index]) !== 'no')),
  );
  const problems = [...analysis.problems, ...analysis.parts.flatMap((part) => part.problems)];
  if (isHit || problems.some(({ isOfSession }) => isOfSession)) return undefined;
  // The same words typed at a program may go on with others, or answer it.
  const permits = isTyped ? (rule: ScopedRule): boolean => rule.match.kind === 'any' : isWhole;
  const permission = named.find((rule) => rule.effect === 'allow' && permits(rule));
  return permission && verdictOf(text, permission);
}

function verdictOf(text: string, rule: ScopedRule): PartVerdict {
  return { text, kind: 'command', verdict: rule.effect === 'deny' ? 'denied' : 'allowed', rule: nameRule(rule) };
}

interface Line {
  readonly readings: readonly CommandReading[];
  /** Rules allow changing all files that a part writes. */
  readonly mayWrite: (index: number) => boolean;
}

/** Returns what rules say about each command of a line, and about what of it is not understood. */
export function commandVerdicts(
  { analysis }: NonNullable<PermissionNeeds['command']>,
  line: Line,
  rules: { readonly named: readonly ScopedRule[]; readonly all: readonly ScopedRule[] },
): PartVerdict[] {
  const verdicts = analysis.parts.map((part, index) => {
    const verdict = partVerdict(part, index, { ...analysis, ...line }, rules.named);
    // Only where no rule about the command, and no problem, has it ask.
    const byPlace = verdict.reason === NO_RULE ? placeRuleFor(part, rules.all) : undefined;
    return byPlace ? verdictOf(part.text, byPlace) : verdict;
  });
  const possibly = mayDenyCommands(rules.named) ? { mayBeDenied: true as const } : {};
  for (const { message } of analysis.problems)
    verdicts.push({ text: message, kind: 'command', verdict: 'asks', reason: 'not fully understood', ...possibly });
  return verdicts;
}

function partVerdict(
  part: AnalyzedPart,
  index: number,
  { parts, readings, mayWrite }: CommandAnalysis & Line,
  rules: readonly ScopedRule[],
): PartVerdict {
  const text = part.text;
  const reading = readings[index];
  let doubt: string | undefined;
  let mayBeDenied = false;
  for (const effect of ['deny', 'ask'] as const) {
    for (const rule of rules) {
      if (rule.effect !== effect) continue;
      const match = hitsPart(rule.match, part, reading);
      if (match === 'yes') {
        const verdict = effect === 'deny' ? 'denied' : 'asks';
        return { text, kind: 'command', verdict, rule: nameRule(rule), reason: `the rule ${nameRule(rule)} says so` };
      }
      if (match === 'maybe') {
        doubt ??= `it may be what ${nameRule(rule)} means`;
        mayBeDenied ||= effect === 'deny';
      }
    }
  }
  const mayHide = part.problems.length > 0 && mayDenyCommands(rules);
  mayBeDenied ||= mayHide;
  const isWriting = mayWrite(index);
  const rule = rules.find(
    (candidate) => candidate.effect === 'allow' && allowsPart(candidate.match, part, { reading, isWriting }),
  );
  // A rule that names a file permits running it, unless it may hold what others deny.
  const isFileNamed = rule?.match.kind !== 'any' && part.problems.every(({ named }) => named !== undefined);
  const problem = rule && isFileNamed && !mayHide ? undefined : part.problems[0];
  if (doubt !== undefined || problem)
    return {
      text,
      kind: 'command',
      verdict: 'asks',
      reason: problem?.message ?? doubt ?? 'not understood',
      ...(mayBeDenied ? { mayBeDenied } : {}),
    };
  if (rule) return { text, kind: 'command', verdict: 'allowed', rule: nameRule(rule) };
  const isCarrier = !part.command || part.command.kind === 'function';
  const runsPart = parts.some(({ parent, origin }) => parent === index && origin === 'wrapped');
  const wraps = reading?.isTransparent === true && (runsPart || reading.isNeutralAlone);
  if (isCarrier || reading?.isNeutral || wraps) return { text, kind: 'command', verdict: 'neutral' };
  const isNamed = rules.some(({ effect, match }) => effect === 'allow' && namesPart(match, part, reading));
  const reason = (isNamed && reading ? doubtOf(reading) : undefined) ?? NO_RULE;
  return { text, kind: 'command', verdict: 'asks', reason };
}

function doubtOf({ doubts, isLocal, isAway }: CommandReading): string | undefined {
  return isLocal && isAway
    ? 'what it runs is found in a directory that may be outside the workspace'
    : doubts[0]?.reason;
}

/** What is not understood may be any command. */
function mayDenyCommands(rules: readonly ScopedRule[]): boolean {
  return rules.some(({ effect, match }) => effect === 'deny' && match.kind !== 'network');
}
