import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildGuest } from './build-guest.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The guest's program, bundled once for all files of the project. */
    guestFile: string;
  }
}

/** Bundles the guest before a project's tests; returns what removes it. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'cloche-guest-'));
  const file = join(folder, 'guest.cjs');
  writeFileSync(file, await buildGuest());
  project.provide('guestFile', file);
  return () => rmSync(folder, { recursive: true, force: true });
}
