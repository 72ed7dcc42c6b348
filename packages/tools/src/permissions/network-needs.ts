import type { CommandAnalysis } from './command-analyzer.ts';
import { readingOf } from './command-reading.ts';
import { ANY_HOST, type NetworkNeed } from './evaluate-rules.ts';
import { placeOf } from './place-rules.ts';

const TAKE_BARE_ADDRESSES: ReadonlySet<string> = new Set(['curl', 'wget']);
const HTTPS_PORT = 443;

/**
 * Returns the places that the words of a command line name, of commands that use the network; any place for a word that is
 * not known before it runs. A permission for the command covers them, but a rule about the place comes first.
 */
export function networkNeedsOf(analysis: CommandAnalysis): NetworkNeed[] {
  const found = new Map<string, NetworkNeed>();
  for (const part of analysis.parts) {
    if (!readingOf(part).usesNetwork) continue;
    const takesBare = TAKE_BARE_ADDRESSES.has(part.command?.name ?? '');
    for (const { value } of part.words.slice(1)) {
      const target =
        value === undefined
          ? { host: ANY_HOST, port: HTTPS_PORT }
          : placeOf(value.replace(/^--?[\w-]+=/, ''), takesBare);
      if (target) found.set(`${target.host}:${target.port}`, { ...target, isImplied: true });
    }
  }
  return [...found.values()];
}
