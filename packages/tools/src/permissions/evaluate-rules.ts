import { readingOf } from './command-reading.ts';
import { commandVerdicts, wholeCommandVerdict } from './command-verdict.ts';
import { networkVerdicts } from './network-verdict.ts';
import { type FileVerdict, fileVerdicts } from './path-verdict.ts';
import type { PathNeed, PermissionNeeds } from './permission-needs.ts';
import {
  appliesToTool,
  combine,
  isHeldByRule,
  type PartVerdict,
  type RuleVerdict,
  type ScopedRule,
  strongest,
} from './rule-verdict.ts';

/** Asks the rules about a call: a denial of any part denies it, all parts must be allowed to allow it, else a person is asked. */
export function evaluateRules(needs: PermissionNeeds, rules: readonly ScopedRule[]): RuleVerdict {
  const own = evaluateOwnRules(needs, rules);
  const { through } = needs;
  if (through === undefined) return own;
  const verdict = strongest(
    rules.filter(({ tool, effect, match }) => tool === through && effect !== 'allow' && match.kind === 'any'),
  );
  if (!verdict) return own;
  const parts: PartVerdict[] = [{ text: through, kind: 'tool', ...verdict }, ...own.parts];
  return { verdict: combine(parts), parts };
}

/** The rules of the tool that the call is one of. */
function evaluateOwnRules(needs: PermissionNeeds, rules: readonly ScopedRule[]): RuleVerdict {
  const parts: PartVerdict[] = [];
  const files = fileVerdicts(needs, rules);
  const readings = needs.command?.analysis.parts.map(readingOf) ?? [];
  const named = rules.filter((rule) => appliesToTool(rule, needs.tool) || rule.tool === needs.calledAs);
  const whole = needs.command ? wholeCommandVerdict(needs.command, readings, named) : undefined;
  const toolRules = named.filter((rule) => rule.match.kind === 'any');
  // A permission for the line does not reach over a rule about a file in it, or about a host.
  const targets = networkVerdicts(needs, rules, needs.command ? [] : toolRules);
  const isGuarded = files.some((each) => each.isGuarded) || targets.some(isHeldByRule);
  const isWhole = whole?.verdict === 'denied' || !isGuarded;
  if (whole && isWhole) return { verdict: whole.verdict === 'denied' ? 'denied' : 'allowed', parts: [whole] };
  if (whole) parts.push(whole);
  else if (needs.command) {
    const mayWrite = (index: number): boolean => mayWriteAll(needs.paths, files, index);
    parts.push(...commandVerdicts(needs.command, { readings, mayWrite }, { named, all: rules }));
  } else {
    const verdict = strongest(toolRules);
    if (verdict) parts.push({ text: needs.tool, kind: 'tool', ...verdict });
  }
  parts.push(...distinct(files.flatMap(({ verdict, isSaid }) => (isSaid ? [verdict] : []))));
  parts.push(...targets);
  return { verdict: combine(parts), parts };
}

/** Says whether a part of a command line writes files, and rules allow changing every one of them. */
function mayWriteAll(paths: readonly PathNeed[], files: readonly FileVerdict[], index: number): boolean {
  const written = files.filter((_, at) => paths[at]?.part === index && paths[at]?.access === 'write');
  return written.length > 0 && written.every(({ verdict }) => verdict.verdict === 'allowed');
}

/** A file that is needed under several names, or in several ways, is said once. */
function distinct(parts: readonly PartVerdict[]): PartVerdict[] {
  return [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
}
