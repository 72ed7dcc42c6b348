import { describe, expect, test } from 'vitest';
import { createCommandTable } from '../../command-table.ts';
import { createInMemoryMachine } from '../../testing/in-memory-machine.ts';
import { createInlineEngine } from './inline-engine.ts';

const jq = createInlineEngine({ maxOutputBytes: 100_000 });

function run(filter: string, ...options: string[]): Promise<{ stdout: string; stderr: string; status: number }> {
  return createInMemoryMachine(createCommandTable({ jq })).run(['jq', ...options, filter], { stdin: '1\n' });
}

const MEMORY_MESSAGE =
  'jq: error: cannot allocate memory\njq: error: the filter: limit of 256 MiB of memory exceeded\n';

describe('limits of jq', () => {
  test.each(['repeat(.)', 'range(1e9)', 'def f: ., f; f', '[range(40000)]'])(
    '%s ends with the name of the limit and keeps what was printed',
    async (filter) => {
      const { stdout, stderr, status } = await run(filter, '-c');
      expect(stderr).toBe('jq: error: output: limit of 100,000 bytes exceeded\n');
      expect(status).toBe(5);
      expect(stdout.length).toBeGreaterThan(99_000);
      expect(stdout.length).toBeLessThanOrEqual(100_001);
    },
  );

  test('a filter that needs too much memory ends, and what it printed before is kept', async () => {
    expect(await run('., ([range(1e9)] | length)', '-c')).toEqual({
      stdout: '1\n',
      stderr: MEMORY_MESSAGE,
      status: 5,
    });
    expect(await run('"x" * 300000000 | length')).toMatchObject({ stderr: MEMORY_MESSAGE, status: 5 });
  });

  test('the next filter runs as if nothing had happened', async () => {
    await run('repeat(.)');
    expect(await run('. + 1')).toEqual({ stdout: '2\n', stderr: '', status: 0 });
    expect(await run('error("x")')).toMatchObject({ status: 5 });
    expect(await run('., halt_error', '-c')).toEqual({ stdout: '1\n', stderr: '1\n', status: 5 });
  });
});
