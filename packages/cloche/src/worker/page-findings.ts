import { Tokenizer } from 'htmlparser2';

const MAX_FINDINGS = 100;
const MAX_FINDING_UNITS = 500;
/** Addresses in scripts: a quoted path, or a quoted URL. */
const ENDPOINT = /["'`]((?:https?:\/\/|\/)[\w./?=&%{}:-]{2,200})["'`]/g;
const FIELDS: ReadonlySet<string> = new Set(['input', 'select', 'textarea', 'button']);

/** What a page has beside its text; kinds in the order in which they are shown. */
const KINDS = ['comments', 'scripts', 'endpoints', 'forms', 'meta', 'links'] as const;
type Kind = (typeof KINDS)[number];

interface Tag {
  readonly name: string;
  readonly attributes: Map<string, string>;
}

/**
 * Returns the lines about comments, scripts, endpoints in them, forms, metadata and links; at most 100 of a kind, 500 UTF-16
 * units each. Reads tags one by one and keeps no tree, so that its time grows with the page alone, however deep that nests.
 */
export function findInPage(html: string): string[] {
  const found = new Map<Kind, Set<string>>(KINDS.map((kind) => [kind, new Set()]));
  const note = (kind: Kind, text: string): void => {
    const items = found.get(kind);
    if (items && items.size < MAX_FINDINGS)
      items.add(
        text
          .slice(0, 4 * MAX_FINDING_UNITS)
          .replaceAll(/\s+/g, ' ')
          .trim()
          .slice(0, MAX_FINDING_UNITS),
      );
  };
  const forms = createFormReader((form) => note('forms', form));
  const noteTag = (tag: Tag): void => {
    const { name, attributes } = tag;
    const source = attributes.get('src');
    const address = attributes.get('href');
    const about = attributes.get('name') || attributes.get('property');
    if (name === 'script' && source !== undefined) note('scripts', source);
    if (name === 'a' && address !== undefined) note('links', address);
    if (name === 'meta' && about) note('meta', `${about}: ${attributes.get('content') ?? ''}`);
    forms.open(tag);
  };
  readTags(html, {
    onTag: noteTag,
    onEnd: forms.close,
    onComment: (text) => note('comments', text),
    onScript(text) {
      for (const [, endpoint = ''] of text.matchAll(ENDPOINT)) note('endpoints', endpoint);
    },
  });
  forms.close('form');
  return [...found].flatMap(([kind, items]) =>
    items.size === 0 ? [] : [`${kind}:`, ...[...items].map((item) => `  ${item}`)],
  );
}

/** Collects a form's fields until it ends. */
function createFormReader(note: (form: string) => void): {
  open(tag: Tag): void;
  close(name: string): void;
} {
  let form: { readonly head: string; readonly fields: string[] } | undefined;
  const close = (name: string): void => {
    if (!form || name !== 'form') return;
    note(`${form.head} → ${form.fields.join(', ')}`);
    form = undefined;
  };
  return {
    close,
    open({ name, attributes }) {
      if (name === 'form') {
        close(name);
        const method = attributes.get('method') ?? 'GET';
        form = { head: `${method.toUpperCase()} ${attributes.get('action') ?? ''}`, fields: [] };
      }
      const field = attributes.get('name');
      if (!form || !field || !FIELDS.has(name) || form.fields.length >= MAX_FINDINGS) return;
      const type = attributes.get('type') ?? 'text';
      const value = type === 'hidden' ? `=${attributes.get('value') ?? ''}` : '';
      form.fields.push(`${field}(${type}${value})`);
    },
  };
}

interface TagListener {
  readonly onTag: (tag: Tag) => void;
  readonly onEnd: (name: string) => void;
  readonly onComment: (text: string) => void;
  readonly onScript: (text: string) => void;
}

function readTags(html: string, { onTag, onEnd, onComment, onScript }: TagListener): void {
  let tag = startTag('');
  let attribute = '';
  let value = '';
  const finishTag = (): void => onTag(tag);
  const ignore = (): void => undefined;
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start, end) {
        tag = startTag(html.slice(start, end));
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata(start, end) {
        value += html.slice(start, end);
      },
      onattribentity(code) {
        value += String.fromCodePoint(code);
      },
      onattribend() {
        // Of two attributes of one name the first counts.
        if (!tag.attributes.has(attribute)) tag.attributes.set(attribute, value);
      },
      onopentagend: finishTag,
      onselfclosingtag: finishTag,
      onclosetag(start, end) {
        tag = startTag('');
        onEnd(html.slice(start, end).toLowerCase());
      },
      oncomment: (start, end, endOffset) => onComment(html.slice(start, end - endOffset)),
      ontext(start, end) {
        if (tag.name === 'script') onScript(html.slice(start, end));
      },
      ontextentity: ignore,
      oncdata: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}

function startTag(name: string): Tag {
  return { name: name.toLowerCase(), attributes: new Map() };
}
