import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeProgram } from './programs.ts';
import type { ScratchFolder } from './scratch-folder.ts';

/** Puts a `node` into the container that has the limits of the real runtime's. */
export function installLimitedNode(folder: ScratchFolder): void {
  const preload = join(folder.root, 'limited-node.cjs');
  writeFileSync(preload, LIMITS.replace('EXECUTABLE', JSON.stringify(join(folder.programs, 'node'))));
  writeProgram(folder, 'node', `#!/bin/sh\nexec '${process.execPath}' --no-addons --require '${preload}' "$@"\n`);
}

/** Runs ahead of every program: its children come through the same `node`. */
const LIMITS = `'use strict';
const { ChildProcess } = require('node:child_process');
const childProcess = require('node:child_process');
const { AsyncLocalStorage } = require('node:async_hooks');
process.execPath = EXECUTABLE;
process.execArgv = process.execArgv.filter((argument) => argument === '' );
const refuse = (stdio) => {
  if (!Array.isArray(stdio)) return;
  const extra = stdio.slice(3).find((one) => one !== 'ignore' && one !== 'ipc' && one !== null && one !== undefined);
  if (extra === undefined) return;
  throw Object.assign(new Error('spawn EBADF'), { code: 'EBADF', errno: -9, syscall: 'spawn' });
};
const { spawn } = ChildProcess.prototype;
ChildProcess.prototype.spawn = function (options) {
  refuse(options.stdio);
  return spawn.call(this, options);
};
const { spawnSync } = childProcess;
childProcess.spawnSync = (file, args, options) => {
  refuse((Array.isArray(args) ? options : args)?.stdio);
  return spawnSync(file, args, options);
};
require('node:module').syncBuiltinESMExports();
const stores = new WeakMap();
Object.assign(AsyncLocalStorage.prototype, {
  getStore() {
    return stores.get(this);
  },
  enterWith(store) {
    stores.set(this, store);
  },
  run(store, callback, ...args) {
    const before = stores.get(this);
    stores.set(this, store);
    try {
      return callback(...args);
    } finally {
      stores.set(this, before);
    }
  },
  exit(callback, ...args) {
    return this.run(undefined, callback, ...args);
  },
});
`;
