import { describe, expect, test } from 'vitest';
import type { ProcessMethods, ProcessView } from '../host/processes/process-data.ts';
import type { HostMethod, HostMethods, ToolHost } from '../host/tool-host.ts';
import { connectToolHost } from './connect-tool-host.ts';
import { decodeMessage, encodeMessage } from './message-codec.ts';
import type { Channel } from './messages.ts';
import { channelOfPort } from './port-channel.ts';
import { serveToolHost } from './serve-tool-host.ts';

const owner = { session: 's', loop: 'l' };
const bytes = Uint8Array.of(0, 255, 10);
const view: ProcessView = {
  ...owner,
  id: 'AAAAAAAAAAAAAAAAAAAAAA',
  kind: 'command',
  // A name whose bytes are no UTF-8 is one lone surrogate each.
  command: 'cat \udcff',
  state: 'exited',
  exitCode: 0,
  startedAtMs: 1.5,
  idleMs: 2,
  totalBytes: 2 ** 40,
  firstByte: 2 ** 39,
  childrenRunning: 0,
  hasTerminal: true,
  canInput: false,
};

/** What each method may be given. */
const PARAMS: { readonly [Method in keyof ProcessMethods]: ProcessMethods[Method]['params'] } = {
  process_start: {
    ...owner,
    kind: 'terminal',
    command: 'sh',
    waitMs: 0,
    mode: 'background',
    lifetimeMs: 1,
    terminal: { columns: 80, rows: 24 },
    patterns: ['a+'],
  },
  process_output: { owner, ids: [view.id], cursor: 2 ** 40, limitBytes: 3, wait: 'any', timeoutMs: 0 },
  process_input: { owner, id: view.id, bytes, eof: true },
  process_stop: { owner, id: view.id, mode: 'interrupt', graceMs: 0 },
  process_list: { owner },
  process_changes: { version: 3 },
  process_notices: owner,
  process_attach: { id: view.id, cursor: 1 },
  process_talk: { owner, id: view.id, cursor: 0, promptPattern: '> $', quietMs: 1, timeoutMs: 2 },
  process_screen: { owner, id: view.id },
  process_pending_line: { owner, id: view.id },
  check_patterns: { patterns: ['('] },
  processes_close: {},
};

/** What each may answer. */
const RESULTS: { readonly [Method in keyof ProcessMethods]: ProcessMethods[Method]['result'] } = {
  process_start: { kind: 'running', process: view, wasMoved: false, output: bytes },
  process_output: {
    entries: [
      { id: view.id, process: view, bytes, startCursor: 2 ** 39, nextCursor: 2 ** 39 + 3, hasGap: true },
      { id: 'b', error: 'not_found' },
    ],
  },
  process_input: { kind: 'given', cursor: 7 },
  process_stop: { kind: 'refused', code: 'teardown_failed' },
  process_list: { version: 3, processes: [view] },
  process_changes: { version: 4, processes: [] },
  process_notices: {
    notices: [
      {
        id: view.id,
        kind: 'monitor',
        command: 'c',
        event: { kind: 'matched', pattern: 'a+' },
        childrenRunning: 1,
        outputPath: '/tmp/o',
      },
    ],
  },
  process_attach: { process: view },
  process_talk: { end: 'prompt', process: view },
  process_pending_line: { bytes: Uint8Array.of(0, 255), isCut: false },
  process_screen: { lines: ['é', ''], cursor: { row: 0, column: 1 }, columns: 80, rows: 2, process: view },
  check_patterns: { problem: 'unbalanced' },
  processes_close: { stopped: 2 },
};

const isMethod = (name: string): name is keyof ProcessMethods => Object.hasOwn(PARAMS, name);

/** Two ends of a line; over bytes each message is written and read as a socket has it. */
const LINES: Readonly<Record<string, () => [Channel, Channel]>> = {
  'a port': () => {
    const { port1, port2 } = new MessageChannel();
    return [channelOfPort(port1), channelOfPort(port2)];
  },
  bytes: () => {
    const { port1, port2 } = new MessageChannel();
    return [overBytes(channelOfPort(port1)), overBytes(channelOfPort(port2))];
  },
};

function overBytes(line: Channel): Channel {
  return {
    post: (message) => line.post(JSON.parse(JSON.stringify([...encodeMessage(message)])), []),
    listen: (hear) =>
      line.listen((message) => hear(decodeMessage(Uint8Array.from(Array.isArray(message) ? message : [])))),
    close: () => line.close(),
  };
}

describe.each(Object.entries(LINES))('the methods for processes, over %s', (_, open) => {
  const connect = (host: ToolHost) => {
    const [machine, runner] = open();
    serveToolHost(host, machine);
    const after = (ms: number, callback: () => void): (() => void) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    };
    return connectToolHost(runner, { after, onFilesChanged: () => undefined });
  };

  test.each(Object.keys(PARAMS).filter(isMethod))('%s comes as it was given, and its answer too', async (method) => {
    const heard: unknown[] = [];
    const answers: { readonly [Method in HostMethod]?: HostMethods[Method]['result'] } = RESULTS;
    const { host, ready, lose } = connect({
      async call(called, given, { onOutput }) {
        heard.push([called, given]);
        await onOutput?.({ stream: 'stdout', bytes });
        const answer = answers[called];
        if (answer === undefined) throw new Error(`no ${called}`);
        return answer;
      },
    });
    await ready;
    const output: Uint8Array[] = [];
    const answer = await host.call(method, PARAMS[method], {
      signal: new AbortController().signal,
      onOutput: (chunk) => void output.push(chunk.bytes),
    });
    expect(answer).toEqual(RESULTS[method]);
    expect(heard).toEqual([[method, PARAMS[method]]]);
    expect(output).toEqual([bytes]);
    lose('the test is over');
  });

  test('keep the code of a terminal that cannot be, and end when their call is cancelled', async () => {
    const { host, ready, lose } = connect({
      call: (method, _params, { signal }) =>
        method === 'terminal'
          ? Promise.reject(Object.assign(new Error('install it'), { code: 'pty_unavailable' }))
          : new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    await ready;
    const { signal } = new AbortController();
    await expect(host.call('terminal', { id: 't', columns: 80, rows: 24 }, { signal })).rejects.toMatchObject({
      code: 'pty_unavailable',
      message: 'install it',
    });
    const life = new AbortController();
    const attached = host.call('process_attach', PARAMS.process_attach, life);
    life.abort(new Error('enough'));
    await expect(attached).rejects.toThrow('cancelled');
    lose('the test is over');
  });
});
