import { concatBytes, encodeText, joinPath, NO_BYTES, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { type FetchProvider, NO_NETWORK } from '../../network/fetch-provider.ts';
import { statOf } from '../cp/copy-tree.ts';

type WgetOption =
  | 'output'
  | 'prefix'
  | 'quiet'
  | 'noVerbose'
  | 'header'
  | 'postData'
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
    prefix: { short: 'P', long: 'directory-prefix', value: 'DIR', help: 'write to DIR' },
    quiet: { short: 'q', long: 'quiet', help: 'say nothing' },
    serverResponse: { short: 'S', long: 'server-response', help: 'show the headers' },
    spider: { long: 'spider', help: 'only look whether it is there' },
    userAgent: { short: 'U', long: 'user-agent', value: 'NAME', help: 'send a name' },
    ignored: {
      short: 'cnvNkpxm',
      long: ['continue', 'no-check-certificate', 'show-progress', 'timestamping', 'https-only'],
    },
    ignoredValue: {
      short: 'tTwe',
      long: ['tries', 'timeout', 'wait', 'execute', 'progress', 'max-redirect', 'ca-certificate'],
      value: 'VALUE',
    },
  },
  faultStatus: 2,
};

const STATUS = { other: 1, fileFault: 3, network: 4, serverError: 8 };

/** Makes the program that downloads through `provider`; without one it says what is missing. */
export function createWget(provider: FetchProvider | undefined): Program {
  return defineCommand(USAGE, async (run) => {
    if (run.arguments.operands.length === 0) {
      await run.context.stderr.write(encodeText('wget: missing URL\nUsage: wget [OPTION]... [URL]...\n'));
      return STATUS.other;
    }
    let status = 0;
    for (const written of run.arguments.operands) status = Math.max(status, await download(run, provider, written));
    return status;
  });
}

async function download(run: WgetRun, provider: FetchProvider | undefined, written: string): Promise<number> {
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
  const text = given.value('bodyData') ?? given.value('postData');
  try {
    const response = await provider.fetch(
      {
        url,
        method: given.value('method') ?? (given.has('postData') ? 'POST' : given.has('spider') ? 'HEAD' : 'GET'),
        headers: [
          ['User-Agent', given.value('userAgent') ?? 'Wget/1.21'],
          ['Accept', '*/*'],
          ...given.values('header').map((header): [string, string] => {
            const colon = header.indexOf(':');
            return [header.slice(0, colon).trim(), header.slice(colon + 1).trim()];
          }),
        ],
        body: text === undefined ? undefined : encodeText(text),
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
    return await save(run, url, parts.length === 0 ? NO_BYTES : concatBytes(parts));
  } catch (error) {
    run.context.signal.throwIfAborted();
    if (isInputFault(error)) throw error;
    await run.warn(`${url}: ${error instanceof Error ? error.message : String(error)}`);
    return STATUS.network;
  }
}

async function save(run: WgetRun, url: string, bytes: Uint8Array): Promise<number> {
  const given = run.arguments;
  const output = given.value('output');
  if (output === '-') {
    run.output.put(bytes);
    return 0;
  }
  const { files, cwd, umask } = run.context;
  const base =
    url
      .replace(/^[^:]*:\/\/[^/]*\/?/, '')
      .replace(/#.*$/, '')
      .replace(/^.*\//, '') || 'index.html';
  const folder = given.value('prefix') ?? '.';
  const name = output ?? unusedName(run, folder === '.' ? base : `${folder}/${base}`);
  if (output === undefined && folder !== '.' && !statOf(files, joinPath(cwd, folder))) {
    files.makeDirectory(joinPath(cwd, folder), 0o777 & ~umask);
  }
  const file = run.context.open(name, { write: true, create: true, truncate: true });
  await file.write(bytes);
  file.close();
  await say(run, `'${name}' saved [${bytes.length}]\n`);
  return 0;
}

/** A name that exists gets a number. */
function unusedName({ context: { files, cwd }, arguments: given }: WgetRun, name: string): string {
  if (given.has('noClobber') || !statOf(files, joinPath(cwd, name))) return name;
  let number = 1;
  while (statOf(files, joinPath(cwd, `${name}.${number}`))) number++;
  return `${name}.${number}`;
}

async function say(run: WgetRun, text: string): Promise<void> {
  if (run.arguments.has('quiet') || run.arguments.has('noVerbose')) return;
  await run.output.flush();
  await run.context.stderr.write(encodeText(text));
}
