import { describe, expect, test } from 'vitest';
import { createTestWorkspace } from '../testing/test-workspace.ts';

describe('bad input', () => {
  test.each<[string, string, unknown, RegExp]>([
    ['an unknown tool', 'fly', {}, /^E unknown tool "fly"; the tools are bash, read/],
    ['a missing command', 'bash', {}, /^E bash: command is required$/],
    ['a wrong type', 'bash', { command: 42 }, /^E invalid bash input: command: expected string, got the number 42$/],
    [
      'a fraction',
      'bash',
      { command: 'x', timeout_ms: 1.5 },
      /^E invalid bash input: timeout_ms: expected a whole number, got the number 1\.5$/,
    ],
    [
      'half a character',
      'write',
      { file_path: 'a', content: 'x\ud800' },
      /^E write: content has half of a surrogate pair/,
    ],
    [
      'half a character in a name',
      'write',
      { file_path: 'a\udc80', content: '' },
      /^E write: file_path has half of a surrogate pair/,
    ],
    ['null for a text', 'read', { file_path: null }, /^E invalid read input: file_path: expected string, got null$/],
    ['a missing field', 'edit', { file_path: 'a', old_string: 'b' }, /^E edit: new_string is required$/],
    ['an array', 'write', [], /^E invalid write input: expected an object, got an array$/],
    ['text that is not JSON', 'write', '{"file_path":', /^E invalid write input: not valid JSON/],
    ['JSON of the wrong shape', 'write', '3', /^E invalid write input: expected an object, got the number 3$/],
    ['a NUL in a path', 'read', { file_path: 'a\0b' }, /^E read: file_path must not contain a NUL byte$/],
    ['a NUL in a pattern', 'glob', { pattern: 'a\0b' }, /^E glob: pattern must not contain a NUL byte$/],
    [
      'a 5 MB argument',
      'write',
      { file_path: 'a', content: 'x'.repeat(5_000_000) },
      /^E write: content has 5000000 bytes, over the limit of 4194304\. Write it in parts/,
    ],
    ['a 5 MB command', 'bash', { command: 'x'.repeat(5_000_000) }, /^E bash: command has 5000000 bytes/],
    [
      'an endless path',
      'read',
      { file_path: 'x'.repeat(5_000) },
      /^E read: file_path has 5000 bytes, over the limit of 4096/,
    ],
    [
      'a range of one',
      'read',
      { file_path: 'a', view_range: [2] },
      /^E read: view_range must be \[start_line, end_line\]$/,
    ],
    [
      'a range of words',
      'read',
      { file_path: 'a', view_range: ['x', 2] },
      /^E invalid read input: view_range\[0\]: expected/,
    ],
    ['an empty pattern', 'grep', { pattern: '' }, /^E grep: pattern is required$/],
  ])('names the field and the next step: %s', async (_, tool, input, wanted) => {
    const workspace = createTestWorkspace();
    expect(await workspace.say(tool, input)).toMatch(wanted);
    expect(workspace.files.readDirectory('/workspace')).toEqual([]);
  });

  test('takes the JSON text of an input', async () => {
    const workspace = createTestWorkspace();
    expect(await workspace.say('write', '{"file_path":"a","content":"é"}')).toBe('OK wrote 2 bytes to a');
  });
});
