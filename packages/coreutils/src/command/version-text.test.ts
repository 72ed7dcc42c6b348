import { expect, test } from 'vitest';
import { versionText } from './version-text.ts';

test('scripts that look for the program find it, and people what it really is', () => {
  expect(versionText('sed')).toMatch(/^sed \(GNU sed\) 4\.9\nThis is Cloche's own sed \(/);
  expect(versionText('ls')).toMatch(/^ls \(GNU coreutils\) /);
  expect(versionText('jot')).toBe('jot (Cloche) 0.1.0\n');
});
