import { isInside } from '@cloche/system';
import { effectsOf } from './command-effects.ts';
import type { PermissionNeeds } from './evaluate-rules.ts';

/** A fact about what a call may do, for people; from the call itself, never from the model's words. */
export interface RiskFact {
  readonly kind: 'reads' | 'writes' | 'deletes' | 'outside' | 'network' | 'runs-code' | 'not-understood';
  readonly text: string;
}

const DELETES: ReadonlySet<string> = new Set(['rm', 'rmdir', 'unlink', 'shred', 'truncate']);
const RUNS_CODE: ReadonlySet<string> = new Set(
  'node npm npx pnpm yarn bun deno python python3 perl ruby php make cargo go gradle mvn bash sh dash zsh eval source . docker'.split(
    ' ',
  ),
);
const NETWORK: ReadonlySet<string> = new Set('curl wget ssh scp rsync ftp nc telnet'.split(' '));

/** Returns the facts of a call, the gravest first. */
export function describeRisk({ command, paths, network }: PermissionNeeds, root: string): RiskFact[] {
  const facts: RiskFact[] = [];
  const names = new Set(command?.analysis.parts.map((part) => part.command?.name ?? '') ?? []);
  const named = (wanted: ReadonlySet<string>): string => [...names].filter((name) => wanted.has(name)).join(', ');
  if (command && !command.analysis.isUnderstood)
    facts.push({ kind: 'not-understood', text: 'Not fully understood: it may do more than its parts show' });
  const isDeleting = command?.analysis.parts.some(
    (part) => DELETES.has(part.command?.name ?? '') || part.words.some(({ value }) => value === '-delete'),
  );
  if (isDeleting) facts.push({ kind: 'deletes', text: `Deletes files (${named(DELETES) || 'find -delete'})` });
  const written = paths.filter(({ access }) => access === 'write');
  const outside = written.filter(({ path }) => path !== undefined && !isInside(root, path) && !isInside('/tmp', path));
  if (outside.length > 0)
    facts.push({
      kind: 'outside',
      text: `Changes files outside the workspace: ${outside.map(({ path }) => path).join(', ')}`,
    });
  const inside = written.filter((need) => !outside.includes(need));
  if (inside.length > 0 && !isDeleting)
    facts.push({ kind: 'writes', text: `Writes ${inside.map(({ path, text }) => path ?? text).join(', ')}` });
  const usesNetwork = network.length > 0 || named(NETWORK) !== '';
  if (usesNetwork)
    facts.push({
      kind: 'network',
      text: `Uses the network (${[...network.map(({ host }) => host), named(NETWORK)].filter(Boolean).join(', ')})`,
    });
  if (named(RUNS_CODE) !== '') facts.push({ kind: 'runs-code', text: `Runs code (${named(RUNS_CODE)})` });
  const onlyReads =
    command?.analysis.isUnderstood === true &&
    command.analysis.parts.every((part) => effectsOf(part.command?.name ?? '').onlyReads === true || !part.command);
  if (facts.length === 0 && onlyReads) facts.push({ kind: 'reads', text: 'Only reads' });
  return facts;
}
