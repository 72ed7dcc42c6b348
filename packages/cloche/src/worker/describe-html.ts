import { htmlToMarkdown } from '@mdream/js';
import { Parser } from 'htmlparser2';
import type { HtmlRequest } from '../client/network/html-reader.ts';

/** Returns a page as compact Markdown, without blank lines, scripts or styles; with `extract` also what it has beside its text. */
export function describeHtml({ html, url, extract }: HtmlRequest): string {
  const markdown = htmlToMarkdown(html, { origin: new URL(url).origin });
  const lines = markdown.split('\n').filter((line) => line.trim() !== '');
  return extract ? [...lines, '', '=== RECON ===', ...findings(html)].join('\n') : lines.join('\n');
}

const MAX_FINDINGS = 100;
const MAX_FINDING_UNITS = 500;
/** Addresses in scripts: a quoted path, or a quoted URL. */
const ENDPOINT = /["'`]((?:https?:\/\/|\/)[\w./?=&%{}:-]{2,200})["'`]/g;

/** Returns the lines about comments, scripts, endpoints in them, forms, metadata and links; at most 100 of a kind. */
function findings(html: string): string[] {
  const found = {
    comments: new Set<string>(),
    scripts: new Set<string>(),
    endpoints: new Set<string>(),
    forms: new Set<string>(),
    meta: new Set<string>(),
    links: new Set<string>(),
  };
  let form: { head: string; fields: string[] } | undefined;
  let isScript = false;
  const closeForm = (): void => {
    if (form) found.forms.add(`${form.head} → ${form.fields.join(', ')}`);
    form = undefined;
  };
  const parser = new Parser({
    oncomment: (text) => void found.comments.add(text.trim()),
    onopentag(
      name,
      {
        src,
        href,
        action = '',
        method = 'GET',
        name: field = '',
        property = '',
        content = '',
        type = 'text',
        value = '',
      },
    ) {
      if (name === 'script') {
        isScript = true;
        if (src !== undefined) found.scripts.add(src);
      }
      if (name === 'a' && href !== undefined) found.links.add(href);
      if (name === 'meta' && (field || property)) found.meta.add(`${field || property}: ${content}`);
      if (name === 'form') {
        closeForm();
        form = { head: `${method.toUpperCase()} ${action}`, fields: [] };
      }
      if (form && FIELDS.has(name) && field)
        form.fields.push(`${field}(${type}${type === 'hidden' ? `=${value}` : ''})`);
    },
    ontext(text) {
      if (isScript) for (const [, endpoint = ''] of text.matchAll(ENDPOINT)) found.endpoints.add(endpoint);
    },
    onclosetag(name) {
      if (name === 'script') isScript = false;
      if (name === 'form') closeForm();
    },
  });
  parser.write(html);
  parser.end();
  closeForm();
  return Object.entries(found).flatMap(([kind, items]) =>
    items.size === 0
      ? []
      : [
          `${kind}:`,
          ...[...items]
            .slice(0, MAX_FINDINGS)
            .map((item) => `  ${item.replaceAll(/\s+/g, ' ').slice(0, MAX_FINDING_UNITS)}`),
        ],
  );
}

const FIELDS: ReadonlySet<string> = new Set(['input', 'select', 'textarea', 'button']);
