import { createHash } from 'node:crypto';
import { createClock, createInProcessHost } from '@cloche/system';
import { createLocalToolHost } from '@cloche/tools';
import { setToolTestMachine } from '@cloche/tools/conformance';
import { createVirtualFileSystem } from '../vfs/virtual-file-system.ts';

// A set-up file: the tools' own tests run on the offline machine's files, with its journal.

setToolTestMachine({
  openFiles(limits) {
    const { files, journal } = createVirtualFileSystem({ now: Date.now, programNames: [], ...limits });
    const clock = createClock({
      now: Date.now,
      monotonic: () => performance.now(),
      after(ms, callback) {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
    });
    const platform = { files, clock, random: (length: number) => new Uint8Array(length), yieldIfDue: () => undefined };
    const programs = { has: () => false, names: () => [], load: () => () => 127 };
    let names = 0;
    const host = createLocalToolHost({
      ...platform,
      journal,
      processes: createInProcessHost({ ...platform, programs, programDirectories: [] }),
      hash: (bytes) => createHash('sha256').update(bytes).digest('hex'),
      newName: () => String(names++),
      openShell: () => {
        throw new Error('these files have no shell');
      },
    });
    return { base: '', files, host: async () => host };
  },
});
