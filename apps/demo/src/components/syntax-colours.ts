import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';

/** Colours of code, as custom properties of the page, so that they follow its scheme. */
export const syntaxColours: Extension = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.comment, tags.meta], color: 'var(--code-comment)' },
    { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.tagName], color: 'var(--code-keyword)' },
    { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--code-text)' },
    { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--code-number)' },
    {
      tag: [tags.definition(tags.variableName), tags.propertyName, tags.attributeName, tags.typeName, tags.link],
      color: 'var(--code-name)',
    },
    { tag: [tags.standard(tags.variableName), tags.special(tags.variableName)], color: 'var(--code-name)' },
    { tag: tags.heading, fontWeight: 'bold' },
    { tag: tags.strong, fontWeight: 'bold' },
    { tag: tags.emphasis, fontStyle: 'italic' },
  ]),
);
