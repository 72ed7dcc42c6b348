import { isInside } from '@cloche/system';
import { readingOf } from './command-reading.ts';
import type { PermissionNeeds } from './permission-needs.ts';

/** A fact about what a call may do, for people; from the call itself, never from the model's words. */
export interface RiskFact {
  readonly kind: 'reads' | 'writes' | 'deletes' | 'outside' | 'network' | 'runs-code' | 'not-understood';
  readonly text: string;
}

const RUNS_CODE: ReadonlySet<string> = new Set(
  'node npm npx pnpm yarn bun deno python python3 perl ruby php make cargo go gradle mvn bash sh dash zsh eval source . docker'.split(
    ' ',
  ),
);

/** Returns the facts of a call, the gravest first. */
export function describeRisk({ command, paths, network: needed, deletes }: PermissionNeeds, root: string): RiskFact[] {
  const network = needed.filter(({ isPossible }) => isPossible !== true);
  const facts: RiskFact[] = [];
  const names = new Set(command?.analysis.parts.map((part) => part.command?.name ?? '') ?? []);
  const named = (wanted: ReadonlySet<string>): string => [...names].filter((name) => wanted.has(name)).join(', ');
  if (command && !command.analysis.isUnderstood)
    facts.push({ kind: 'not-understood', text: 'Not fully understood: it may do more than its parts show' });
  const readings =
    command?.analysis.parts.map((part) => ({ name: part.command?.name ?? '', ...readingOf(part) })) ?? [];
  const namesOf = (found: typeof readings): string => [...new Set(found.map(({ name }) => name))].join(', ');
  const deleting = deletes
    ? [...new Set(paths.map(({ text }) => text))].join(', ')
    : namesOf(readings.filter((reading) => reading.deletes));
  if (deleting !== '') facts.push({ kind: 'deletes', text: `Deletes files (${deleting})` });
  const written = paths.filter(({ access, isPossible }) => access === 'write' && isPossible !== true);
  const outside = written.filter(({ path }) => path !== undefined && !isInside(root, path) && !isInside('/tmp', path));
  if (outside.length > 0)
    facts.push({
      kind: 'outside',
      text: `Changes files outside the workspace: ${outside.map(({ path }) => path).join(', ')}`,
    });
  const inside = written.filter((need) => !outside.includes(need));
  if (inside.length > 0 && deleting === '')
    facts.push({
      kind: 'writes',
      text: `Writes ${[...new Set(inside.map(({ path, text }) => path ?? text))].join(', ')}`,
    });
  const afar = namesOf(readings.filter(({ destroysAfar }) => destroysAfar));
  if (afar !== '') facts.push({ kind: 'deletes', text: `Overwrites or deletes what another machine has (${afar})` });
  const changing = namesOf(readings.filter(({ isDestructive, destroysAfar }) => isDestructive && !destroysAfar));
  if (inside.length + outside.length === 0 && deleting === '' && changing !== '')
    facts.push({ kind: 'writes', text: `Changes files (${changing})` });
  const reaching = namesOf(readings.filter((reading) => reading.usesNetwork));
  const usesNetwork = network.length > 0 || reaching !== '';
  if (usesNetwork)
    facts.push({
      kind: 'network',
      text: `Uses the network (${[...network.map(({ host }) => host), reaching].filter(Boolean).join(', ')})`,
    });
  if (named(RUNS_CODE) !== '') facts.push({ kind: 'runs-code', text: `Runs code (${named(RUNS_CODE)})` });
  const onlyReads =
    command?.analysis.isUnderstood === true && readings.every((reading) => reading.onlyReads || reading.name === '');
  if (facts.length === 0 && onlyReads) facts.push({ kind: 'reads', text: 'Only reads' });
  return facts;
}
