import { concatBytes, decodeText, encodeText, type FetchRequest } from '@cloche/system';
import type { CommandRun } from '../../command/command-run.ts';
import { readAll } from '../../command/read-lines.ts';
import type { CurlOption } from './curl-usage.ts';
import { encodeForm } from './encode-form.ts';

type Header = readonly [string, string];

/** Returns the request for a URL. Throws `SystemError` for files that cannot be read. */
export async function createRequest(run: CommandRun<CurlOption>, url: string): Promise<FetchRequest> {
  const given = run.arguments;
  const content = await readContent(run);
  const isInUrl = given.has('get') && content !== undefined;
  const full = isInUrl ? `${url}${url.includes('?') ? '&' : '?'}${decodeText(content.body)}` : url;
  const body = isInUrl ? undefined : content?.body;
  const fallback = given.has('head') ? 'HEAD' : given.has('uploadFile') ? 'PUT' : body ? 'POST' : 'GET';
  const asked = given.values('header').map(readHeader);
  const implied: Header[] = [
    ['User-Agent', given.value('userAgent') ?? 'curl/8.0.0'],
    ['Accept', given.has('json') ? 'application/json' : '*/*'],
    ...(body && content?.type ? [['Content-Type', content.type] as const] : []),
    ...option('Referer', given.value('referer')),
    ...option('Cookie', given.value('cookie')),
    ...option('Authorization', basicLogin(given.value('user'))),
  ];
  const names = new Set(asked.map(([name]) => name.toLowerCase()));
  return {
    url: full,
    method: given.value('request') ?? fallback,
    headers: [
      ...implied.filter(([name]) => !names.has(name.toLowerCase())),
      ...asked.filter(([, value]) => value !== ''),
    ],
    body,
    followsRedirects: given.has('location'),
  };
}

function option(name: string, value: string | undefined): Header[] {
  return value === undefined ? [] : [[name, value]];
}

/** `Name: value`; a name alone takes a header away. */
function readHeader(text: string): Header {
  const colon = text.indexOf(':');
  return colon < 0 ? [text.replace(/;$/, ''), ''] : [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function basicLogin(login: string | undefined): string | undefined {
  if (login === undefined) return undefined;
  const bytes = encodeText(login.includes(':') ? login : `${login}:`);
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const letters = [18, 12, 6, 0].map((shift) => BASE64[(group >> shift) & 63] ?? '').join('');
    text += letters.slice(0, Math.min(bytes.length - at, 3) + 1).padEnd(4, '=');
  }
  return `Basic ${text}`;
}

/** Returns what is sent: the pieces of `-d` joined by `&`, a form, or a file. */
async function readContent(run: CommandRun<CurlOption>): Promise<{ body: Uint8Array; type: string } | undefined> {
  const given = run.arguments;
  const upload = given.value('uploadFile');
  if (upload !== undefined) return { body: await readFile(run, upload), type: '' };
  if (given.has('form')) {
    const boundary = `------------------------${Array.from(run.context.random(8), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
    const parts = given.values('form');
    return {
      body: await encodeForm(parts, boundary, (name) => readFile(run, name)),
      type: `multipart/form-data; boundary=${boundary}`,
    };
  }
  const pieces: Uint8Array[] = [];
  for (const { name, value } of given.given) {
    const piece = await readPiece(run, name, value);
    if (!piece) continue;
    if (pieces.length > 0 && name !== 'json') pieces.push(encodeText('&'));
    pieces.push(piece);
  }
  if (pieces.length === 0) return undefined;
  return {
    body: concatBytes(pieces),
    type: given.has('json') ? 'application/json' : 'application/x-www-form-urlencoded',
  };
}

async function readPiece(
  run: CommandRun<CurlOption>,
  name: CurlOption,
  value: string,
): Promise<Uint8Array | undefined> {
  switch (name) {
    case 'data': {
      if (!value.startsWith('@')) return encodeText(value);
      const bytes = await readFile(run, value.slice(1));
      return bytes.filter((byte) => byte !== 10 && byte !== 13);
    }
    case 'dataBinary':
    case 'json':
      return value.startsWith('@') ? readFile(run, value.slice(1)) : encodeText(value);
    case 'dataRaw':
      return encodeText(value);
    case 'dataUrlencode': {
      const [, field = '', sign = '', rest = value] = /^([^=@]*)([=@])([^]*)$/.exec(value) ?? [];
      const content = sign === '@' ? decodeText(await readFile(run, rest)) : rest;
      const encoded = encodeURIComponent(content.toWellFormed());
      return encodeText(field === '' ? encoded : `${field}=${encoded}`);
    }
    default:
      return undefined;
  }
}

async function readFile(run: CommandRun<CurlOption>, name: string): Promise<Uint8Array> {
  return readAll(name === '-' ? run.context.stdin : run.open(name));
}
