import type { OutputChunk, ToolResult } from '@cloche/tools';
import type { Session, Workspace } from '../client/workspace.ts';

/** A running command, as the AI SDK's sandboxes have it. */
export interface SandboxCommand {
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  /** Rejects when the command was denied or could not be run. */
  wait(): Promise<{ readonly exitCode: number }>;
  kill(): Promise<void>;
}

/** How a command is started. */
export interface SandboxCommandOptions {
  readonly command: string;
  /** From the session's current directory. */
  readonly workingDirectory?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly abortSignal?: AbortSignal;
}

interface PathOptions {
  readonly path: string;
  readonly abortSignal?: AbortSignal;
}

/** A workspace as AI SDK 7's `Experimental_SandboxSession`. */
export interface SandboxSession {
  readonly description: string;
  readFile(options: PathOptions): Promise<ReadableStream<Uint8Array> | null>;
  readBinaryFile(options: PathOptions): Promise<Uint8Array | null>;
  /** Lines are counted from 1; both ends are inclusive. */
  readTextFile(
    options: PathOptions & { readonly encoding?: string; readonly startLine?: number; readonly endLine?: number },
  ): Promise<string | null>;
  writeFile(options: PathOptions & { readonly content: ReadableStream<Uint8Array> }): Promise<void>;
  writeBinaryFile(options: PathOptions & { readonly content: Uint8Array }): Promise<void>;
  writeTextFile(options: PathOptions & { readonly content: string; readonly encoding?: string }): Promise<void>;
  stat(options: PathOptions): Promise<{ readonly type: 'file' | 'directory' | 'other'; readonly size: number } | null>;
  listDirectory(
    options: PathOptions,
  ): Promise<{ readonly name: string; readonly type: 'file' | 'directory' | 'symlink' | 'other' }[] | null>;
  deleteFile(options: PathOptions): Promise<boolean>;
  readonly spawn: StartCommand;
  run(
    options: SandboxCommandOptions,
  ): Promise<{ readonly exitCode: number; readonly stdout: string; readonly stderr: string }>;
}

/** Starts a command; one that asks for standard input rejects. */
export interface StartCommand {
  (options: SandboxCommandOptions & { readonly stdin: true }): Promise<never>;
  (options: SandboxCommandOptions & { readonly stdin?: boolean }): Promise<SandboxCommand>;
}

/** What of a workspace a sandbox session needs. */
export interface SandboxSource {
  readonly root: string;
  readonly files: Pick<Workspace['files'], 'read' | 'write' | 'list' | 'remove'>;
  session(name?: string, options?: { readonly loop?: string }): Pick<Session, 'run'>;
}

/**
 * Returns the workspace as a sandbox for tools of AI SDK 7 (`experimental_sandbox`). Files are the app's own access; commands
 * are calls of `bash` in the session, with its rules and approvals, one at a time. Standard input is not supported:
 * a command that asks for it is refused before it starts.
 */
export function createSandboxSession(
  workspace: SandboxSource,
  { session: name = 'default', loop = 'main' }: { readonly session?: string; readonly loop?: string } = {},
): SandboxSession {
  const { files, root } = workspace;
  const session = workspace.session(name, { loop });
  const absolute = (path: string): string => (path.startsWith('/') ? path : `${root}/${path}`);
  const whenThere = async <Value>({ abortSignal }: PathOptions, work: () => Promise<Value>): Promise<Value | null> => {
    abortSignal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };
  const readBinaryFile = (options: PathOptions): Promise<Uint8Array | null> =>
    whenThere(options, () => files.read(absolute(options.path)));
  const write = async ({ path, abortSignal }: PathOptions, content: Uint8Array | string): Promise<void> => {
    abortSignal?.throwIfAborted();
    await files.write(absolute(path), content);
  };
  function spawn(options: SandboxCommandOptions & { readonly stdin: true }): Promise<never>;
  function spawn(options: SandboxCommandOptions & { readonly stdin?: boolean }): Promise<SandboxCommand>;
  async function spawn({
    stdin,
    ...options
  }: SandboxCommandOptions & { readonly stdin?: boolean }): Promise<SandboxCommand> {
    if (stdin) throw new Error('standard input is not supported: put the text into a file and redirect it');
    return startCommand(session, options);
  }
  return {
    description:
      `A bash shell with GNU tools over the files in ${root}, inside a browser tab. Commands run one after another in one ` +
      'shell, may need a person’s approval, and end after ten minutes. There is no standard input.',
    async readFile(options) {
      const bytes = await readBinaryFile(options);
      return bytes && streamOf(bytes);
    },
    readBinaryFile,
    async readTextFile({ encoding = 'utf-8', startLine = 1, endLine, ...options }) {
      const bytes = await readBinaryFile(options);
      if (!bytes) return null;
      const text = new TextDecoder(encoding).decode(bytes);
      if (startLine === 1 && endLine === undefined) return text;
      return text
        .split('\n')
        .slice(startLine - 1, endLine)
        .join('\n');
    },
    async writeFile({ content, ...options }) {
      await write(options, new Uint8Array(await new Response(content).arrayBuffer()));
    },
    writeBinaryFile: ({ content, ...options }) => write(options, content),
    async writeTextFile({ content, encoding = 'utf-8', ...options }) {
      if (!/^utf-?8$/i.test(encoding)) throw new RangeError(`encoding ${encoding}: texts are written as UTF-8`);
      await write(options, content);
    },
    stat: (options) =>
      whenThere(options, async () => {
        const path = absolute(options.path).replace(/\/+$/, '');
        if (path === '') return { type: 'directory' as const, size: 0 };
        const at = path.lastIndexOf('/');
        const entries = await files.list(path.slice(0, at) || '/');
        const entry = entries.find((each) => each.path.slice(each.path.lastIndexOf('/') + 1) === path.slice(at + 1));
        return entry ? { type: kindOf(entry.kind, false), size: entry.size } : null;
      }),
    listDirectory: (options) =>
      whenThere(options, async () =>
        (await files.list(absolute(options.path))).map(({ path, kind }) => ({
          name: path.slice(path.lastIndexOf('/') + 1),
          type: kindOf(kind, true),
        })),
      ),
    async deleteFile(options) {
      return (await whenThere(options, async () => (await files.remove(absolute(options.path)), true))) ?? false;
    },
    spawn,
    async run(options) {
      const command = await spawn(options);
      const [stdout, stderr, { exitCode }] = await Promise.all([
        new Response(command.stdout).text(),
        new Response(command.stderr).text(),
        command.wait(),
      ]);
      return { exitCode, stdout, stderr };
    },
  };
}

function startCommand(
  session: Pick<Session, 'run'>,
  { command, workingDirectory, env = {}, abortSignal }: SandboxCommandOptions,
): SandboxCommand {
  const kill = new AbortController();
  const stdout = createOutput();
  const stderr = createOutput();
  const signal = abortSignal ? AbortSignal.any([abortSignal, kill.signal]) : kill.signal;
  const onOutput = ({ stream, bytes }: OutputChunk): void => (stream === 'stdout' ? stdout : stderr).add(bytes);
  const input = { command: commandIn(command, workingDirectory, env), timeout_ms: MAX_TIMEOUT_MS };
  const ended = session.run({ name: 'bash', input }, { signal, onOutput }).then(exitCodeOf);
  const close = (): void => {
    stdout.end();
    stderr.end();
  };
  ended.then(close, close);
  return {
    stdout: stdout.stream,
    stderr: stderr.stream,
    wait: () => ended,
    async kill() {
      kill.abort(new DOMException('the command was killed', 'AbortError'));
      await ended.catch(() => undefined);
    },
  };
}

const MAX_TIMEOUT_MS = 600_000;
/** What a shell says of a command that SIGTERM ended. */
const TERMINATED = 143;
/** What `timeout` says of a command that lasted too long. */
const TIMED_OUT = 124;

function exitCodeOf({ isError, content, details }: ToolResult): { readonly exitCode: number } {
  if (details.exitCode !== undefined) return { exitCode: details.exitCode };
  if (details.code === 'cancelled') return { exitCode: TERMINATED };
  if (details.code === 'timed_out') return { exitCode: TIMED_OUT };
  if (!isError) return { exitCode: 0 };
  throw new Error(content.map((part) => (part.type === 'text' ? part.text : '')).join(''));
}

/** Returns a command that changes neither the session's directory nor its variables where it is given its own. */
function commandIn(command: string, directory: string | undefined, env: Readonly<Record<string, string>>): string {
  const exports = Object.entries(env).map(([name, value]) => {
    if (!/^[A-Za-z_]\w*$/.test(name)) throw new TypeError(`env: ${JSON.stringify(name)} is no variable's name`);
    return `export ${name}=${quote(value)}\n`;
  });
  if (directory === undefined && exports.length === 0) return command;
  const change = directory === undefined ? '' : `cd -- ${quote(directory)} || exit\n`;
  return `(\n${exports.join('')}${change}${command}\n)`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function createOutput(): { readonly stream: ReadableStream<Uint8Array>; add(bytes: Uint8Array): void; end(): void } {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isOpen = true;
  const stream = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    cancel() {
      isOpen = false;
    },
  });
  return {
    stream,
    add: (bytes) => (isOpen ? controller?.enqueue(bytes) : undefined),
    end() {
      if (isOpen) controller?.close();
      isOpen = false;
    },
  };
}

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}

type EntryKind = 'file' | 'directory' | 'symlink' | 'other';

function kindOf(kind: string, hasLinks: true): EntryKind;
function kindOf(kind: string, hasLinks: false): Exclude<EntryKind, 'symlink'>;
function kindOf(kind: string, hasLinks: boolean): EntryKind {
  if (kind === 'file' || kind === 'directory') return kind;
  return hasLinks && kind === 'symlink' ? 'symlink' : 'other';
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
