import { codePointCut, decodeText, encodedLength, encodeText } from '@cloche/system';

/** UTF-8 bytes that a result's text may have. */
export const MAX_RESULT_BYTES = 102_400;

/** Largest file that the file tools take whole. */
export const MAX_FILE_BYTES = 4_194_304;

const NOTICE = '[output truncated]';

/** Removes NUL bytes, which model APIs refuse, and whatever is not well-formed Unicode. */
export function sanitizeText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Returns the longest start of `text` that has at most `maxBytes` UTF-8 bytes; a code point is never split. */
export function cutText(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes || encodedLength(text) <= maxBytes) return text;
  const bytes = encodeText(text.slice(0, maxBytes + 1).toWellFormed());
  return decodeText(bytes.subarray(0, codePointCut(bytes, maxBytes)));
}

/** A text within its limit. */
export interface LimitedText {
  readonly text: string;
  /** Bytes of the whole text, when a part was left out. */
  readonly truncatedFromBytes?: number;
  readonly outputPath?: string;
}

/**
 * Cuts `body` so that it and `trailer` fit a result, with a notice between them that says where the rest is.
 *
 * @param body     sanitized text
 * @param trailer  what must stay whole at the end, such as `exit code: 3`; it starts on a line of its own
 * @param spill    writes the whole body somewhere and returns the path, or `undefined` when it cannot
 */
export async function limitText(
  body: string,
  trailer: string,
  spill?: (body: string) => Promise<string | undefined>,
): Promise<LimitedText> {
  const bytes = encodedLength(body);
  const whole = joinLines(body, trailer);
  if (encodedLength(whole) <= MAX_RESULT_BYTES) return { text: whole };
  const outputPath = bytes > MAX_RESULT_BYTES ? await spill?.(body) : undefined;
  const notice = outputPath === undefined ? NOTICE : `[output truncated; full output written to ${outputPath}]`;
  const budget =
    trailer === '' ? MAX_RESULT_BYTES : MAX_RESULT_BYTES - encodedLength(notice) - encodedLength(trailer) - 2;
  const text = joinLines(`${cutText(body, budget)}\n${notice}`, trailer);
  return { text, truncatedFromBytes: bytes, ...(outputPath === undefined ? {} : { outputPath }) };
}

/** Puts `second` on a line of its own after `first`. */
export function joinLines(first: string, second: string): string {
  if (first === '' || second === '') return first + second;
  return first.endsWith('\n') ? first + second : `${first}\n${second}`;
}
