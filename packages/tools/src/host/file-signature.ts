/** What a file's first bytes say it is. */
export interface FileSignature {
  /** For people and models: `PNG image`. */
  readonly name: string;
  /** The media type of an image that models can see. */
  readonly imageType?: string;
}

interface KnownSignature extends FileSignature {
  readonly offset?: number;
  readonly start: string;
  /** Also at this offset. */
  readonly and?: { readonly offset: number; readonly text: string };
}

/** First bytes as Latin-1 text; from the formats' own specifications. */
const KNOWN: readonly KnownSignature[] = [
  { start: '\x89PNG\r\n\x1a\n', name: 'PNG image', imageType: 'image/png' },
  { start: '\xff\xd8\xff', name: 'JPEG image', imageType: 'image/jpeg' },
  { start: 'GIF87a', name: 'GIF image', imageType: 'image/gif' },
  { start: 'GIF89a', name: 'GIF image', imageType: 'image/gif' },
  { start: 'RIFF', and: { offset: 8, text: 'WEBP' }, name: 'WebP image', imageType: 'image/webp' },
  { start: '%PDF-', name: 'PDF document' },
  { start: 'PK\x03\x04', name: 'ZIP archive' },
  { start: '\x1f\x8b', name: 'gzip archive' },
  { start: '\x7fELF', name: 'ELF program' },
  { start: '\0asm', name: 'WebAssembly module' },
  { start: 'SQLite format 3\0', name: 'SQLite database' },
];

/** Returns what the bytes of a file look like, or `undefined` when that is unknown. */
export function signatureOf(bytes: Uint8Array): FileSignature | undefined {
  const has = (text: string, offset: number): boolean =>
    Array.from(text).every((character, index) => bytes[offset + index] === character.charCodeAt(0));
  return KNOWN.find(({ start, and }) => has(start, 0) && (!and || has(and.text, and.offset)));
}
