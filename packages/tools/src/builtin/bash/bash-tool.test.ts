import { decodeText } from '@cloche/system';
import { describe, expect, test } from 'vitest';
import { resultText } from '../../contract/tool-result.ts';
import { createTestWorkspace } from '../../testing/test-workspace.ts';

const waiting = ({ signal }: { signal: AbortSignal }): Promise<number> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(0)));

describe('bash', () => {
  const workspace = createTestWorkspace({
    scripts: {
      lines: ({ stdout }) => (stdout('a\nb\n'), 0),
      both: ({ stdout, stderr }) => (stderr('err\n'), stdout('out\n'), 0),
      fail: ({ stdout, stderr }) => (stdout('x'), stderr('y'), 4),
      silent: () => 3,
      nul: ({ stdout }) => (stdout('a\0b'), 0),
      large: ({ stdout }) => (stdout('é'.repeat(90_000)), 3),
      flood: async ({ stdout }) => {
        for (let count = 0; count < 30; count++) await stdout('z'.repeat(65_536));
        return 0;
      },
      hang: (streams) => (streams.stdout('so far\n'), waiting(streams)),
    },
  });

  test.each<[object, string]>([
    [{ command: 'lines' }, 'OK a\nb\n'],
    [{ command: 'both' }, 'OK out\nerr\n'],
    [{ command: 'fail' }, 'E x\ny\nexit code: 4'],
    [{ command: 'silent' }, 'E exit code: 3'],
    [{ command: 'nul' }, 'OK ab'],
    [{ restart: true }, 'OK bash session restarted'],
    [{ restart: true, command: 'lines' }, 'OK a\nb\n'],
    [
      { command: 'hang', timeout_ms: 30 },
      "E so far\ncommand timed out after 30ms; this call's shell state changes were dropped",
    ],
  ])('%j', async (input, wanted) => {
    expect(await workspace.say('bash', input)).toBe(wanted);
  });

  test('keeps the trailer within the limit and the whole output in a file', async () => {
    const { content, details } = await workspace.run('bash', { command: 'large' }, { id: 'C' });
    const text = resultText({ content });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(102_400);
    expect(text.isWellFormed()).toBe(true);
    expect(text.endsWith('\n[output truncated; full output written to /tmp/tool_outputs/C.txt]\nexit code: 3')).toBe(
      true,
    );
    expect(decodeText(workspace.files.readFile('/tmp/tool_outputs/C.txt'))).toBe('é'.repeat(90_000));
    expect(details).toMatchObject({ code: 'nonzero_exit', exitCode: 3, truncatedFromBytes: 180_000 });
  });

  test('says so when even the file has not all', async () => {
    const { content } = await workspace.run('bash', { command: 'flood' }, { id: 'D' });
    expect(resultText({ content }).startsWith('[output truncated]\nzzz')).toBe(true);
  });

  test('ends by cancelling, with the output so far, and streams it', async () => {
    const controller = new AbortController();
    const running = workspace.run('bash', { command: 'hang' }, { id: 'E', signal: controller.signal });
    await new Promise((resolve) => setTimeout(resolve, 20));
    controller.abort(new Error('enough'));
    const { content, details } = await running;
    expect(resultText({ content })).toBe("so far\ncommand cancelled; this call's shell state changes were dropped");
    expect(details.code).toBe('cancelled');
    const output = workspace.events.filter((event) => event.kind === 'output' && event.callId === 'E');
    expect(output.map((event) => (event.kind === 'output' ? decodeText(event.bytes) : ''))).toEqual(['so far\n']);
  });
});
