import { bench, describe } from 'vitest';
import { replaceText } from '../src/builtin/edit/replace-text.ts';
import { createTestWorkspace } from '../src/testing/test-workspace.ts';
import { codingTools } from '../src/toolset/coding-tools.ts';

describe('a file of 1 MB', () => {
  const text = 'const value = compute(input, options);\n'.repeat(26_000);
  const crLf = text.replaceAll('\n', '\r\n');
  const middle = 'const value = other(input, options);\n';
  const withMiddle = text.slice(0, 39 * 13_000) + middle + text.slice(39 * 13_000);

  bench('replaceText, LF', () => {
    replaceText(withMiddle, 'other(', 'another(');
  });

  bench('replaceText, CRLF', () => {
    replaceText(crLf + middle, 'other(', 'another(');
  });

  let round = 0;
  const workspace = createTestWorkspace({ tools: codingTools });
  workspace.write('f', `${withMiddle}round 0;\n`);
  const seen = workspace.say('read', { file_path: 'f', view_range: [1, 1] });
  bench('the edit tool, whole', async () => {
    await seen;
    await workspace.say('edit', { file_path: 'f', old_string: `round ${round};`, new_string: `round ${++round};` });
  });
});

describe('the queue', () => {
  for (const count of [100, 1000, 10_000]) {
    const workspace = createTestWorkspace({ tools: codingTools });
    workspace.write('f', 'x');
    let id = 0;
    bench(`${count} calls at once`, async () => {
      await Promise.all(
        Array.from({ length: count }, () => workspace.run('read', { file_path: 'f' }, { id: `${id++}` })),
      );
      workspace.events.length = 0;
    });
  }
});
