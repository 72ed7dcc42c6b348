import { ANY_HOST, targetOf } from '../web/web-access.ts';
import type { AnalyzedPart } from './command-analyzer.ts';
import type { PermissionRule } from './permission-rule.ts';
import type { ScopedRule } from './rule-verdict.ts';

/** Returns whether a rule is about a place in the network. */
export function coversPlace(match: PermissionRule['match'], host: string, port: number): boolean {
  if (match.kind !== 'network' || (match.port !== undefined && match.port !== port)) return false;
  if (match.host === ANY_HOST || match.host === host) return true;
  return match.host.startsWith('*.') && host.endsWith(match.host.slice(1));
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
 * make it do no more than `web_fetch` does, which is to ask and to print.
 */
export function placeRuleFor(part: AnalyzedPart, rules: readonly ScopedRule[]): ScopedRule | undefined {
  if (part.command?.name !== 'curl' || part.command.kind !== 'program' || !part.isUnderstood) return undefined;
  if (part.getsMoreArguments) return undefined;
  const addresses = plainAddresses(part.words.slice(1).map(({ value }) => value));
  const allowing = addresses?.map((address) => {
    const place = placeOf(address, true);
    return place && rules.find(({ effect, match }) => effect === 'allow' && coversPlace(match, place.host, place.port));
  });
  return allowing?.every((rule) => rule !== undefined) ? allowing[0] : undefined;
}

/** Options of curl without a value; not `-L`, which may lead to another place where the machine has a network of its own. */
const PLAIN_FLAGS =
  /^(?:-[sSfiIvgG]+|--(?:silent|show-error|fail|include|head|verbose|get|compressed|globoff|no-progress-meter))$/;
/** Options with a value, and what the value must be: none that names a file. */
const PLAIN_OPTIONS: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/^(?:-X|--request)$/, /^(?:GET|HEAD|POST)$/],
  [/^(?:-[He]|--header|--referer)$/, /^[^@]/],
  [/^(?:-d|--data|--data-ascii|--data-binary|--json)$/, /^(?!@)/],
  [/^(?:--data-raw|-A|--user-agent)$/, /^/],
  [/^(?:-m|--max-time|--connect-timeout)$/, /^[\d.]+$/],
];

/** Returns the addresses that curl's arguments name; `undefined` when they have anything beside plain options. */
function plainAddresses(words: readonly (string | undefined)[]): readonly string[] | undefined {
  const addresses: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) return undefined;
    if (PLAIN_FLAGS.test(word)) continue;
    const [, long = word, attached] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
    const isUrl = long === '--url';
    const option = PLAIN_OPTIONS.find(([name]) => name.test(long));
    if (!isUrl && !option && word.startsWith('-')) return undefined;
    const value = isUrl || option ? (attached ?? words[++at]) : word;
    if (value === undefined || option?.[1].test(value) === false) return undefined;
    if (!option) addresses.push(value);
  }
  return addresses;
}
