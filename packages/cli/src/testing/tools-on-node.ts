import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNodeFileSystem } from '@cloche/node-machine';
import { setToolTestMachine } from '@cloche/tools/conformance';
import { afterAll, vi } from 'vitest';
import { composeToolHost } from '../compose.ts';

// A set-up file: the tools' own tests run on the files of this Node, each in a folder of its own.

const root = realpathSync(mkdtempSync(join(tmpdir(), 'cloche-tools-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));
vi.stubEnv('HOME', root);
const { host } = composeToolHost({ root, isTrusted: true });
let opened = 0;

setToolTestMachine({
  openFiles({ maxBytes }) {
    if (maxBytes !== undefined) return undefined;
    const base = join(root, `${opened++}`);
    for (const directory of ['workspace', 'tmp']) mkdirSync(join(base, directory), { recursive: true });
    return { base, files: createNodeFileSystem(), host: async () => host };
  },
});
