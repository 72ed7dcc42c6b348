import { createInProcessHost, createMemoryFileSystem, encodeText } from '@cloche/system';
import { createBLAKE3 } from 'hash-wasm';
import { bench, describe } from 'vitest';
import { createLocalToolHost } from '../src/host/local-tool-host.ts';

describe('the machine’s part of an edit of a file of 1 MB', async () => {
  const files = createMemoryFileSystem({ now: Date.now });
  const hasher = await createBLAKE3();
  let names = 0;
  const platform = {
    files,
    clock: { now: Date.now, monotonic: () => performance.now(), sleep: async () => undefined },
    random: (length: number) => new Uint8Array(length),
    yieldIfDue: () => undefined,
  };
  const programs = { has: () => false, names: () => [], load: () => () => 127 };
  const host = createLocalToolHost({
    ...platform,
    processes: createInProcessHost({ ...platform, programs, programDirectories: [] }),
    newName: () => String(names++),
    hash: (bytes) => hasher.init().update(bytes).digest('hex'),
    openShell() {
      throw new Error('no shell is needed');
    },
  });
  const options = { signal: new AbortController().signal };
  const text = 'const value = compute(input, options);\n'.repeat(26_000);
  files.writeFile('/f', encodeText(text));
  /** More than are remembered, so that each one is hashed. */
  const versions = Array.from({ length: 8 }, (_, version) => encodeText(`${text}${version}`));
  let round = 0;
  bench('look, and change what was seen', async () => {
    const { hash = '' } = await host.call('facts', { path: '/f', maxBytes: 10_000_000 }, options);
    const bytes = versions[round++ % versions.length] ?? new Uint8Array();
    const change = { path: '/f', expected: { kind: 'hash', hash }, bytes, replaceLink: false } as const;
    const { kind } = await host.call('change_file', change, options);
    if (kind !== 'changed') throw new Error(kind);
  });
});
