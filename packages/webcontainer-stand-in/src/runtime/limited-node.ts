import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StandInOptions } from '../options.ts';
import { CONTAINER_NODE, writeProgram } from './programs.ts';
import type { ScratchFolder } from './scratch-folder.ts';

/** Which of the limits of the real runtime's `node` there are. */
type NodeLimits = Pick<StandInOptions, 'limitsNode' | 'staysCooked'>;

/** Puts a `node` with limits into the container, if there are to be any. */
export function installLimitedNode(folder: ScratchFolder, { limitsNode, staysCooked }: NodeLimits): void {
  if (!limitsNode && !staysCooked) return;
  const preload = join(folder.root, 'limited-node.cjs');
  const parts = [
    CHILDREN_COME_HERE,
    ...(limitsNode ? [NO_DESCRIPTORS, NO_ASYNC_STORE] : []),
    ...(staysCooked ? [COOKED] : []),
  ];
  writeFileSync(preload, parts.join('').replace('EXECUTABLE', JSON.stringify(join(folder.programs, 'node'))));
  const flags = `${limitsNode ? '--no-addons' : '--addons'} --require '${preload}'`;
  writeProgram(folder, 'node', `#!/bin/sh\nexec '${CONTAINER_NODE}' ${flags} "$@"\n`);
}

/** Children of a program come through the same `node`; its own three flags are not theirs to pass on. */
const CHILDREN_COME_HERE = `'use strict';
process.execPath = EXECUTABLE;
process.execArgv = process.execArgv.slice(3);
`;

/** Children with descriptors beyond 2 fail, but for that of a channel. */
const NO_DESCRIPTORS = `{
  const childProcess = require('node:child_process');
  const refuse = (stdio) => {
    if (!Array.isArray(stdio)) return;
    const extra = stdio.slice(3).find((one) => one !== 'ignore' && one !== 'ipc' && one !== null && one !== undefined);
    if (extra === undefined) return;
    throw Object.assign(new Error('spawn EBADF'), { code: 'EBADF', errno: -9, syscall: 'spawn' });
  };
  const { spawn } = childProcess.ChildProcess.prototype;
  childProcess.ChildProcess.prototype.spawn = function (options) {
    refuse(options.stdio);
    return spawn.call(this, options);
  };
  const { spawnSync } = childProcess;
  childProcess.spawnSync = (file, args, options) => {
    refuse((Array.isArray(args) ? options : args)?.stdio);
    return spawnSync(file, args, options);
  };
  require('node:module').syncBuiltinESMExports();
}
`;

/** A store is there until the function that was run with it returns, and not over any `await`. */
const NO_ASYNC_STORE = `{
  const stores = new WeakMap();
  Object.assign(require('node:async_hooks').AsyncLocalStorage.prototype, {
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
}
`;

const COOKED = `require('node:tty').ReadStream.prototype.setRawMode = function (isRaw) {
  this.isRaw = Boolean(isRaw);
  return this;
};
`;
