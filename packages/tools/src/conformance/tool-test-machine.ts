import type { FileSystem } from '@cloche/system';
import type { ToolHost } from '../host/tool-host.ts';

/** A machine on which the tools' own tests run, instead of files in memory. */
export interface ToolTestMachine {
  /** Opens files for one test; `undefined` where the machine cannot have the limit. */
  openFiles(limits: { readonly maxBytes?: number }): ToolTestFiles | undefined;
  /** Opens a machine of the test's own, with its shell and programs; without it those tests have machines of their own. */
  readonly openEngine?: () => Promise<ToolTestEngine>;
}

/** A whole machine for one test. */
export interface ToolTestEngine {
  readonly host: ToolHost;
  /** Directory of the workspace's files, absolute. */
  readonly workdir: string;
  dispose(): Promise<void>;
}

/** Files of a machine for one test, which takes `base` for `/`. */
export interface ToolTestFiles {
  /** Absolute, without links; empty where the test has the whole machine. */
  readonly base: string;
  /** The files as the test's own process sees them. */
  readonly files: FileSystem;
  /** The machine's tool host; it may have to be started. */
  readonly host: () => Promise<ToolHost>;
}

const KEY = Symbol.for('cloche.tool-test-machine');

/** Sets the machine of this file's tests, before they are registered. */
export function setToolTestMachine(machine: ToolTestMachine): void {
  Reflect.set(globalThis, KEY, machine);
}

/** Returns the machine that was set. */
export function toolTestMachine(): ToolTestMachine | undefined {
  // What is there was put there by `setToolTestMachine`, perhaps of another copy of this file.
  return Reflect.get(globalThis, KEY);
}
