import { encodedLength } from '@cloche/system';
import { cutText, sanitizeText } from '../../output/limit-output.ts';

/** UTF-8 bytes that a result of the file tools has, without the marker. */
const MAX_RESULT_BYTES = 25_000;

/** Cuts a result of the file tools at a code point and says so. */
export function capText(text: string): string {
  const clean = sanitizeText(text);
  if (encodedLength(clean) <= MAX_RESULT_BYTES) return clean;
  return `${cutText(clean, MAX_RESULT_BYTES)}\n... [output truncated: exceeded ${MAX_RESULT_BYTES} bytes]`;
}
