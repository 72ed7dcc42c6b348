import { createOutputWindow, ToolFault } from '@cloche/tools';
import * as Comlink from 'comlink';
import { keepErrorFields } from '../wire/error-transfer.ts';
import type { RunnerApi, WorkspaceEvent } from '../wire/runner-api.ts';
import { composeRunner, type OpenRunner } from './compose.ts';

keepErrorFields();

let runner: OpenRunner | undefined;

const opened = (): OpenRunner => {
  if (!runner) throw new ToolFault('internal', 'the workspace is not open yet');
  return runner;
};

const api: RunnerApi = {
  async open(request, page, events) {
    runner = await composeRunner(request, page, emitTo(events));
    return runner.opened;
  },
  machineLost: (reason) => opened().machineLost(reason),
  run: (call) => opened().run(call),
  previewCall: (call) => opened().previewCall(call),
  cancel: (callId) => opened().cancel(callId),
  readOutput: (captureId, names) => opened().readOutput(captureId, names),
  nextTurn: (names) => opened().nextTurn(names),
  takeNotices: (names) => opened().takeNotices(names),
  listDirectory: (path) => opened().files.listDirectory(path),
  listTree: (path, maxEntries) => opened().files.listTree(path, maxEntries),
  async readFile(path) {
    const bytes = await opened().files.readFile(path);
    return Comlink.transfer(bytes, [bytes.buffer]);
  },
  writeFile: (path, bytes) => opened().files.writeFile(path, bytes),
  makeDirectory: (path) => opened().files.makeDirectory(path),
  remove: (path) => opened().files.remove(path),
  rename: (from, to) => opened().files.rename(from, to),
  importFiles: (target, files) => opened().files.importFiles(target, files),
  importZip: (target, archive) => opened().files.importZip(target, archive),
  exportZip: () => opened().files.exportZip(),
  exportFolder: (folder) => opened().files.exportFolder(folder),
  openTerminal: (request, port) => opened().openTerminal(request, port),
  listProcesses: () => opened().listProcesses(),
  readProcess: (request) => opened().readProcess(request),
  giveProcess: (input) => opened().giveProcess(input),
  stopProcess: (id, mode) => opened().stopProcess(id, mode),
  attachProcess: (id, port) => opened().attachProcess(id, port),
  listRules: (session) => opened().permissions.list(session),
  addRule: (request) => opened().permissions.add(request),
  removeRule: (request) => opened().permissions.remove(request),
  checkCommand: (command, session) => opened().permissions.check(command, session),
  listDecisions: () => opened().permissions.decisions(),
  forgetDecisions: () => opened().permissions.forgetDecisions(),
  setMode: (mode) => opened().setMode(mode),
  flush: () => opened().flush(),
  close: () => opened().close(),
};

/** Sends events to the page, which says how much output it has taken. */
function emitTo(events: MessagePort): (event: WorkspaceEvent) => undefined | Promise<void> {
  const window = createOutputWindow();
  events.onmessage = (message: MessageEvent<number>) => window.taken(message.data);
  return (event) => {
    events.postMessage(event);
    return event.kind === 'output' ? window.sent(event.bytes.length) : undefined;
  };
}

Comlink.expose(api);
