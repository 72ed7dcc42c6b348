import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningProgram, StartUnderTerminal } from '@cloche/node-machine';
import type { StandInOptions } from '../options.ts';
import { childrenOf, processesOf, readProcess, sendSignal } from './process-table.ts';
import { findProgram, SHELL_NAME } from './programs.ts';
import type { ScratchFolder } from './scratch-folder.ts';
import { createMangler } from './terminal-faults.ts';
import { createCharacterCutter } from './whole-characters.ts';

/** What the client asks to be run. */
export interface RunCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string | number | boolean>> | undefined;
  readonly terminal?: { readonly cols: number; readonly rows: number } | undefined;
}

/** Gets output as it comes, then `null`. */
export type OutputListener = (bytes: Uint8Array | null) => void;

/** A program that the client has started. */
export interface ContainerProcess {
  readonly onExit: Promise<number>;
  write(text: string): void;
  kill(): void;
  resize(size: { readonly cols: number; readonly rows: number }): void;
}

/** The programs of one runtime. */
export interface ContainerProcesses {
  /** Starts a program; throws ENOENT when there is none of that name, or no such folder. */
  run(request: RunCommand, output: OutputListener | undefined): ContainerProcess;
  /** Says whether a program that was started here still runs. */
  isAnyRunning(): boolean;
  /** The processes that are alive, with all that they started. */
  pids(): number[];
  /** Ends all of them, whatever they do, and resolves when they are gone. */
  killAll(): Promise<void>;
}

interface ProcessResources {
  readonly folder: ScratchFolder;
  readonly path: string;
  readonly options: StandInOptions;
  readonly startUnderTerminal: StartUnderTerminal;
  readonly onStart: () => void;
}

const DEFAULT_SIZE = { cols: 80, rows: 24 };
const GRACE_MS = 500;
const POLL_MS = 20;

/** Creates the list of programs of a runtime. */
export function createContainerProcesses(resources: ProcessResources): ContainerProcesses {
  const { folder, path, options, startUnderTerminal, onStart } = resources;
  /** Ids of sessions: those of ended programs too, since what they left in the background lives on in theirs. */
  const sessions = new Set<number>();
  const running = new Set<RunningProgram>();
  const environment = {
    PATH: path,
    HOME: folder.home,
    SHELL: join(folder.programs, SHELL_NAME),
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    // No runtime of a test asks the network for news of npm.
    npm_config_update_notifier: 'false',
    CLOCHE_STAND_IN: folder.root,
  };
  const leaders = (): Set<number> => new Set(Array.from(running, ({ pid }) => pid));
  const living = (): number[] => processesOf(sessions, folder.root, leaders()).map(({ pid }) => pid);
  return {
    run(request, output) {
      const cwd = request.cwd === undefined ? folder.workdir : folder.resolve(request.cwd);
      const given = Object.entries(request.env ?? {}).map(([name, value]) => [name, String(value)]);
      const env: Record<string, string> = { ...environment, PWD: cwd, ...Object.fromEntries(given) };
      const file = findProgram(request.command, env['PATH'] ?? path, cwd);
      if (file === undefined || !existsSync(cwd)) throw missingProgram(request.command);
      const { cols, rows } = request.terminal ?? DEFAULT_SIZE;
      const { promise: onExit, resolve: exited } = withResolvers<number>();
      const out = createOutput(options, output);
      const typed = options.terminalFaults ? createMangler(options.terminalFaults, 'input') : undefined;
      let isRunning = true;
      const program = startUnderTerminal({
        file,
        args: request.args,
        cwd,
        env,
        columns: cols,
        rows,
        echoesInput: options.echoesInput,
        addsCarriageReturns: options.addsCarriageReturns,
        givesBackInput: false,
        redirections: new Map(),
        onOutput: out.push,
        onExit(exitCode) {
          isRunning = false;
          running.delete(program);
          out.end();
          exited(exitCode);
        },
      });
      sessions.add(program.pid);
      running.add(program);
      onStart();
      return {
        onExit,
        write(text) {
          if (isRunning) program.write(typed ? Buffer.from(typed(Buffer.from(text))).toString() : text);
        },
        kill: () => void end(program, options.killWaitsForPause, () => isRunning),
        resize: (size) => (isRunning ? program.resize(size.cols, size.rows) : undefined),
      };
    },
    isAnyRunning: () => running.size > 0,
    pids: () => living().filter((pid) => !sessions.has(pid)),
    async killAll() {
      for (let left = living(); left.length > 0; left = living()) {
        for (const pid of left) sendSignal(pid, 'SIGKILL');
        await sleep(POLL_MS);
      }
      sessions.clear();
    },
  };
}

function createOutput(
  options: StandInOptions,
  output: OutputListener | undefined,
): { push(b: Uint8Array): undefined; end(): void } {
  const mangle = options.terminalFaults ? createMangler(options.terminalFaults, 'output') : undefined;
  const cutter = options.splitsCharacters ? undefined : createCharacterCutter();
  const send = (bytes: Uint8Array): void => {
    // A copy: what the terminal gave may be a part of a buffer that is used again.
    if (bytes.length > 0) output?.(bytes.slice());
  };
  return {
    push(bytes) {
      const damaged = mangle ? mangle(bytes) : bytes;
      send(cutter ? cutter.push(damaged) : damaged);
      return undefined;
    },
    end() {
      if (cutter) send(cutter.flush());
      output?.(null);
    },
  };
}

/** Ends a program and the rest of its process group, by force when it does not go. */
async function end({ pid }: RunningProgram, waitsForPause: boolean, isRunning: () => boolean): Promise<void> {
  if (waitsForPause) await pause(pid, isRunning);
  for (const name of ['SIGTERM', 'SIGKILL'] as const) {
    if (!isRunning()) return;
    // A shell with jobs has a group of its own.
    for (const group of new Set(childrenOf(pid).map((child) => child.group))) sendSignal(-group, name);
    await sleep(GRACE_MS);
  }
}

/** Resolves when the program under a shell waits for something, or is gone. */
async function pause(shellPid: number, isRunning: () => boolean): Promise<void> {
  const [program] = childrenOf(shellPid);
  for (let before = program; isRunning() && before; ) {
    await sleep(POLL_MS);
    const now = readProcess(before.pid);
    if (now && now.state !== 'R' && before.state !== 'R' && now.usedTicks === before.usedTicks) return;
    before = now;
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}

function missingProgram(command: string): Error {
  const message = `spawn ${command} ENOENT`;
  return Object.assign(new Error(message), { code: 'ENOENT', errno: -2, syscall: `spawn ${command}`, path: command });
}

function withResolvers<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
