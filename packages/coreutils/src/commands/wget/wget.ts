import {
  concatBytes,
  describeError,
  directoryName,
  encodeText,
  type FetchProvider,
  joinPath,
  NO_BYTES,
  NO_NETWORK,
  type Program,
  type ProgramFile,
} from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll } from '../../command/read-lines.ts';
import { statOf } from '../cp/copy-tree.ts';

type WgetOption =
  | 'output'
  | 'prefix'
  | 'quiet'
  | 'noVerbose'
  | 'header'
  | 'postData'
  | 'postFile'
  | 'method'
  | 'bodyData'
  | 'userAgent'
  | 'spider'
  | 'noClobber'
  | 'serverResponse'
  | 'ignored'
  | 'ignoredValue';
type WgetRun = CommandRun<WgetOption>;

const USAGE: CommandUsage<WgetOption> = {
  name: 'wget',
  synopsis: ['[OPTION]... URL...'],
  summary: 'Download URLs through the network that the app provides.',
  options: {
    bodyData: { long: 'body-data', value: 'TEXT', help: 'send TEXT' },
    header: { long: 'header', value: 'HEADER', help: 'send a header' },
    method: { long: 'method', value: 'METHOD', help: 'use METHOD' },
    noClobber: { long: 'no-clobber', help: 'keep files that exist' },
    noVerbose: { long: 'no-verbose', help: 'say less' },
    output: { short: 'O', long: 'output-document', value: 'FILE', help: 'write to FILE; - is standard output' },
    postData: { long: 'post-data', value: 'TEXT', help: 'send TEXT with POST' },
    postFile: { long: 'post-file', value: 'FILE', help: 'send what FILE holds with POST' },
    prefix: { short: 'P', long: 'directory-prefix', value: 'DIR', help: 'write to DIR' },
    quiet: { short: 'q', long: 'quiet', help: 'say nothing' },
    serverResponse: { short: 'S', long: 'server-response', help: 'show the headers' },
    spider: { long: 'spider', help: 'only look whether it is there' },
    userAgent: { short: 'U', long: 'user-agent', value: 'NAME', help: 'send a name' },
    ignored: {
      short: 'cvNkpxm',
      long: [
        'continue',
        'no-check-certificate',
        'show-progress',
        'timestamping',
        'https-only',
        'no-directories',
        'no-host-directories',
        'no-parent',
      ],
    },
    ignoredValue: {
      short: 'tTwe',
      long: ['tries', 'timeout', 'wait', 'execute', 'progress', 'max-redirect', 'ca-certificate'],
      value: 'VALUE',
    },
  },
  faultStatus: 2,
  rewriteWords: (words) =>
    words.flatMap((word) =>
      /^-n[cdvHp]+$/.test(word) ? Array.from(word.slice(2), (letter) => `--${NEGATIONS.get(letter)}`) : [word],
    ),
};

/** Options of two letters, `-nc` and its kin, which may share their `n`. */
const NEGATIONS: ReadonlyMap<string, string> = new Map([
  ['c', 'no-clobber'],
  ['d', 'no-directories'],
  ['v', 'no-verbose'],
  ['H', 'no-host-directories'],
  ['p', 'no-parent'],
]);

const STATUS = { other: 1, fileFault: 3, network: 4, serverError: 8 };

/** Makes the program that downloads through `provider`; without one it says what is missing. */
export function createWget(provider: FetchProvider | undefined): Program {
  return defineCommand(USAGE, async (run) => {
    if (run.arguments.operands.length === 0) {
      await run.context.stderr.write(encodeText('wget: missing URL\nUsage: wget [OPTION]... [URL]...\n'));
      return STATUS.other;
    }
    const document = await openDocument(run);
    if (document === 'taken') return STATUS.other;
    try {
      let status = 0;
      for (const written of run.arguments.operands) {
        status = Math.max(status, await download(run, { provider, document }, written));
      }
      return status;
    } finally {
      document?.close();
    }
  });
}

/** Where downloads come from, and the one file that all of them go to with `-O`. */
interface Download {
  readonly provider: FetchProvider | undefined;
  readonly document: ProgramFile | undefined;
}

/** Opens the file of `-O`, which is there even when nothing comes. */
async function openDocument(run: WgetRun): Promise<ProgramFile | 'taken' | undefined> {
  const name = run.arguments.value('output');
  if (name === undefined || name === '-') return undefined;
  if (run.arguments.has('noClobber') && isThere(run, name)) {
    await say(run, `File '${name}' already there; not retrieving.\n`);
    return 'taken';
  }
  return run.context.open(name, { write: true, create: true, truncate: true });
}

function isThere({ context: { files, cwd } }: WgetRun, name: string): boolean {
  return statOf(files, joinPath(cwd, name)) !== undefined;
}

async function download(run: WgetRun, { provider, document }: Download, written: string): Promise<number> {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `http://${written}`;
  const given = run.arguments;
  if (!/^https?:/i.test(url)) {
    await run.warn(`${written}: Unsupported scheme.`);
    return STATUS.other;
  }
  if (!provider) {
    await run.warn(`${url}: ${NO_NETWORK}`);
    return STATUS.network;
  }
  const name = nameOf(run, url);
  if (given.has('noClobber') && !given.has('output') && isThere(run, name)) {
    await say(run, `File '${name}' already there; not retrieving.\n`);
    return 0;
  }
  const body = await readBody(run);
  if (body === 'missing') return STATUS.fileFault;
  const isPost = given.has('postData') || given.has('postFile');
  try {
    const response = await provider.fetch(
      {
        url,
        method: given.value('method') ?? (isPost ? 'POST' : given.has('spider') ? 'HEAD' : 'GET'),
        headers: [
          ['User-Agent', given.value('userAgent') ?? 'Wget/1.21'],
          ['Accept', '*/*'],
          ...given.values('header').map((header): [string, string] => {
            const colon = header.indexOf(':');
            return [header.slice(0, colon).trim(), header.slice(colon + 1).trim()];
          }),
        ],
        body,
        followsRedirects: true,
      },
      { signal: run.context.signal },
    );
    await say(run, `HTTP request sent, awaiting response... ${response.status} ${response.statusText}\n`);
    if (response.status >= 400) {
      await say(run, `ERROR ${response.status}: ${response.statusText}.\n`);
      return STATUS.serverError;
    }
    if (given.has('spider')) return 0;
    const parts: Uint8Array[] = [];
    for await (const bytes of response.body) parts.push(bytes);
    return await save(run, { name, document }, parts.length === 0 ? NO_BYTES : concatBytes(parts));
  } catch (error) {
    run.context.signal.throwIfAborted();
    if (isInputFault(error)) throw error;
    await run.warn(`${url}: ${error instanceof Error ? error.message : String(error)}`);
    return STATUS.network;
  }
}

/** Returns what is sent, or `missing` when its file cannot be read. */
async function readBody(run: WgetRun): Promise<Uint8Array | 'missing' | undefined> {
  const text = run.arguments.value('bodyData') ?? run.arguments.value('postData');
  const file = run.arguments.value('postFile');
  if (file === undefined) return text === undefined ? undefined : encodeText(text);
  try {
    return await readAll(run.open(file));
  } catch (error) {
    if (!isInputFault(error)) throw error;
    await say(run, `BODY data file '${file}' missing: ${describeError(error)}\n`);
    return 'missing';
  }
}

/** Returns the name that a URL's file gets. */
function nameOf({ arguments: given }: WgetRun, url: string): string {
  const base =
    url
      .replace(/^[^:]*:\/\/[^/]*\/?/, '')
      .replace(/#.*$/, '')
      .replace(/^.*\//, '') || 'index.html';
  const folder = given.value('prefix') ?? '.';
  return folder === '.' ? base : `${folder}/${base}`;
}

async function save(
  run: WgetRun,
  { name, document }: { readonly name: string; readonly document: ProgramFile | undefined },
  bytes: Uint8Array,
): Promise<number> {
  const output = run.arguments.value('output');
  if (output === '-') {
    run.output.put(bytes);
    return 0;
  }
  if (document) {
    await document.write(bytes);
    await say(run, `'${output}' saved [${bytes.length}]\n`);
    return 0;
  }
  const { files, cwd, umask } = run.context;
  const folder = directoryName(name);
  if (!isThere(run, folder)) files.makeDirectory(joinPath(cwd, folder), 0o777 & ~umask);
  const free = unusedName(run, name);
  const file = run.context.open(free, { write: true, create: true, truncate: true });
  await file.write(bytes);
  file.close();
  await say(run, `'${free}' saved [${bytes.length}]\n`);
  return 0;
}

/** A name that exists gets a number. */
function unusedName(run: WgetRun, name: string): string {
  if (!isThere(run, name)) return name;
  let number = 1;
  while (isThere(run, `${name}.${number}`)) number++;
  return `${name}.${number}`;
}

async function say(run: WgetRun, text: string): Promise<void> {
  if (run.arguments.has('quiet') || run.arguments.has('noVerbose')) return;
  await run.output.flush();
  await run.context.stderr.write(encodeText(text));
}
