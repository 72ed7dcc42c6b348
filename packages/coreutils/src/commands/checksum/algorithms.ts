import { blake2b } from '@noble/hashes/blake2.js';
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js';

/** A digest being computed. */
export interface RunningDigest {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
}

/** A way to compute digests. */
export interface DigestAlgorithm {
  /** As `--tag` shows it. */
  readonly label: string;
  /** Hexadecimal digits of a digest. */
  readonly digits: number;
  /** @param bits  for algorithms of any length */
  create(bits: number): RunningDigest;
}

/** A command that prints digests. */
export type ChecksumCommand = 'md5sum' | 'sha1sum' | 'sha224sum' | 'sha256sum' | 'sha384sum' | 'sha512sum' | 'b2sum';

/** The algorithms, by the name of their command. */
export const ALGORITHMS: Readonly<Record<ChecksumCommand, DigestAlgorithm>> = {
  md5sum: { label: 'MD5', digits: 32, create: () => md5.create() },
  sha1sum: { label: 'SHA1', digits: 40, create: () => sha1.create() },
  sha224sum: { label: 'SHA224', digits: 56, create: () => sha224.create() },
  sha256sum: { label: 'SHA256', digits: 64, create: () => sha256.create() },
  sha384sum: { label: 'SHA384', digits: 96, create: () => sha384.create() },
  sha512sum: { label: 'SHA512', digits: 128, create: () => sha512.create() },
  b2sum: { label: 'BLAKE2b', digits: 128, create: (bits) => blake2b.create({ dkLen: bits / 8 }) },
};
