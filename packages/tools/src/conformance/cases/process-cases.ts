import { decodeText, encodeText } from '@cloche/system';
import type { HostMethods } from '../../host/tool-host.ts';
import type { CaseMachine, MachineCases } from '../machine-case.ts';

/** Processes that outlast their call, and terminals. */
export const PROCESS_CASES: MachineCases = {
  'lets a command go on in the background, and tells its end once': {
    answer: { while: 'running', output: 'one\ntwo\n', state: 'exited', exitCode: 3, notices: ['exited'], again: [] },
    async run(machine) {
      const { put, call } = machine;
      const { id } = await begin(machine, 'echo one; while [ ! -e go ]; do sleep 0.02; done; echo two; exit 3');
      const early = await output(machine, id, 'poll');
      await put('go', '');
      const { process, text } = await output(machine, id, 'all');
      const notices = async (): Promise<string[]> =>
        (await call('process_notices', owner(machine))).notices.map(({ event }) =>
          event.kind === 'ended' ? event.state : event.pattern,
        );
      return {
        while: early.process.state,
        output: text,
        state: process.state,
        exitCode: process.exitCode,
        notices: await notices(),
        again: await notices(),
      };
    },
  },
  'gives a process its input, and its end': {
    answer: ['given', 'given', 'stdin_closed', '<a>\n<b>\nover\n'],
    async run(machine) {
      const { call } = machine;
      const { id } = await begin(machine, 'while read -r x; do echo "<$x>"; done; echo over');
      const give = async (params: { bytes?: Uint8Array; eof?: boolean }): Promise<string> => {
        const outcome = await call('process_input', { owner: owner(machine), id, ...params });
        return outcome.kind === 'refused' ? outcome.code : outcome.kind;
      };
      const given = [await give({ bytes: encodeText('a\n') }), await give({ bytes: encodeText('b\n'), eof: true })];
      const { text } = await output(machine, id, 'all');
      return [...given, await give({ bytes: encodeText('c\n') }), text];
    },
  },
  'stops a process with all that it started': {
    answer: { stopped: ['terminated', 143], killed: ['killed', 137], left: [], unknown: 'not_found' },
    async run(machine) {
      const { call } = machine;
      const stop = async (command: string, mode: 'terminate' | 'kill'): Promise<unknown[]> => {
        const { id } = await begin(machine, command);
        while (!(await output(machine, id, 'poll')).text.includes('up')) await pause(machine);
        const outcome = await call('process_stop', { owner: owner(machine), id, mode, graceMs: 5000 });
        return outcome.kind === 'done' ? [outcome.process.state, outcome.process.exitCode] : [outcome.code];
      };
      const stopped = await stop('(sleep 100 & sleep 100) & echo up; wait', 'terminate');
      const killed = await stop("trap '' TERM INT; (trap '' TERM; sleep 100) & echo up; wait", 'kill');
      const { processes } = await call('process_list', { owner: owner(machine) });
      const unknown = await call('process_stop', { id: 'nobody', mode: 'kill' });
      return {
        stopped,
        killed,
        left: processes.filter(({ state, childrenRunning }) => state === 'running' || childrenRunning > 0),
        unknown: unknown.kind === 'refused' ? unknown.code : unknown.kind,
      };
    },
  },
  'shows a shell at a terminal': {
    answer: { size: true, isTerminal: true, answer: true, interrupted: true, end: { exitCode: 4 } },
    async run(machine) {
      const shell = openTerminal(machine, { columns: 100, rows: 30 });
      await shell.type('stty size; [ -t 0 ] && [ -t 1 ] && echo at a terminal\r');
      const size = await shell.shows(/30 100/);
      const isTerminal = await shell.shows(/\nat a terminal/);
      await shell.type('read -p "na""me? " n; echo "<$n>"\r');
      await shell.shows(/name\? /);
      await shell.type('me\r');
      const answer = await shell.shows(/<me>/);
      await shell.type('sleep 100; echo ne""ver\r');
      await shell.shows(/ne""ver/);
      await shell.type('\x03');
      await shell.type('echo inter""rupted\r');
      const interrupted = await shell.shows(/interrupted/);
      await shell.type('exit 4\r');
      return { size, isTerminal, answer, interrupted, end: await shell.end };
    },
  },
  'resizes a terminal, and hangs it up': {
    answer: { resized: true, end: 'ended' },
    async run(machine) {
      const shell = openTerminal(machine, { columns: 80, rows: 24 });
      await shell.type('echo re""ady\r');
      await shell.shows(/ready/);
      await machine.call('terminal_resize', { id: shell.id, columns: 120, rows: 40 });
      await shell.type('stty size\r');
      const resized = await shell.shows(/40 120/);
      shell.hangUp();
      await shell.end;
      return { resized, end: 'ended' };
    },
  },
  'refuses terminals that cannot be': {
    answer: ['EINVAL', 'ENXIO', 'ENXIO', 'EEXIST'],
    async run(machine) {
      const { call, codeOf, session } = machine;
      const id = `${session}-none`;
      const open = openTerminal(machine, { columns: 80, rows: 24 });
      await open.type('echo re""ady\r');
      await open.shows(/ready/);
      const codes = [
        await codeOf(call('terminal', { id, columns: 0, rows: 24 })),
        await codeOf(call('terminal_type', { id, bytes: encodeText('x') })),
        await codeOf(call('terminal_resize', { id, columns: 80, rows: 24 })),
        await codeOf(call('terminal', { id: open.id, columns: 80, rows: 24 })),
      ];
      open.hangUp();
      await open.end;
      return codes;
    },
  },
};

type Started = Extract<HostMethods['process_start']['result'], { kind: 'running' }>['process'];

/** Starts a command in the background. */
export async function begin({ call, session, directory }: CaseMachine, command: string): Promise<Started> {
  const started = await call('process_start', {
    session,
    loop: session,
    kind: 'command',
    command,
    cwd: directory,
    waitMs: 0,
    mode: 'background',
    lifetimeMs: 0,
  });
  if (started.kind !== 'running') throw new Error(JSON.stringify(started));
  return started.process;
}

function owner({ session }: CaseMachine): { session: string; loop: string } {
  return { session, loop: session };
}

async function output(
  machine: CaseMachine,
  id: string,
  wait: 'poll' | 'all',
): Promise<{ process: Started; text: string }> {
  const params = { owner: owner(machine), ids: [id], cursor: 0, limitBytes: 1_000_000, wait, timeoutMs: 0 };
  const { entries } = await machine.call('process_output', params);
  const [entry] = entries;
  if (!entry || 'error' in entry) throw new Error(JSON.stringify(entry));
  return { process: entry.process, text: decodeText(entry.bytes) };
}

/** A little time of the machine's own, since the suite has no clock. */
async function pause({ call }: CaseMachine): Promise<void> {
  await call('ping', {});
}

interface TerminalInCase {
  readonly id: string;
  readonly end: Promise<HostMethods['terminal']['result']>;
  type(text: string): Promise<void>;
  /** Waits until the terminal has shown something since what was waited for last. */
  shows(pattern: RegExp): Promise<true>;
  hangUp(): void;
}

function openTerminal(machine: CaseMachine, size: { columns: number; rows: number }): TerminalInCase {
  const { call, session } = machine;
  const id = `${session}-terminal`;
  const controller = new AbortController();
  let shown = '';
  let heard: () => void = () => undefined;
  const end = call(
    'terminal',
    { id, ...size },
    {
      signal: controller.signal,
      onOutput({ bytes }) {
        shown += decodeText(bytes);
        heard();
        return undefined;
      },
    },
  );
  end.catch(() => undefined);
  return {
    id,
    end,
    async type(text) {
      await call('terminal_type', { id, bytes: encodeText(text) });
    },
    async shows(pattern) {
      for (;;) {
        const match = pattern.exec(shown);
        if (match) {
          shown = shown.slice(match.index + match[0].length);
          return true;
        }
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
      }
    },
    hangUp: () => controller.abort(new Error('the page is closed')),
  };
}
