// The page of the tests: the client in `window.cloche`, and what it reported in `window.events`.
import { createVirtualFileSystem } from '@cloche/offline';
import * as storage from '@cloche/storage';
import * as cloche from 'cloche';
import { zipSync } from 'fflate';

window.cloche = cloche;
window.zipSync = zipSync;
window.parts = { ...storage, createVirtualFileSystem };
window.events = [];
window.openTest = (options = {}) =>
  cloche.openWorkspace({
    name: 'test',
    assetsUrl: new URL('assets/', document.baseURI),
    policies: Object.fromEntries(['bash', 'write', 'edit'].map((name) => [name, 'always_allow'])),
    onEvent: (event) => window.events.push(event),
    ...options,
  });
window.isReady = true;
