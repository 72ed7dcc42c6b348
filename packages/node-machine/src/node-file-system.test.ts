import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeFileSystem } from '@cloche/system/conformance';
import { afterAll, describe, expect, test } from 'vitest';
import { createNodeFileSystem } from './node-file-system.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describeFileSystem(
  'Node',
  () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'node-files-')));
    folders.push(root);
    return { files: createNodeFileSystem(), root };
  },
  { describe, test, expect },
  { expectedFailures: process.getuid?.() === 0 ? { 'refuses what the mode forbids': 'root may do everything' } : {} },
);
