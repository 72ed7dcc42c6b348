import { targetOf } from '../web/web-access.ts';
import type { AnalyzedPart } from './command-analyzer.ts';
import type { CommandReading } from './command-reading.ts';
import type { ScopedRule } from './evaluate-rules.ts';
import type { PermissionRule } from './permission-rule.ts';

/** Returns whether a rule is about a place in the network. */
export function coversPlace(match: PermissionRule['match'], host: string, port: number): boolean {
  return match.kind === 'network' && match.host === host && (match.port === undefined || match.port === port);
}

const URL_START = /^https?:\/\//i;
/** `example.com/path`, which curl and wget take for http. */
const BARE_ADDRESS = /^(?:localhost|[\w-]+(?:\.[\w-]+)+|\[[0-9a-f:.]+\])(?::\d+)?(?:[/?#].*)?$/i;

/** Returns the place that a word of a command line names; a scheme may be left out where `takesBare` says so. */
export function placeOf(
  word: string,
  takesBare: boolean,
): { readonly host: string; readonly port: number } | undefined {
  if (URL_START.test(word)) return targetOf(word);
  return takesBare && BARE_ADDRESS.test(word) ? targetOf(`http://${word}`) : undefined;
}

/**
 * Returns the rule that allows a part because it allows every place that the part reaches: only of curl, with options that
 * make it do no more than fetch and print.
 */
export function placeRuleFor(
  part: AnalyzedPart,
  reading: CommandReading,
  rules: readonly ScopedRule[],
): ScopedRule | undefined {
  if (part.command?.name !== 'curl' || !part.isUnderstood) return undefined;
  if (reading.doubt !== undefined || reading.isDestructive || reading.files.length > 0) return undefined;
  const allowing = reading.targets.map((target) => {
    const place = target === undefined ? undefined : placeOf(target, true);
    return place && rules.find(({ effect, match }) => effect === 'allow' && coversPlace(match, place.host, place.port));
  });
  return allowing.every((rule) => rule !== undefined) ? allowing[0] : undefined;
}
