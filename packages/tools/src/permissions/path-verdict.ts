import type { PathNeed, PermissionNeeds } from './permission-needs.ts';
import type { PermissionRule } from './permission-rule.ts';
import {
  appliesToTool,
  guardedBy,
  isHeldByRule,
  type PartVerdict,
  type ScopedRule,
  strongest,
} from './rule-verdict.ts';

const MAY_BE_GUARDED = 'it may be a file that a rule guards';

/** What rules say about a file of a call. */
export interface FileVerdict {
  readonly verdict: PartVerdict;
  /** A rule denies it or asks about it, or may do so. */
  readonly isGuarded: boolean;
  readonly isSaid: boolean;
}

/** Returns what rules say about each file of a call, in order. */
export function fileVerdicts({ paths }: PermissionNeeds, rules: readonly ScopedRule[]): FileVerdict[] {
  const fitting = { read: rulesAbout('read', rules), write: rulesAbout('edit', rules) };
  return paths.map((need) => {
    const verdict = pathVerdict(need, fitting[need.access]);
    const isHeld = verdict.verdict === 'asks' || verdict.verdict === 'denied';
    return {
      verdict,
      isGuarded: isHeldByRule(verdict) || verdict.reason === MAY_BE_GUARDED,
      isSaid: need.isPossible !== true || isHeld,
    };
  });
}

/** Rules of `edit` are about every change of a file, those of `read` about every reading, whichever tool it is. */
function rulesAbout(tool: 'edit' | 'read', rules: readonly ScopedRule[]): ScopedRule[] {
  return rules.filter((rule) => appliesToTool(rule, tool) && (rule.match.kind !== 'any' || rule.tool === tool));
}

function pathVerdict(need: PathNeed, fitting: readonly ScopedRule[]): PartVerdict {
  const { access, path, text, isTree = false } = need;
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
