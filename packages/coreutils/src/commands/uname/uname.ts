import type { Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote } from '../../arguments/quote.ts';
import { defineCommand } from '../../command/define-command.ts';

type UnameOption = 'all' | 'kernel' | 'node' | 'release' | 'version' | 'machine' | 'processor' | 'hardware' | 'system';

const USAGE: CommandUsage<UnameOption> = {
  name: 'uname',
  synopsis: ['[OPTION]...'],
  summary: 'Print system information: by default the kernel name.',
  options: {
    all: { short: 'a', long: 'all', help: 'print all information but -p and -i' },
    kernel: { short: 's', long: 'kernel-name', help: 'print the kernel name' },
    node: { short: 'n', long: 'nodename', help: 'print the network node hostname' },
    release: { short: 'r', long: 'kernel-release', help: 'print the kernel release' },
    version: { short: 'v', long: 'kernel-version', help: 'print the kernel version' },
    machine: { short: 'm', long: 'machine', help: 'print the machine hardware name' },
    processor: { short: 'p', long: 'processor', help: 'print the processor type' },
    hardware: { short: 'i', long: 'hardware-platform', help: 'print the hardware platform' },
    system: { short: 'o', long: 'operating-system', help: 'print the operating system' },
  },
};

/** What the machine says it is: programs ask in order to choose what suits Linux. */
const FACTS: readonly (readonly [UnameOption, string])[] = [
  ['kernel', 'Linux'],
  ['node', 'localhost'],
  ['release', '6.1.0-cloche'],
  ['version', '#1 SMP'],
  ['machine', 'x86_64'],
  ['processor', 'unknown'],
  ['hardware', 'unknown'],
  ['system', 'GNU/Linux'],
];

/** Prints what the machine is. */
export const uname: Program = defineCommand(USAGE, async (run) => {
  const [extra] = run.arguments.operands;
  if (extra !== undefined) return run.failUsage(`extra operand ${quote(extra)}`);
  const wanted = FACTS.filter(
    ([name, value]) => run.arguments.has(name) || (run.arguments.has('all') && value !== 'unknown'),
  );
  const shown = wanted.length > 0 ? wanted : FACTS.slice(0, 1);
  run.output.putText(`${shown.map(([, value]) => value).join(' ')}\n`);
  return 0;
});
