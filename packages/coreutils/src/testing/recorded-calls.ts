/// <reference types="vite/client" />
import { createClock, decodeText, isValidUtf8 } from '@cloche/system';
import { describe, expect, test } from 'vitest';
import cases from '../../recorded/cases.json' with { type: 'json' };
import differences from '../../recorded/differences.json' with { type: 'json' };
import { createCommandTable } from '../command-table.ts';
import { createInlineEngine } from '../commands/jq/inline-engine.ts';
import { createInMemoryMachine, type InMemoryMachine } from './in-memory-machine.ts';

/** A call of a real tool, as `recorded/record.mjs` writes it. */
interface RecordedCall {
  readonly call: string;
  readonly argv: readonly string[];
  readonly others?: readonly { readonly joint: '|' | '&&' | ';'; readonly argv: readonly string[] }[];
  readonly stdin: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
  /** Files that the call made or changed; `null` for those it removed. */
  readonly files: Readonly<Record<string, string | null>>;
}

/** What `recorded/record.mjs` wrote for each tool. */
const RECORDED = import.meta.glob<{ readonly cases: readonly RecordedCall[] }>(
  ['../../recorded/*.json', '!**/cases.json', '!**/differences.json'],
  { eager: true, import: 'default' },
);
const FIXTURE: Readonly<Record<string, string>> = cases.fixture;
/** Why some calls answer otherwise here, by call. */
const DIFFERENCES: ReadonlyMap<string, string> = new Map(Object.entries(differences));

const jq = createInlineEngine();
const clock = createClock({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
});

/** Declares a test for each call of a real tool that was recorded: ours must answer the same, in Node and in browsers. */
export function describeRecordedCalls(): void {
  for (const [file, { cases: calls }] of Object.entries(RECORDED)) {
    describe(/([^/]+)\.json$/.exec(file)?.[1] ?? file, () => {
      for (const recorded of calls) {
        const reason = DIFFERENCES.get(recorded.call);
        test(reason === undefined ? recorded.call : `${recorded.call} (differs: ${reason})`, async () => {
          const answer = inOrder(recorded, await replay(recorded));
          if (reason === undefined) expect(answer).toEqual(wanted(recorded));
          else expect(answer).not.toEqual(wanted(recorded));
        });
      }
    });
  }
}

/** What is compared. */
interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
  readonly files: Readonly<Record<string, string | null>>;
}

/** Tools that walk a tree print in the order that its directories happen to have. */
function inOrder({ argv }: RecordedCall, answer: Answer): Answer {
  const walks = argv[0] === 'find' || (argv[0] === 'grep' && argv.some((word) => /^-[rR]|^recurse$/.test(word)));
  return walks
    ? {
        ...answer,
        stdout: answer.stdout
          .split(/(?<=[\n\0])/)
          .toSorted()
          .join(''),
      }
    : answer;
}

const FIXTURE_MS = Date.UTC(2024, 0, 2, 3, 4, 5);

async function replay({ argv, others = [], stdin, files }: RecordedCall): Promise<Answer> {
  const machine = createInMemoryMachine(createCommandTable({ jq }), FIXTURE, clock);
  setTimes(machine.files, '/work');
  const env = { LC_ALL: 'C.UTF-8', TZ: 'UTC' };
  const result = { stdout: '', stderr: '', status: 0 };
  for (const { joint, programs } of pipelinesOf([{ joint: ';', argv }, ...others])) {
    if (joint === '&&' && result.status !== 0) break;
    const isFirst = programs[0] === argv;
    const answer = await machine.runPipeline(programs, { stdin: isFirst ? fromBase64(stdin) : '', env });
    result.stdout += answer.stdout;
    result.stderr += answer.stderr;
    result.status = answer.status;
  }
  const after = Object.fromEntries(Object.keys(files).map((file) => [file, contentOf(machine, `/work/${file}`)]));
  return { ...result, stderr: firstLine(result.stderr), files: after };
}

interface Pipeline {
  readonly joint: '&&' | ';';
  readonly programs: (readonly string[])[];
}

/** The steps of a call, those joined by `|` together. */
function pipelinesOf(steps: NonNullable<RecordedCall['others']>): Pipeline[] {
  const pipelines: Pipeline[] = [];
  for (const { joint, argv } of steps) {
    if (joint === '|') pipelines.at(-1)?.programs.push(argv);
    else pipelines.push({ joint, programs: [argv] });
  }
  return pipelines;
}

/** Gives every file the time that the recorder gave it. */
function setTimes(files: InMemoryMachine['files'], folder: string): void {
  for (const { name, kind } of files.readDirectory(folder)) {
    if (kind === 'directory') setTimes(files, `${folder}/${name}`);
    else files.setTimes(`${folder}/${name}`, FIXTURE_MS, FIXTURE_MS);
  }
  files.setTimes(folder, FIXTURE_MS, FIXTURE_MS);
}

function wanted(recorded: RecordedCall): Answer {
  const { stdout, stderr, status, files } = recorded;
  const text = decodeText(fromBase64(stdout));
  return inOrder(recorded, { stdout: text, stderr: firstLine(stderr), status, files });
}

/** The first line says what is wrong; what follows is help in the tools' own words. */
function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

function contentOf({ files }: InMemoryMachine, file: string): string | null {
  try {
    const { kind } = files.lstat(file);
    if (kind === 'symlink') return `-> ${files.readLink(file)}`;
    if (kind === 'directory') return 'directory';
    const bytes = files.readFile(file);
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'a gzip file';
    if (bytes[0] === 0x50 && bytes[1] === 0x4b) return 'a zip file';
    if (latin1(bytes.subarray(257, 262)) === 'ustar') return 'a tar archive';
    return isValidUtf8(bytes) ? decodeText(bytes) : `base64:${btoa(latin1(bytes))}`;
  } catch {
    return null;
  }
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}
