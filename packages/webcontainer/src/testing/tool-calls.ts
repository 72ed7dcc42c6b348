import { randomUUID } from 'node:crypto';
import { createClock } from '@cloche/system';
import {
  agentToolset20260401,
  createMemoryRuleStore,
  createPermissionGate,
  createRuleBook,
  createToolRunner,
  resultText,
  type ToolHost,
} from '@cloche/tools';
import { never, testPlatform } from './test-machine.ts';

/** Runs calls of the six tools over a host, everything allowed; gives `OK` or `E` and the text. */
export function createToolCalls(
  host: ToolHost,
  workdir: string,
): (name: string, input: Record<string, unknown>) => Promise<string> {
  const clock = createClock({
    now: Date.now,
    monotonic: () => performance.now(),
    after: testPlatform.after,
  });
  const runner = createToolRunner({
    tools: agentToolset20260401,
    workdir,
    host: async () => host,
    gate: createPermissionGate({
      policies: Object.fromEntries(agentToolset20260401.map(({ name }) => [name, 'always_allow' as const])),
      rules: createRuleBook(createMemoryRuleStore()),
      root: workdir,
      now: Date.now,
      newId: randomUUID,
    }),
    async persist() {
      await host.call('take_changes', {}, { signal: never });
      return { persisted: true };
    },
    onEvent: () => undefined,
    clock,
    newId: randomUUID,
  });
  return async (name, input) => {
    const result = await runner.run({ id: randomUUID(), name, input }, { signal: never });
    return `${result.isError ? 'E' : 'OK'} ${resultText(result)}`;
  };
}
