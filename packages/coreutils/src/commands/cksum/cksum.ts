import type { Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { defineCommand } from '../../command/define-command.ts';

const USAGE: CommandUsage<never> = {
  name: 'cksum',
  synopsis: ['[FILE]...'],
  summary: 'Print the POSIX CRC and the number of bytes of each FILE.',
  options: {},
};

const POLYNOMIAL = 0x04c11db7;
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value < 0 ? POLYNOMIAL : 0);
  return value;
});

/** Prints CRC checksums (POSIX XCU cksum). */
export const cksum: Program = defineCommand(USAGE, async (run) => {
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
});

function addByte(crc: number, byte: number): number {
  return (crc << 8) ^ (TABLE[((crc >>> 24) ^ byte) & 0xff] ?? 0);
}
