import { describe, expect, test } from 'vitest';
import { encodeText } from '../bytes.ts';
import { describeFileSystem } from '../conformance/index.ts';
import { createMemoryFileSystem } from './memory-file-system.ts';

describeFileSystem(
  'memory',
  () => {
    const files = createMemoryFileSystem({ now: Date.now });
    files.makeDirectory('/root');
    return { files, root: '/root' };
  },
  { describe, test, expect },
);

describe('createMemoryFileSystem', () => {
  test('answers ENOSPC when its budget is spent, keeps the old content, and frees what is removed', () => {
    const files = createMemoryFileSystem({ now: Date.now, maxBytes: 10_000 });
    files.writeFile('/a', new Uint8Array(9_000));
    expect(() => files.writeFile('/b', new Uint8Array(2_000))).toThrow('ENOSPC');
    expect(() => files.writeFile('/a', new Uint8Array(11_000))).toThrow('ENOSPC');
    expect(files.stat('/a').size).toBe(9_000);
    files.unlink('/a');
    files.writeFile('/b', new Uint8Array(9_000));
    expect(files.stat('/b').size).toBe(9_000);
  });

  test('counts a removed file until its last handle closes', () => {
    const files = createMemoryFileSystem({ now: Date.now, maxBytes: 10_000 });
    const before = files.space().freeBytes;
    const handle = files.open('/a', { write: true, create: true });
    handle.write(0, new Uint8Array(5_000));
    files.unlink('/a');
    expect(files.space().freeBytes).toBeLessThan(before - 4_999);
    handle.close();
    expect(files.space().freeBytes).toBe(before);
  });

  test('tells its observer what changed', () => {
    const heard: string[] = [];
    const files = createMemoryFileSystem({
      now: Date.now,
      observer: {
        entryChanged: (_, name) => heard.push(`entry ${name}`),
        contentChanged: () => heard.push('content'),
        attributesChanged: () => heard.push('attributes'),
      },
    });
    files.writeFile('/a', encodeText('x'));
    files.changeMode('/a', 0o600);
    files.rename('/a', '/b');
    expect(heard).toEqual(['entry a', 'content', 'attributes', 'entry a', 'entry b']);
  });
});
