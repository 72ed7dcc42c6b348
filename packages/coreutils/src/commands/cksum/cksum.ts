import type { Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { ALGORITHMS, type DigestAlgorithm } from '../checksum/algorithms.ts';
import { printDigests } from '../checksum/print-digests.ts';
import { printSums } from '../sum/sum.ts';

type ChecksumOption = 'algorithm' | 'tag' | 'untagged';

const DIGESTS: ReadonlyMap<string, DigestAlgorithm> = new Map([
  ['md5', ALGORITHMS.md5sum],
  ['sha1', ALGORITHMS.sha1sum],
  ['sha224', ALGORITHMS.sha224sum],
  ['sha256', ALGORITHMS.sha256sum],
  ['sha384', ALGORITHMS.sha384sum],
  ['sha512', ALGORITHMS.sha512sum],
  ['blake2b', ALGORITHMS.b2sum],
]);

const USAGE: CommandUsage<ChecksumOption> = {
  name: 'cksum',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Print the POSIX CRC and the number of bytes of each FILE, or another checksum.',
  options: {
    algorithm: {
      short: 'a',
      long: 'algorithm',
      value: 'TYPE',
      choices: [['bsd'], ['sysv'], ['crc'], ...Array.from(DIGESTS.keys(), (name) => [name])],
      help: 'bsd, sysv, crc (default), md5, sha1, sha224, sha256, sha384, sha512, blake2b',
    },
    tag: { long: 'tag', help: 'show digests with the name of the algorithm (default)' },
    untagged: { long: 'untagged', help: 'show digests as md5sum and the like do' },
  },
};

const POLYNOMIAL = 0x04c11db7;
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value < 0 ? POLYNOMIAL : 0);
  return value;
});

/** Prints CRC checksums (POSIX XCU cksum), or others on request. */
export const cksum: Program = defineCommand(USAGE, async (run) => {
  const { arguments: given } = run;
  const name = given.value('algorithm') ?? 'crc';
  const digest = DIGESTS.get(name);
  if (digest) {
    const isTagged = given.last('tag', 'untagged') !== 'untagged';
    await printDigests(run, digest, { bits: 0, isTagged, isBinary: false, end: '\n' });
  } else if (name === 'crc') await printCrcs(run);
  else await printSums(run, name === 'sysv');
  return run.status;
});

async function printCrcs(run: CommandRun<ChecksumOption>): Promise<void> {
  const isUnnamed = run.arguments.operands.length === 0;
  await run.eachInput(async ({ name, reader }) => {
    let crc = 0;
    let length = 0;
    for (let chunk = await reader.read(); chunk.length > 0; chunk = await reader.read()) {
      for (const byte of chunk) crc = addByte(crc, byte);
      length += chunk.length;
    }
    for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) crc = addByte(crc, rest % 256);
    run.output.putText(`${~crc >>> 0} ${length}${isUnnamed ? '' : ` ${name}`}\n`);
  });
}

function addByte(crc: number, byte: number): number {
  return (crc << 8) ^ (TABLE[((crc >>> 24) ^ byte) & 0xff] ?? 0);
}
