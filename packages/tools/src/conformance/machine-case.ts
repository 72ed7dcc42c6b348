import { decodeText, encodeText } from '@cloche/system';
import type { OnOutput } from '../contract/tool.ts';
import type { HostMethod, HostMethods, ToolHost } from '../host/tool-host.ts';

/** A machine as the suite sees it: its tool host, as a runner reaches it. */
export interface MachineFixture {
  readonly host: ToolHost;
  /** Directory of the workspace's files, absolute. */
  readonly root: string;
  /** Times that the machine has said that files changed. */
  readonly filesChanged: () => number;
}

/** A machine that whoever opened it disposes of. */
export type OwnMachine = MachineFixture & { dispose(): Promise<void> };

/** A machine during one case, which has a directory, a session and names of its own. */
export interface CaseMachine extends MachineFixture {
  /** The case's own directory. */
  readonly directory: string;
  readonly session: string;
  /** Makes a call that nobody cancels, unless `options` say otherwise. */
  call<Method extends HostMethod>(
    method: Method,
    params: HostMethods[Method]['params'],
    options?: CallOptions,
  ): Promise<HostMethods[Method]['result']>;
  /** Runs a command in the case's directory. */
  bash(command: string, options?: BashOptions): Promise<BashAnswer>;
  /** Runs a command and returns what it printed. */
  out(command: string): Promise<string>;
  /** Returns the absolute path of a name in the case's directory. */
  at(name: string): string;
  put(name: string, content: string | Uint8Array, more?: { mode?: number; isSymlink?: boolean }): Promise<void>;
  text(name: string): Promise<string>;
  /** Returns the code of the error with which a call rejects, or `none`. */
  codeOf(call: Promise<unknown>): Promise<string>;
  /** Returns a text with the case's directory written as `@`. */
  short(text: string): string;
  /** Gives up this machine and opens another; only for cases that need a machine of their own. */
  next(): Promise<CaseMachine>;
}

/** How a call is stopped and heard. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onOutput?: OnOutput;
}

/** How a command runs. */
export interface BashOptions extends CallOptions {
  readonly timeoutMs?: number;
  readonly session?: string;
  readonly keepBytes?: number;
  /** Starts where the session is, not in the case's directory. */
  readonly staysInSession?: boolean;
}

/** How a command went. */
export interface BashAnswer {
  readonly kind: HostMethods['bash']['result']['kind'];
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
  readonly lostBytes: number;
}

/** One thing that machines do. */
export interface MachineCase {
  /** What comes of it: plain data, the same on every machine but for the differences that a table names. */
  readonly answer: unknown;
  /** Does it, and returns what came of it. */
  run(machine: CaseMachine): Promise<unknown>;
  /** Needs a machine that nobody has used, and leaves one that nobody can use any more. */
  readonly needsOwnMachine?: true;
}

/** Cases by what they show. */
export type MachineCases = Readonly<Record<string, MachineCase>>;

const LONG_MS = 60_000;

/** Prepares a machine for one case: without a `name` of the case's own the whole workspace is its directory. */
export async function prepareCase(
  fixture: MachineFixture,
  name: string | undefined,
  next: CaseMachine['next'],
): Promise<CaseMachine> {
  const { host, root } = fixture;
  const directory = name === undefined ? root : `${root}/${name}`;
  const ownSession = name ?? 'own';
  const never = new AbortController().signal;
  const call: CaseMachine['call'] = (method, params, options = {}) =>
    host.call(method, params, { signal: never, ...options });
  const at = (path: string): string => `${directory}/${path}`;
  const bash: CaseMachine['bash'] = async (command, options = {}) => {
    const { timeoutMs = LONG_MS, session = ownSession, keepBytes, staysInSession = false, ...others } = options;
    const { kind, exitCode, stdout, stderr, lostBytes } = await call(
      'bash',
      {
        session,
        command,
        timeoutMs,
        ...(keepBytes === undefined ? {} : { keepBytes }),
        ...(staysInSession ? {} : { cwd: directory }),
      },
      others,
    );
    return { kind, exitCode, out: decodeText(stdout), err: decodeText(stderr), lostBytes };
  };
  if (name !== undefined) await call('make_directory', { path: directory });
  return {
    ...fixture,
    next,
    directory,
    session: ownSession,
    call,
    at,
    bash,
    async out(command) {
      const { out, err } = await bash(command);
      return out + err;
    },
    async put(path, content, more = {}) {
      const bytes = typeof content === 'string' ? encodeText(content) : content;
      await call('import_files', { root: directory, files: [{ path, bytes, ...more }] });
    },
    text: async (path) => decodeText((await call('read_file', { path: at(path) })).bytes),
    codeOf: (rejecting) =>
      rejecting.then(
        () => 'none',
        (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
      ),
    short: (text) => text.replaceAll(directory, '@'),
  };
}
