import type { ByteReader } from '@cloche/system';
import type { DigestAlgorithm } from './algorithms.ts';

/** Returns the digest of what a reader gives, in hexadecimal. */
export async function digestOf(reader: ByteReader, algorithm: DigestAlgorithm, bits: number): Promise<string> {
  const digest = algorithm.create(bits);
  for (let chunk = await reader.read(); chunk.length > 0; chunk = await reader.read()) digest.update(chunk);
  return Array.from(digest.digest(), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
