import { ANY_HOST } from '../web/web-access.ts';
import type { NetworkNeed, PermissionNeeds } from './permission-needs.ts';
import { coversPlace } from './place-rules.ts';
import { guardedBy, isHeldByRule, NO_RULE, type PartVerdict, type ScopedRule, strongest } from './rule-verdict.ts';

const MAY_BE_PLACE = 'it may be a place that a rule guards';

/** Returns what rules say about each place that a call reaches. `toolRules` are about every call of the tool. */
export function networkVerdicts(
  { network }: PermissionNeeds,
  rules: readonly ScopedRule[],
  toolRules: readonly ScopedRule[],
): PartVerdict[] {
  // A rule about a place holds for every tool: it says where, not how.
  const places = rules.filter(({ match }) => match.kind === 'network');
  return network.flatMap((need) => {
    const verdict = networkVerdict(need, places, toolRules);
    return need.isImplied === true && !isHeldByRule(verdict) ? [] : [verdict];
  });
}

function networkVerdict(
  { host, port, isPossible }: NetworkNeed,
  places: readonly ScopedRule[],
  toolRules: readonly ScopedRule[],
): PartVerdict {
  const isAny = host === ANY_HOST;
  const text = isAny ? `any host, port ${port}` : `${host}:${port}`;
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
