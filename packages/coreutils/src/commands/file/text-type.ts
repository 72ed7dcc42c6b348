import { decodeText, isValidUtf8 } from '@cloche/system';
import { binaryType, type FileType } from './file-type.ts';

/** A content that is told by how it begins or by words in it. */
interface TextKind {
  readonly test: RegExp;
  /** What stands before the kind of text; with `{text}` the place of it. */
  readonly description: string;
  readonly mime: string;
}

const SCRIPTS: readonly TextKind[] = [
  { test: /^#! *\S*\/bash\b/, description: 'Bourne-Again shell script, {text} executable', mime: 'text/x-shellscript' },
  {
    test: /^#! *\S*\/env +bash\b/,
    description: 'Bourne-Again shell script, {text} executable',
    mime: 'text/x-shellscript',
  },
  {
    test: /^#! *\S*\/(?:env +)?(?:sh|dash)\b/,
    description: 'POSIX shell script, {text} executable',
    mime: 'text/x-shellscript',
  },
  {
    test: /^#! *\S*\/(?:env +)?zsh\b/,
    description: "Paul Falstad's zsh script, {text} executable",
    mime: 'text/x-shellscript',
  },
  {
    test: /^#! *\S*\/(?:env +)?python[\d.]*/,
    description: 'Python script, {text} executable',
    mime: 'text/x-script.python',
  },
  {
    test: /^#! *\S*\/(?:env +)?node\b/,
    description: 'Node.js script executable, {text}',
    mime: 'application/javascript',
  },
  { test: /^#! *\S*\/(?:env +)?perl\b/, description: 'Perl script text executable', mime: 'text/x-perl' },
  { test: /^#! *\S*\/(?:env +)?ruby\b/, description: 'Ruby script, {text} executable', mime: 'text/x-ruby' },
  { test: /^#! *\S*\/awk\b/, description: 'awk script, {text} executable', mime: 'text/x-awk' },
  { test: /^#! *(\S+(?: +\S+)?)/, description: 'a {interpreter} script, {text} executable', mime: 'text/plain' },
];

const KINDS: readonly TextKind[] = [
  {
    test: /^\s*<svg[\s>]|^\s*<\?xml[^>]*>\s*(?:<!--[^]*?-->\s*)?(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/,
    description: 'SVG Scalable Vector Graphics image',
    mime: 'image/svg+xml',
  },
  { test: /^<\?xml\s+version="1\.[01]"/, description: 'XML 1.0 document, {text}', mime: 'text/xml' },
  {
    test: /^\s*<(?:!doctype html|html|head|body|title)[\s>]/i,
    description: 'HTML document, {text}',
    mime: 'text/html',
  },
  { test: /^<\?php/, description: 'PHP script, {text}', mime: 'text/x-php' },
  {
    test: /^(?:diff --git |diff -)|^--- [^\n]*\n\+\+\+ /,
    description: 'unified diff output, {text}',
    mime: 'text/x-diff',
  },
  { test: /^From [0-9a-f]{40} /, description: 'unified diff output, {text}', mime: 'text/x-diff' },
  { test: /^-----BEGIN CERTIFICATE-----/, description: 'PEM certificate', mime: 'text/plain' },
  { test: /^-----BEGIN (?:RSA )?PRIVATE KEY-----/, description: 'PEM RSA private key', mime: 'text/plain' },
  {
    test: /^\s*#include\s*[<"][^]*^(?:class|template|namespace|using)\b/m,
    description: 'C++ source, {text}',
    mime: 'text/x-c++',
  },
  { test: /^class \w+[^]*(?:public|private|protected):/m, description: 'C++ source, {text}', mime: 'text/x-c++' },
  { test: /^\s*#\s*(?:include|define|if|ifdef|ifndef)\b/m, description: 'C source, {text}', mime: 'text/x-c' },
  { test: /^package +main\b/m, description: 'C source, {text}', mime: 'text/x-c' },
  { test: /^\s*(?:import java\.|public class )/m, description: 'Java source, {text}', mime: 'text/x-java' },
  {
    test: /^(?:from +[\w.]+ +import |import +[\w.]+(?: +as +\w+)?$|[ \t]*def +\w+\([^)]*\):)/m,
    description: 'Python script, {text} executable',
    mime: 'text/x-script.python',
  },
  {
    test: /^(?:export (?:const|default|function|class|let)|import .* from ['"]|(?:const|let) \w+ = require\()|^['"]use strict['"]/m,
    description: 'JavaScript source, {text}',
    mime: 'application/javascript',
  },
];

const LONG_LINE = 300;

/** Returns the type of a content without a known signature. */
export function findTextType(bytes: Uint8Array): FileType {
  if (bytes.length === 1) return binaryType('very short file (no magic)');
  const wide = readWide(bytes);
  const isBinary = wide === undefined && bytes.some((byte) => byte < 32 && !TEXT_CONTROLS.has(byte));
  if (isBinary) return binaryType('data');
  const encoding = wide ?? readEncoding(bytes);
  if (!encoding) return binaryType('data');
  const text = wide ? wide.text : decodeText(bytes);
  const traits = describeLines(text);
  const json = wide ? undefined : parseJson(text);
  if (json) return { description: 'JSON text data', mime: 'application/json', encoding: encoding.charset };
  const shown = `${encoding.name} text${encoding.after}`;
  const script = SCRIPTS.find(({ test }) => test.test(text));
  const kind = script ?? KINDS.find(({ test }) => test.test(text));
  if (!kind && isCsv(text)) return { description: `CSV text${traits}`, mime: 'text/csv', encoding: encoding.charset };
  if (!kind) return { description: shown + traits, mime: 'text/plain', encoding: encoding.charset };
  const interpreter = kind.test.exec(text)?.[1] ?? '';
  const description = kind.description.replace('{interpreter}', interpreter);
  const hasPlace = description.includes('{text}');
  return {
    description: hasPlace ? description.replace('{text}', shown) + traits : description,
    mime: kind.mime,
    encoding: encoding.charset,
  };
}

/** Bell, backspace, tab, line feed, form feed, carriage return and escape occur in text. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([7, 8, 9, 10, 12, 13, 27]);

interface Encoding {
  readonly name: string;
  readonly after: string;
  readonly charset: string;
}

function readEncoding(bytes: Uint8Array): Encoding | undefined {
  if (bytes.every((byte) => byte < 127)) return { name: 'ASCII', after: '', charset: 'us-ascii' };
  if (isValidUtf8(bytes) && !bytes.includes(127)) {
    const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    return { name: `Unicode text, UTF-8${hasMark ? ' (with BOM)' : ''}`, after: '', charset: 'utf-8' };
  }
  if (bytes.includes(127)) return undefined;
  const isLatin = bytes.every((byte) => byte < 127 || byte > 159);
  return isLatin
    ? { name: 'ISO-8859', after: '', charset: 'iso-8859-1' }
    : { name: 'Non-ISO extended-ASCII', after: '', charset: 'unknown-8bit' };
}

function readWide(bytes: Uint8Array): (Encoding & { readonly text: string }) | undefined {
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (!isLittle && !(bytes[0] === 0xfe && bytes[1] === 0xff)) return undefined;
  let text = '';
  for (let at = 2; at + 1 < bytes.length; at += 2) {
    const [first = 0, second = 0] = bytes.subarray(at, at + 2);
    text += String.fromCharCode(isLittle ? first | (second << 8) : (first << 8) | second);
  }
  const name = `Unicode text, UTF-16, ${isLittle ? 'little' : 'big'}-endian`;
  return { name, after: '', charset: isLittle ? 'utf-16le' : 'utf-16be', text };
}

/** The traits in the order that file lists them. */
function describeLines(text: string): string {
  const traits: string[] = [];
  const longest = text.split(/\r\n|\n|\r/).reduce((length, line) => Math.max(length, line.length), 0);
  if (longest > LONG_LINE) traits.push(`with very long lines (${longest})`);
  const endings = [
    ['CRLF', /\r\n/.test(text)],
    ['CR', /\r(?!\n)/.test(text)],
    ['LF', /(?<!\r)\n/.test(text)],
  ].filter(([, isFound]) => isFound);
  if (endings.length === 0) traits.push('with no line terminators');
  else if (endings.length > 1 || endings[0]?.[0] !== 'LF') {
    traits.push(`with ${endings.map(([name]) => name).join(', ')} line terminators`);
  }
  if (text.includes('\x1b')) traits.push('with escape sequences');
  if (text.includes('\b')) traits.push('with overstriking');
  return traits.map((trait) => `, ${trait}`).join('');
}

function parseJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** At least two lines with the same number of commas. */
function isCsv(text: string): boolean {
  const lines = text.split('\n').slice(0, 10).filter(Boolean);
  const commas = lines.map((line) => line.split(',').length);
  return lines.length > 1 && (commas[0] ?? 1) > 1 && commas.every((count) => count === commas[0]);
}
