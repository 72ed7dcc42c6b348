import {
  directoryName,
  encodeText,
  type FetchProvider,
  type FetchRequest,
  type FetchResponse,
  joinPath,
  NO_NETWORK,
  type Program,
  type ProgramFile,
} from '@cloche/system';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { statOf } from '../cp/copy-tree.ts';
import { createRequest } from './curl-request.ts';
import { CURL_USAGE, type CurlOption } from './curl-usage.ts';

type CurlRun = CommandRun<CurlOption>;

const STATUS = {
  protocol: 1,
  wrongCall: 2,
  badUrl: 3,
  noHost: 6,
  noConnection: 7,
  httpError: 22,
  writeFailed: 23,
  readFailed: 26,
};

/** Makes the program that fetches URLs through `provider`; without one it says what is missing. */
export function createCurl(provider: FetchProvider | undefined): Program {
  return defineCommand(CURL_USAGE, async (run) => {
    const urls = [...run.arguments.operands, ...run.arguments.values('url')];
    if (urls.length === 0) {
      await run.context.stderr.write(encodeText("curl: try 'curl --help' for more information\n"));
      return STATUS.wrongCall;
    }
    let status = 0;
    for (const [index, url] of urls.entries()) status = await fetchOne(run, provider, url, index);
    return status;
  });
}

async function fetchOne(
  run: CurlRun,
  provider: FetchProvider | undefined,
  written: string,
  index: number,
): Promise<number> {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(written)?.[1]?.toLowerCase();
  if (scheme === 'file') return copyLocalFile(run, written, index);
  const url = scheme === undefined ? `http://${written}` : written;
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
    return complain(run, STATUS.protocol, `Protocol "${scheme}" not supported or disabled in libcurl`);
  }
  if (/\s/.test(written) || /^https?:\/\/$/i.test(url)) {
    return complain(run, STATUS.badUrl, 'URL using bad/illegal format or missing URL');
  }
  if (!provider) return complain(run, STATUS.noConnection, NO_NETWORK);
  let request: FetchRequest;
  try {
    request = await createRequest(run, url);
  } catch (error) {
    if (!isInputFault(error)) throw error;
    return complain(run, STATUS.readFailed, 'Failed to open/read local data from file/application');
  }
  try {
    const response = await provider.fetch(request, { signal: run.context.signal });
    return await writeResponse(run, request, response, index);
  } catch (error) {
    run.context.signal.throwIfAborted();
    if (isInputFault(error)) return complain(run, STATUS.writeFailed, 'Failure writing output to destination');
    if (isUnknownHost(error)) return complain(run, STATUS.noHost, `Could not resolve host: ${hostOf(url)}`);
    return complain(run, STATUS.noConnection, error instanceof Error ? error.message : String(error));
  }
}

function hostOf(url: string): string {
  return /^https?:\/\/(?:[^/?#]*@)?(\[[^\]]*\]|[^/:?#]*)/i.exec(url)?.[1] ?? url;
}

/** Says whether a failure, or what caused it, is that a host has no address. Pages are not told that. */
function isUnknownHost(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && (cause.code === 'ENOTFOUND' || cause.code === 'EAI_AGAIN')) return true;
  }
  return false;
}

async function complain(run: CurlRun, status: number, message: string): Promise<number> {
  if (run.arguments.has('silent') && !run.arguments.has('showError')) return status;
  await run.warn(`(${status}) ${message}`);
  return status;
}

async function copyLocalFile(run: CurlRun, url: string, index: number): Promise<number> {
  const path = decodeURIComponent(url.replace(/^file:\/\/[^/]*/i, ''));
  try {
    const bytes = run.context.files.readFile(path);
    const target = openTarget(run, url, index);
    await (target ?? run.context.stdout).write(bytes);
    target?.close();
    return 0;
  } catch (error) {
    if (!isInputFault(error)) throw error;
    return complain(run, 37, `Couldn't open file ${path}`);
  }
}

async function writeResponse(
  run: CurlRun,
  request: FetchRequest,
  response: FetchResponse,
  index: number,
): Promise<number> {
  const given = run.arguments;
  const isError = response.status >= 400;
  const headers = `HTTP/1.1 ${response.status} ${response.statusText}`.trimEnd();
  const headerText = `${[headers, ...response.headers.map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`;
  if (given.has('verbose')) await showExchange(run, request, headerText);
  const dump = given.value('dumpHeader');
  if (dump === '-') run.output.putText(headerText);
  else if (dump !== undefined) await writeFile(run, dump, encodeText(headerText));
  if (isError && given.has('fail')) {
    await writeOut(run, response, 0);
    return complain(run, STATUS.httpError, `The requested URL returned error: ${response.status}`);
  }
  const target = openTarget(run, request.url, index);
  let size = 0;
  try {
    const put = async (bytes: Uint8Array): Promise<void> => {
      if (target) await target.write(bytes);
      else {
        run.output.put(bytes);
        await run.output.drain();
      }
    };
    if (given.has('include') || given.has('head')) await put(encodeText(headerText));
    if (!given.has('head')) {
      for await (const bytes of response.body) {
        run.context.signal.throwIfAborted();
        size += bytes.length;
        await put(bytes);
      }
    }
  } finally {
    target?.close();
  }
  await writeOut(run, response, size);
  if (!isError || !given.has('failWithBody')) return 0;
  return complain(run, STATUS.httpError, `The requested URL returned error: ${response.status}`);
}

async function showExchange(run: CurlRun, { method, url, headers }: FetchRequest, answer: string): Promise<void> {
  await run.output.flush();
  const path = url.replace(/^https?:\/\/[^/]*/i, '') || '/';
  const sent = [`${method} ${path} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), ''];
  const shown = `${sent.map((line) => `> ${line}\n`).join('')}${answer
    .trimEnd()
    .split('\r\n')
    .map((line) => `< ${line}\n`)
    .join('')}`;
  await run.context.stderr.write(encodeText(shown));
}

function openTarget(run: CurlRun, url: string, index: number): ProgramFile | undefined {
  const given = run.arguments;
  const named = given.values('output')[index];
  const remote = given.has('remoteName')
    ? url.replace(/[?#].*$/, '').replace(/^.*\//, '') || 'curl_response'
    : undefined;
  const name = named ?? remote;
  if (name === undefined || name === '-') return undefined;
  const folder = given.value('outputDir');
  const path = folder === undefined ? name : joinPath(folder, name);
  if (given.has('createDirs')) makeDirectories(run, directoryName(joinPath(run.context.cwd, path)));
  return run.context.open(path, { write: true, create: true, truncate: true });
}

function makeDirectories(run: CurlRun, path: string): void {
  const { files, umask } = run.context;
  if (statOf(files, path)) return;
  makeDirectories(run, directoryName(path));
  files.makeDirectory(path, 0o777 & ~umask);
}

async function writeFile(run: CurlRun, name: string, bytes: Uint8Array): Promise<void> {
  const file = run.context.open(name, { write: true, create: true, truncate: true });
  await file.write(bytes);
  file.close();
}

async function writeOut(run: CurlRun, response: FetchResponse, size: number): Promise<void> {
  const format = run.arguments.value('writeOut');
  if (format === undefined) return;
  const header = (name: string): string => response.headers.find(([known]) => known.toLowerCase() === name)?.[1] ?? '';
  const values: Readonly<Record<string, string>> = {
    http_code: String(response.status).padStart(3, '0'),
    response_code: String(response.status).padStart(3, '0'),
    url_effective: response.url,
    content_type: header('content-type'),
    redirect_url: header('location'),
    size_download: String(size),
    num_redirects: '0',
    exitcode: '0',
    errormsg: '',
    method: run.arguments.value('request') ?? 'GET',
    http_version: '1.1',
    time_total: '0.000000',
    scheme: /^https/i.test(response.url) ? 'HTTPS' : 'HTTP',
  };
  run.output.putText(
    format.replaceAll(/%\{(\w+)\}|%%|\\(n|r|t|\\)/g, (whole, name: string | undefined, escape: string | undefined) => {
      if (name !== undefined) return values[name] ?? '';
      if (whole === '%%') return '%';
      return escape === 'n' ? '\n' : escape === 'r' ? '\r' : escape === 't' ? '\t' : '\\';
    }),
  );
}
