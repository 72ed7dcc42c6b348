import type { Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote } from '../../arguments/quote.ts';
import { defineCommand } from '../../command/define-command.ts';
import { ALGORITHMS, type ChecksumCommand, type DigestAlgorithm } from './algorithms.ts';
import { checkSums } from './check-sums.ts';
import { printDigests } from './print-digests.ts';

/** The options of the commands that print digests. */
type ChecksumOption =
  | 'binary'
  | 'check'
  | 'length'
  | 'tag'
  | 'text'
  | 'zero'
  | 'ignoreMissing'
  | 'quiet'
  | 'status'
  | 'strict'
  | 'warn';

function defineChecksum(name: ChecksumCommand): Program {
  const algorithm: DigestAlgorithm = ALGORITHMS[name];
  const usage: CommandUsage<ChecksumOption> = {
    name,
    synopsis: ['[OPTION]... [FILE]...'],
    summary: `Print or check ${algorithm.label} checksums.`,
    options: {
      binary: { short: 'b', long: 'binary', help: 'read in binary mode' },
      check: { short: 'c', long: 'check', help: 'read checksums from the FILEs and check them' },
      length: name === 'b2sum' ? { short: 'l', long: 'length', value: 'BITS', help: 'digest length in bits' } : {},
      tag: { long: 'tag', help: 'create a BSD-style checksum' },
      text: { short: 't', long: 'text', help: 'read in text mode (default)' },
      zero: { short: 'z', long: 'zero', help: 'end each output line with NUL, and do not escape file names' },
      ignoreMissing: { long: 'ignore-missing', help: "don't fail or report status for missing files" },
      quiet: { long: 'quiet', help: "don't print OK for each successfully verified file" },
      status: { long: 'status', help: "don't output anything, status code shows success" },
      strict: { long: 'strict', help: 'exit non-zero for improperly formatted checksum lines' },
      warn: { short: 'w', long: 'warn', help: 'warn about improperly formatted checksum lines' },
    },
  };
  return defineCommand(usage, async (run) => {
    const bits = Number(run.arguments.value('length') ?? 0);
    if (!Number.isInteger(bits) || bits % 8 !== 0 || bits < 0 || bits > 512) {
      await run.fail(`invalid length: ${quote(run.arguments.value('length') ?? '')}`);
      await run.warn('length is not a multiple of 8');
      return 1;
    }
    if (run.arguments.has('check')) return checkSums(run, algorithm);
    const { arguments: given } = run;
    await printDigests(run, algorithm, {
      bits,
      isTagged: given.has('tag'),
      isBinary: given.last('binary', 'text') === 'binary',
      end: given.has('zero') ? '\0' : '\n',
    });
    return run.status;
  });
}

/** Prints and checks MD5 digests. */
export const md5sum: Program = defineChecksum('md5sum');
/** Prints and checks SHA1 digests. */
export const sha1sum: Program = defineChecksum('sha1sum');
/** Prints and checks SHA224 digests. */
export const sha224sum: Program = defineChecksum('sha224sum');
/** Prints and checks SHA256 digests. */
export const sha256sum: Program = defineChecksum('sha256sum');
/** Prints and checks SHA384 digests. */
export const sha384sum: Program = defineChecksum('sha384sum');
/** Prints and checks SHA512 digests. */
export const sha512sum: Program = defineChecksum('sha512sum');
/** Prints and checks BLAKE2 digests. */
export const b2sum: Program = defineChecksum('b2sum');
