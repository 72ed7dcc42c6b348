// The suite of all machines in `window.runMachineCase`, on the machine that `window.chooseMachine` names; loaded into a page
// when its runtime's origin is set.
import { startSandbox } from '@cloche/offline';
import { connectMachine, runMachineCase } from '@cloche/tools/conformance';
import { bootWebContainer } from '@cloche/webcontainer';

const assetsUrl = new URL('assets/', document.baseURI);
const { signal } = new AbortController();

const START = {
  async offline() {
    const environment = { maxFileBytes: 268_435_456, timeZone: 'UTC' };
    const sandbox = await startSandbox({ assetsUrl, frame: 'auto', environment, signal });
    return { ...sandbox, root: '/workspace' };
  },
  async webcontainer() {
    const loadGuest = async () => new Uint8Array(await (await fetch(new URL('guest.js', assetsUrl))).arrayBuffer());
    return bootWebContainer({ loadGuest, signal, silenceLimitMs: 15_000 });
  },
};

function after(ms, callback) {
  const timer = setTimeout(() => callback(), ms);
  return () => clearTimeout(timer);
}

async function open(name) {
  const machine = await START[name]();
  const { port, root, failed } = machine;
  return connectMachine(port, { root, failed, after, dispose: async () => machine.dispose() });
}

/** A page has one container at most, so that a machine of a case's own takes the place of the shared one. */
let current;
const close = async () => {
  const last = current;
  current = undefined;
  await (await last)?.dispose();
};
window.closeMachine = close;
window.runMachineCase = async (name, title) => {
  const answer = await runMachineCase(title, {
    shared: () => (current ??= open(name)),
    async own() {
      await close();
      return open(name);
    },
  });
  // As text, which keeps halves of surrogate pairs.
  return JSON.stringify(answer);
};
