import { ANY_HOST } from '../web/web-access.ts';
import type { AnalyzedPart } from './command-analyzer.ts';
import { readingOf } from './command-reading.ts';
import { evaluateRules } from './evaluate-rules.ts';
import type { PermissionNeeds } from './permission-needs.ts';
import { formatRule, type PermissionRule } from './permission-rule.ts';
import type { ScopedRule } from './rule-verdict.ts';

/** Commands whose first operand is a command of its own. */
const WITH_SUBCOMMANDS: ReadonlySet<string> = new Set(
  'git npm pnpm yarn npx cargo go docker kubectl pip pip3 poetry uv dotnet gh make bundle mvn gradle deno bun'.split(
    ' ',
  ),
);
/** Subcommands that take the name of a task. */
const WITH_TASKS: ReadonlySet<string> = new Set(['npm run', 'pnpm run', 'yarn run', 'bun run', 'deno task']);

/** Rules that would answer the next identical call, for a person to choose from; the narrowest comes first. */
export interface RuleOffer {
  /** As people write them; all of them are needed together. */
  readonly rules: readonly string[];
}

/**
 * Returns what "always" may mean for a call: nothing for what destroys and what is not understood, else rules that are
 * proved to allow the same call.
 */
export function proposeRules(needs: PermissionNeeds, rules: readonly ScopedRule[]): RuleOffer[] {
  // What was removed nobody brings back: it is asked about each time.
  if (needs.deletes) return [];
  const proposals = needs.command
    ? commandProposals(needs, rules)
    : [...pathProposals(needs), ...placeProposals(needs.network)];
  const offers: RuleOffer[] = [];
  for (const proposal of proposals) {
    const added = proposal.map((rule): ScopedRule => ({ ...rule, scope: 'session' }));
    if (proposal.length === 0 || evaluateRules(needs, [...rules, ...added]).verdict !== 'allowed') continue;
    const texts = proposal.map(formatRule);
    if (!offers.some(({ rules: known }) => known.join('\n') === texts.join('\n'))) offers.push({ rules: texts });
  }
  return offers;
}

function commandProposals(needs: PermissionNeeds, rules: readonly ScopedRule[]): PermissionRule[][] {
  const { command } = needs;
  if (!command) return [];
  const { analysis, text } = command;
  const exact: PermissionRule = { effect: 'allow', tool: needs.tool, match: { kind: 'exact', command: text.trim() } };
  const problems = [...analysis.problems, ...analysis.parts.flatMap((part) => part.problems)];
  if (problems.some(({ named }) => named === undefined) || analysis.parts.some(isDestructive)) return [];
  const verdicts = evaluateRules(needs, rules).parts;
  const asking = analysis.parts.filter((_, index) => verdicts[index]?.verdict === 'asks');
  const families = asking.map((part): PermissionRule | undefined => familyOf(part, needs.tool));
  const known = families.filter((rule) => rule !== undefined);
  const redirected = needs.paths.filter(({ isCovered, isPossible }) => isCovered !== true && isPossible !== true);
  // Of a line that writes by the way, just those files.
  const [files = []] = pathProposals({ paths: redirected });
  const general = known.length < families.length ? [] : [[...known, ...files]];
  return [[exact], ...placeProposals(needs.network), ...general];
}

/** Rules about the places are no tool's own: they hold for `web_fetch` and for curl. */
function placeProposals(needed: PermissionNeeds['network']): PermissionRule[][] {
  const network = needed.filter(({ isPossible }) => isPossible !== true);
  if (network.length === 0 || network.some(({ host }) => host === ANY_HOST)) return [];
  const rulesFor = (withPort: boolean): PermissionRule[] =>
    network.map(({ host, port }) => ({
      effect: 'allow',
      tool: 'web_fetch',
      match: { kind: 'network', host, ...(withPort ? { port } : {}) },
    }));
  return [rulesFor(true), rulesFor(false)];
}

function isDestructive(part: AnalyzedPart): boolean {
  const { isDestructive: destroys, deletes } = readingOf(part);
  return destroys || deletes;
}

function familyOf({ words, command, problems }: AnalyzedPart, tool: string): PermissionRule | undefined {
  const values = words.map(({ value, isBare }) => (isBare ? value : undefined));
  const [name, second, third] = values;
  const isFile = command?.kind === 'unknown' && problems.length > 0 && problems.every(({ named }) => named === 0);
  if (name === undefined || (command?.kind === 'unknown' && !isFile)) return undefined;
  if (!(isFile ? /^[\w.+/-]+$/ : /^[\w.+-]+$/).test(name)) return undefined;
  const tokens = [name];
  const script = problems.find(({ named }) => named !== undefined && named > 0);
  if (script) {
    const before = values.slice(1, (script.named ?? 0) + 1).filter((value) => value !== undefined);
    return { effect: 'allow', tool, match: { kind: 'family', tokens: [name, ...before] } };
  }
  if (WITH_SUBCOMMANDS.has(name) && second !== undefined && /^[a-z][\w:-]*$/i.test(second)) {
    tokens.push(second);
    if (WITH_TASKS.has(`${name} ${second}`) && third !== undefined && /^[a-z][\w:-]*$/i.test(third)) tokens.push(third);
  }
  return { effect: 'allow', tool, match: { kind: 'family', tokens } };
}

function pathProposals({ paths }: Pick<PermissionNeeds, 'paths'>): PermissionRule[][] {
  const written = paths.filter(({ access }) => access === 'write').map(({ path }) => path);
  const known = written.filter((path) => path !== undefined);
  if (known.length === 0 || known.length !== written.length) return [];
  const places = [...new Set(known)];
  const roots = [...new Set(places.map((path) => path.slice(0, path.lastIndexOf('/'))))];
  const isTree = paths.some((need) => need.access === 'write' && need.isTree);
  const rule = (match: PermissionRule['match']): PermissionRule => ({ effect: 'allow', tool: 'edit', match });
  const files = places.map((path) => rule({ kind: 'path', path }));
  const trees = roots.includes('') ? [] : roots.map((root) => rule({ kind: 'tree', root }));
  return isTree ? [trees] : [files, trees];
}
