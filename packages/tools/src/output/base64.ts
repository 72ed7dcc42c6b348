const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Returns bytes in base64 (RFC 4648 section 4). */
export function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const digits = [18, 12, 6, 0].map((shift) => DIGITS[(group >> shift) & 63] ?? '').join('');
    const missing = at + 3 - bytes.length;
    parts.push(missing > 0 ? digits.slice(0, 4 - missing) + '='.repeat(missing) : digits);
  }
  return parts.join('');
}
