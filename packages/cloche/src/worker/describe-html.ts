import { htmlToMarkdown } from '@mdream/js';
import type { HtmlRequest } from '../client/network/html-reader.ts';
import { findInPage } from './page-findings.ts';

/** Returns a page as compact Markdown, without blank lines, scripts or styles; with `extract` also what it has beside its text. */
export function describeHtml({ html, url, extract }: HtmlRequest): string {
  const markdown = htmlToMarkdown(html, { origin: new URL(url).origin });
  const lines = markdown.split('\n').filter((line) => line.trim() !== '');
  return extract ? [...lines, '', '=== RECON ===', ...findInPage(html)].join('\n') : lines.join('\n');
}
