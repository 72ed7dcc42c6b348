import { escapeCodePoint } from '../characters/character-set.ts';
import type { GlobRules } from './match-glob.ts';
import type { GlobToken } from './parse-glob.ts';

/** Steps that a RegExp may take for one text in the worst case. */
const MAX_STEPS = 200_000;

/** A RegExp that says what a glob says, for texts up to a length at which its going back is bounded. */
export interface GlobRegExp {
  readonly regexp: RegExp;
  readonly maxLength: number;
}

/**
 * Returns the RegExp of a glob that has one: no groups, no folded case, dots that are like other characters. Each
 * wildcard may end anywhere, which costs a factor of the length.
 */
export function globRegExp(
  tokens: readonly GlobToken[],
  { slashIsOrdinary, dotIsExplicit }: GlobRules,
): GlobRegExp | undefined {
  if (dotIsExplicit) return undefined;
  const one = slashIsOrdinary ? '[^]' : '[^/]';
  let source = '';
  let wildcards = 0;
  for (const token of tokens) {
    switch (token.kind) {
      case 'character':
      case 'bracket':
        if (token.set.ignoreCase) return undefined;
        source +=
          token.kind === 'character'
            ? escapeCodePoint(token.set.literal?.codePointAt(0) ?? 0)
            : `${slashIsOrdinary ? '' : '(?!/)'}${token.set.source}`;
        break;
      case 'any-character':
        source += one;
        break;
      case 'star':
        wildcards++;
        source += `${one}*`;
        break;
      case 'globstar':
        wildcards++;
        source += token.hasSlash ? '(?:[^]*/)?' : '[^]*';
        break;
      case 'group':
        return undefined;
    }
  }
  const maxLength = Math.floor(MAX_STEPS ** (1 / Math.max(wildcards, 1)));
  return { regexp: new RegExp(`^${source}$`, 'u'), maxLength };
}
