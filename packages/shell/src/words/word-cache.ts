import type { WordNode } from '../script/parse-script.ts';
import { expandBraces } from './expand-braces.ts';
import { parseWord, type WordContext } from './parse-word.ts';
import type { Word } from './word.ts';

/** Keeps the parsed form of words, so that a loop's body is parsed once. */
export interface WordCache {
  /** Returns the words that an argument stands for, more than one after brace expansion. */
  argument(node: WordNode, expandsBraces: boolean): readonly Word[];
  /** Returns the word in a context without brace expansion. */
  word(node: WordNode, context: WordContext): Word;
  /** Returns the word of a text that has no node of its own, such as a subscript or a here-document. */
  text(text: string, context: WordContext): Word;
}

const MAX_TEXTS = 2_000;

/** Creates an empty cache. */
export function createWordCache(): WordCache {
  const lists = new WeakMap<WordNode, readonly Word[]>();
  const words = new WeakMap<WordNode, Word>();
  const texts = new Map<WordContext, Map<string, Word>>();
  return {
    argument(node, expandsBraces) {
      const known = lists.get(node);
      if (known) return known;
      const parts = expandsBraces ? expandBraces(node.text) : [node.text];
      const list = parts
        .filter((text, index) => text !== '' || index === 0 || parts.length === 1)
        .map((text) => parseWord(text, 'argument'));
      lists.set(node, list);
      return list;
    },
    word(node, context) {
      const known = words.get(node);
      if (known) return known;
      const word = parseWord(node.text, context);
      words.set(node, word);
      return word;
    },
    text(text, context) {
      const inContext = texts.get(context) ?? new Map<string, Word>();
      if (inContext.size === 0) texts.set(context, inContext);
      const known = inContext.get(text);
      if (known) return known;
      const word = parseWord(text, context);
      if (inContext.size >= MAX_TEXTS) inContext.clear();
      inContext.set(text, word);
      return word;
    },
  };
}
