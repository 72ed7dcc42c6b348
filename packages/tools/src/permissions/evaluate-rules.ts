import { ANY_HOST } from '../web/web-access.ts';
import type { AnalyzedPart, CommandAnalysis } from './command-analyzer.ts';
import { type CommandReading, readingOf } from './command-reading.ts';
import { allowsPart, hitsPart, namesPart } from './match-command.ts';
import { formatRule, type PermissionRule, type RuleScope } from './permission-rule.ts';
import { coversPlace, placeRuleFor } from './place-rules.ts';

/** A rule with where it comes from. */
export interface ScopedRule extends PermissionRule {
  readonly scope: RuleScope;
}

/** What a prepared call needs, as rules are asked about it. */
export interface PermissionNeeds {
  readonly tool: string;
  /** The name of the tool that is called, where it counts as `tool`: rules of both names are about it. */
  readonly calledAs?: string;
  /** The command line taken apart, for tools that run one. */
  readonly command?: {
    readonly text: string;
    readonly cwd: string;
    readonly analysis: CommandAnalysis;
    readonly isTyped?: true;
  };
  /** Files by absolute path. */
  readonly paths: readonly PathNeed[];
  readonly network: readonly NetworkNeed[];
  /** It removes what its paths name. */
  readonly deletes?: true;
  /** What the call does was permitted by an earlier one: it asks for nothing unless a rule or a policy says so. */
  readonly isCovered?: boolean;
}

/** A place in the network that is reached. */
export interface NetworkNeed {
  /** Lower case; `*` for any. */
  readonly host: string;
  readonly port: number;
  /** A command's own words name it: what allows the command allows it, unless a rule about the place says otherwise. */
  readonly isImplied?: boolean;
  /** A word that may name it, or something else: it counts only where a rule denies it or asks about it. */
  readonly isPossible?: boolean;
}

/** A file that is read or changed. */
export interface PathNeed {
  readonly access: 'read' | 'write';
  /** `undefined` when it is not known before the call runs. */
  readonly path: string | undefined;
  /** As people see it. */
  readonly text: string;
  /** What changes it has its own part, whose rule covers it: only denials and questions about the file count. */
  readonly isCovered?: boolean;
  /** Everything below the path is read too. */
  readonly isTree?: boolean;
  /** An absolute pattern of the shell in place of a path: the files that it matches. */
  readonly pattern?: string;
  /** Index of the part of the command line that does it. */
  readonly part?: number;
  /** An argument that may be the name of a file or something else: it counts only where a rule guards that file. */
  readonly isPossible?: boolean;
}

/** What rules say about one part of a call. */
export interface PartVerdict {
  /** The command or the file, as it stands. */
  readonly text: string;
  readonly kind: 'command' | 'read' | 'write' | 'network' | 'tool';
  /** `neutral`: needs no rule beside parts that have one. */
  readonly verdict: 'allowed' | 'neutral' | 'asks' | 'denied';
  /** The rule that decided, as people write it. */
  readonly rule?: string;
  /** Why it asks, or why it was denied. */
  readonly reason?: string;
  /** It asks since a rule may deny it. */
  readonly mayBeDenied?: true;
}

/** What rules say about a call. */
export interface RuleVerdict {
  readonly verdict: 'allowed' | 'asks' | 'denied';
  readonly parts: readonly PartVerdict[];
}

/** Asks the rules about a call: a denial of any part denies it, all parts must be allowed to allow it, else a person is asked. */
export function evaluateRules(needs: PermissionNeeds, rules: readonly ScopedRule[]): RuleVerdict {
  const parts: PartVerdict[] = [];
  const files = fileVerdicts(needs, rules);
  const readings = needs.command?.analysis.parts.map(readingOf) ?? [];
  const named = rules.filter((rule) => appliesToTool(rule, needs.tool) || rule.tool === needs.calledAs);
  const whole = needs.command ? wholeCommandVerdict(needs.command, readings, named) : undefined;
  const toolRules = named.filter((rule) => rule.match.kind === 'any');
  // A permission for the line does not reach over a rule about a file in it, or about a host.
  const targets = needs.network.flatMap((need) => {
    const verdict = networkVerdict(need, rules, needs.command ? [] : toolRules);
    return need.isImplied === true && !isHeldByRule(verdict) ? [] : [verdict];
  });
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
  for (const { verdict, isSaid } of files) if (isSaid) parts.push(verdict);
  parts.push(...targets);
  return { verdict: combine(parts), parts };
}

/** Says whether a part of a command line writes files, and rules allow changing every one of them. */
function mayWriteAll(paths: readonly PathNeed[], files: readonly FileVerdict[], index: number): boolean {
  const written = files.filter((_, at) => paths[at]?.part === index && paths[at]?.access === 'write');
  return written.length > 0 && written.every(({ verdict }) => verdict.verdict === 'allowed');
}

const NO_RULE = 'no rule allows it';
const MAY_BE_PLACE = 'it may be a place that a rule guards';
const MAY_BE_GUARDED = 'it may be a file that a rule guards';

interface FileVerdict {
  readonly verdict: PartVerdict;
  /** A rule denies it or asks about it, or may do so. */
  readonly isGuarded: boolean;
  readonly isSaid: boolean;
}

/** Without a rule a part asks only because nothing allows it. */
function isHeldByRule({ verdict, rule }: PartVerdict): boolean {
  return rule !== undefined && (verdict === 'denied' || verdict === 'asks');
}

function fileVerdicts({ paths }: PermissionNeeds, rules: readonly ScopedRule[]): FileVerdict[] {
  return paths.map((need) => {
    const verdict = pathVerdict(need, rules);
    const isHeld = verdict.verdict === 'asks' || verdict.verdict === 'denied';
    return {
      verdict,
      isGuarded: isHeldByRule(verdict) || verdict.reason === MAY_BE_GUARDED,
      isSaid: need.isPossible !== true || isHeld,
    };
  });
}

function combine(parts: readonly PartVerdict[]): RuleVerdict['verdict'] {
  if (parts.some(({ verdict }) => verdict === 'denied')) return 'denied';
  const isAllowed =
    parts.some(({ verdict }) => verdict === 'allowed') && parts.every(({ verdict }) => verdict !== 'asks');
  return isAllowed ? 'allowed' : 'asks';
}

function appliesToTool(rule: PermissionRule, tool: string): boolean {
  return rule.tool === tool || rule.tool === '*';
}

/**
 * A rule for exactly this command line decides on all of it, whatever it does; so does one for every call of the tool. What
 * the session has made of its words since nobody has seen: then neither permits.
 */
function wholeCommandVerdict(
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

/** Returns a rule's name in verdicts: `allow bash(git log:*) (workspace)`. */
export function nameRule(rule: ScopedRule): string {
  return `${rule.effect} ${formatRule(rule)} (${rule.scope})`;
}

interface Line {
  readonly readings: readonly CommandReading[];
  /** Rules allow changing all files that a part writes. */
  readonly mayWrite: (index: number) => boolean;
}

function commandVerdicts(
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
  const [problem] = part.problems;
  mayBeDenied ||= problem !== undefined && mayDenyCommands(rules);
  if (doubt !== undefined || problem)
    return {
      text,
      kind: 'command',
      verdict: 'asks',
      reason: problem?.message ?? doubt ?? 'not understood',
      ...(mayBeDenied ? { mayBeDenied } : {}),
    };
  const isWriting = mayWrite(index);
  const rule = rules.find(
    (candidate) => candidate.effect === 'allow' && allowsPart(candidate.match, part, { reading, isWriting }),
  );
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

/** Returns what a verdict says of a rule that may be about a part. */
function guardedBy(rule: ScopedRule): Pick<PartVerdict, 'rule' | 'mayBeDenied'> {
  return { rule: nameRule(rule), ...(rule.effect === 'deny' ? { mayBeDenied: true } : {}) };
}

function strongest(rules: readonly ScopedRule[]): Pick<PartVerdict, 'verdict' | 'rule'> | undefined {
  for (const effect of ['deny', 'ask', 'allow'] as const) {
    const rule = rules.find((candidate) => candidate.effect === effect);
    if (rule) return { verdict: VERDICTS[effect], rule: nameRule(rule) };
  }
  return undefined;
}

const VERDICTS = { deny: 'denied', ask: 'asks', allow: 'allowed' } as const;

/** Rules of `edit` are about every change of a file, those of `read` about every reading, whichever tool it is. */
function pathVerdict(need: PathNeed, rules: readonly ScopedRule[]): PartVerdict {
  const { access, path, text, isTree = false } = need;
  const tool = access === 'write' ? 'edit' : 'read';
  const fitting = rules.filter(
    (rule) => appliesToTool(rule, tool) && (rule.match.kind !== 'any' || rule.tool === tool),
  );
  if (path === undefined) return unknownPathVerdict(need, fitting);
  const verdict = strongest(fitting.filter(({ match, effect }) => coversPath(match, path, effect)));
  const guard = isTree ? fitting.find(({ effect, match }) => effect !== 'allow' && isBelow(match, path)) : undefined;
  if (guard && verdict?.verdict !== 'denied')
    return { text, kind: access, verdict: 'asks', ...guardedBy(guard), reason: 'a rule guards files in it' };
  // What may only be written may also only be read: a person decides.
  if (verdict?.verdict === 'denied' && access === 'write' && need.isPossible)
    return {
      text,
      kind: access,
      ...verdict,
      verdict: 'asks',
      reason: MAY_BE_GUARDED,
      mayBeDenied: true,
    };
  if (verdict) return { text, kind: access, ...verdict };
  return access === 'read' || need.isCovered
    ? { text, kind: access, verdict: 'neutral' }
    : { text, kind: access, verdict: 'asks', reason: 'no rule allows changing it' };
}

function unknownPathVerdict({ access, text, isCovered, pattern }: PathNeed, rules: readonly ScopedRule[]): PartVerdict {
  const guard = rules.find(
    ({ effect, match }) => effect !== 'allow' && (pattern === undefined || mayMatchPattern(match, pattern)),
  );
  if (guard) return { text, kind: access, verdict: 'asks', ...guardedBy(guard), reason: MAY_BE_GUARDED };
  if (isCovered) return { text, kind: access, verdict: 'neutral' };
  return { text, kind: access, verdict: 'asks', reason: 'not known before it runs' };
}

/** Says whether a pattern may match what a rule is about, or a directory on the way to it. */
function mayMatchPattern(match: PermissionRule['match'], pattern: string): boolean {
  if (match.kind !== 'path' && match.kind !== 'tree') return match.kind === 'any';
  const names = (match.kind === 'path' ? match.path : match.root).split('/');
  const wanted = pattern.split('/');
  if (wanted.includes('..') || wanted.includes('**')) return true;
  return wanted.slice(0, names.length).every((part, index) => mayMatchName(part, names[index] ?? ''));
}

/** Says whether a name may match a part of a pattern: by the plain text before its first and behind its last special character. */
function mayMatchName(partAsWritten: string, nameAsWritten: string): boolean {
  // Under `nocaseglob` upper and lower case are the same.
  const [part, name] = [partAsWritten.toLowerCase(), nameAsWritten.toLowerCase()];
  if (!/[*?[\](){}|!+@\\]/.test(part)) return part === name;
  const start = part.replace(/[^\w.,:%=~-].*$/s, '');
  // What stands before `(` or `{` may be left out by it, as in `a?(b)` and `{a,b}`.
  const isPlain = !/[(){}\\]/.test(part);
  const end = isPlain ? part.replace(/^.*[^\w.,:%=~-]/s, '') : '';
  return name.startsWith(start) && name.endsWith(end) && (!isPlain || name.length >= start.length + end.length);
}

/** A rule that guards a directory by its name guards what is in it, and names that look the same: one that allows is exact. */
function coversPath(match: PermissionRule['match'], path: string, effect: PermissionRule['effect']): boolean {
  if (match.kind === 'any') return true;
  if (match.kind !== 'path' && match.kind !== 'tree') return false;
  const root = match.kind === 'path' ? match.path : match.root;
  if (root === '/' || path === root) return root !== '/' || match.kind === 'tree' || path === '/';
  if (effect === 'allow') return match.kind === 'tree' && path.startsWith(`${root}/`);
  return `${path.normalize('NFC')}/`.startsWith(`${root.normalize('NFC')}/`);
}

/** Returns whether a rule is about something below a directory. */
function isBelow(match: PermissionRule['match'], directory: string): boolean {
  const start = directory === '/' ? '/' : `${directory}/`;
  if (match.kind === 'path') return match.path.startsWith(start);
  return match.kind === 'tree' && match.root.startsWith(start);
}

/** A rule about a place holds for every tool: it says where, not how. `toolRules` are about every call of the tool. */
function networkVerdict(
  { host, port, isPossible }: NetworkNeed,
  rules: readonly ScopedRule[],
  toolRules: readonly ScopedRule[],
): PartVerdict {
  const isAny = host === ANY_HOST;
  const text = isAny ? `any host, port ${port}` : `${host}:${port}`;
  const places = rules.filter(({ match }) => match.kind === 'network');
  const verdict = strongest([...places.filter(({ match }) => coversPlace(match, host, port)), ...toolRules]);
  // A word that may name it, or something else: a person decides.
  if (verdict?.verdict === 'denied' && isPossible)
    return { text, kind: 'network', ...verdict, verdict: 'asks', reason: MAY_BE_PLACE, mayBeDenied: true };
  if (verdict) return { text, kind: 'network', ...verdict };
  const guard = isAny ? places.find(({ effect }) => effect !== 'allow') : undefined;
  return guard
    ? { text, kind: 'network', verdict: 'asks', ...guardedBy(guard), reason: MAY_BE_PLACE }
    : { text, kind: 'network', verdict: 'asks', reason: NO_RULE };
}
