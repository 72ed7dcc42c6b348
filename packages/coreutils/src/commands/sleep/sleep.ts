import { encodeText, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { parseDuration } from '../../arguments/parse-duration.ts';
import { quote } from '../../arguments/quote.ts';
import { defineCommand } from '../../command/define-command.ts';

const USAGE: CommandUsage<never> = {
  name: 'sleep',
  synopsis: ['NUMBER[SUFFIX]...'],
  summary: 'Wait for NUMBER seconds; SUFFIX may be s, m, h or d. Several are added.',
  options: {},
};

/** Waits. */
export const sleep: Program = defineCommand(USAGE, async (run) => {
  const { operands } = run.arguments;
  if (operands.length === 0) return run.failUsage('missing operand');
  let totalMs = 0;
  for (const operand of operands) {
    const durationMs = parseDuration(operand);
    if (durationMs === undefined) await run.fail(`invalid time interval ${quote(operand)}`);
    totalMs += durationMs ?? 0;
  }
  if (run.status !== 0) {
    await run.context.stderr.write(encodeText("Try 'sleep --help' for more information.\n"));
    return 1;
  }
  await run.context.clock.sleep(totalMs, { signal: run.context.signal });
  return 0;
});
