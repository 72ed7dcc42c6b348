// Runs the calls of cases.json with the real tools of this machine and writes what they answer to <command>.json.
//
// Words are split at spaces; quotes as in a shell, without expansions. A call may have standard input behind ` <<< `, in
// which \n, \t, \0 and \xHH are escapes. Several commands may be joined by ` | `, ` && ` and ` ; `, from left to right.
// Every call starts in a new folder with the files of the fixture, all of one time.
//
//   node packages/coreutils/recorded/record.mjs [COMMAND…]
import { isUtf8 } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const here = path.dirname(new URL(import.meta.url).pathname);
const { fixture: FIXTURE, calls: CASES } = JSON.parse(fs.readFileSync(path.join(here, 'cases.json'), 'utf8'));
const wanted = process.argv.slice(2);
/** Without the signals that this program was started with ignored: a broken pipe ends a tool. */
const DEFAULT_SIGNALS = ['/usr/bin/env', '--default-signal'];
const FIXTURE_SECONDS = Date.UTC(2024, 0, 2, 3, 4, 5) / 1000;

for (const [command, calls] of Object.entries(CASES)) {
  if (wanted.length > 0 && !wanted.includes(command)) continue;
  const recorded = calls.map(record);
  const version = spawnSync(command, ['--version']).stdout.toString().split('\n')[0];
  fs.writeFileSync(path.join(here, `${command}.json`), `${JSON.stringify({ version, cases: recorded }, null, 1)}\n`);
}

function record(call) {
  const [words, input = ''] = call.split(' <<< ');
  const stdin = unescape(call.includes(' <<< ') ? input : '');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recorded-'));
  for (const [name, text] of Object.entries(FIXTURE)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text, { mode: 0o644 });
  }
  for (const name of ['.', ...fs.readdirSync(folder, { recursive: true })]) {
    fs.utimesSync(path.join(folder, name), FIXTURE_SECONDS, FIXTURE_SECONDS);
  }
  const [{ argv }, ...others] = splitSteps(words);
  const result = { stdout: [], stderr: [], status: 0 };
  for (const { joint, tools } of pipelinesOf(words)) {
    if (joint === '&&' && result.status !== 0) break;
    const answer = runPipeline(tools, joint === undefined ? stdin : '', folder);
    result.stdout.push(answer.stdout);
    result.stderr.push(answer.stderr);
    result.status = answer.status;
  }
  const files = listFiles(folder, '');
  fs.rmSync(folder, { recursive: true });
  return {
    call,
    argv,
    ...(others.length > 0 ? { others } : {}),
    stdin: stdin.toString('base64'),
    stdout: Buffer.concat(result.stdout).toString('base64'),
    // What follows the first line is help, in the tools' own words.
    stderr: Buffer.concat(result.stderr).toString().split('\n')[0],
    status: result.status,
    files,
  };
}

function runPipeline(tools, input, folder) {
  const env = { PATH: '/usr/bin:/bin', HOME: folder, LC_ALL: 'C.UTF-8', TZ: 'UTC' };
  const [first = []] = tools;
  const [file, ...words] =
    tools.length === 1
      ? [`/usr/bin/${first[0]}`, ...first.slice(1)]
      : [...DEFAULT_SIGNALS, 'bash', '-c', asShell(tools)];
  const argv0 = tools.length === 1 ? first[0] : file;
  const { stdout, stderr, status, error } = spawnSync(file, words, { cwd: folder, env, input, argv0 });
  if (error && error.code !== 'EPIPE') throw error;
  return { stdout, stderr, status };
}

/** A pipeline of the tools themselves, not of builtins with the same names. */
function asShell(tools) {
  const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;
  const steps = tools.map(
    ([name, ...words]) => `(exec -a ${quoted(name)} ${[`/usr/bin/${name}`, ...words].map(quoted).join(' ')})`,
  );
  return `unset PWD OLDPWD SHLVL; ${steps.join(' | ')}`;
}

/** What the folder holds that the fixture does not, and what is gone from it. */
function listFiles(folder, below) {
  const found = collect(folder, below);
  const changed = Object.entries(found).filter(([name, text]) => FIXTURE[name] !== text && text !== 'directory');
  const gone = Object.keys(FIXTURE).filter((name) => !(name in found));
  const made = Object.entries(found).filter(([name, text]) => text === 'directory' && !isFixtureFolder(name));
  return Object.fromEntries([...changed, ...made, ...gone.map((name) => [name, null])]);
}

function isFixtureFolder(name) {
  return Object.keys(FIXTURE).some((file) => file.startsWith(`${name}/`));
}

function collect(folder, below) {
  const found = {};
  for (const entry of fs.readdirSync(path.join(folder, below), { withFileTypes: true })) {
    const name = path.join(below, entry.name);
    if (entry.isSymbolicLink()) found[name] = `-> ${fs.readlinkSync(path.join(folder, name))}`;
    else if (entry.isDirectory()) Object.assign(found, { [name]: 'directory' }, collect(folder, name));
    else found[name] = contentOf(fs.readFileSync(path.join(folder, name)));
  }
  return found;
}

/** Archives differ by compressor and by the user's name; what they expand to is compared by later steps of a call. */
function contentOf(bytes) {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'a gzip file';
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return 'a zip file';
  if (bytes.toString('latin1', 257, 262) === 'ustar') return 'a tar archive';
  return isUtf8(bytes) ? bytes.toString() : `base64:${bytes.toString('base64')}`;
}

function unescape(text) {
  const bytes = text.replaceAll(/\\(n|t|0|\\|x[0-9a-f]{2})/g, (_, code) => {
    const known = { n: '\n', t: '\t', 0: '\0', '\\': '\\' };
    return known[code] ?? String.fromCharCode(Number.parseInt(code.slice(1), 16));
  });
  return Buffer.from(bytes, /\\x/.test(text) ? 'latin1' : 'utf8');
}

/** The commands of a call, each with what joins it to the one before. */
function splitSteps(text) {
  const steps = [{ argv: [] }];
  for (const [word] of text.matchAll(/(?:'[^']*'|"[^"]*"|[^ '"])+/g)) {
    if (word === '|' || word === '&&' || word === ';') steps.push({ joint: word, argv: [] });
    else steps.at(-1).argv.push(word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'));
  }
  return steps;
}

/** The steps of a call, those joined by `|` together. */
function pipelinesOf(text) {
  const pipelines = [];
  for (const { joint, argv } of splitSteps(text)) {
    if (joint === '|') pipelines.at(-1).tools.push(argv);
    else pipelines.push({ joint, tools: [argv] });
  }
  return pipelines;
}
