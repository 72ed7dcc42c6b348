// Runs the calls of cases.json with the real tools of this machine and writes what they answer to <command>.json.
//
// Words are split at spaces; quotes as in a shell, without expansions. A call may have standard input behind ` <<< `, in
// which \n, \t, \0 and \xHH are escapes. Every call starts in a new folder with the files of the fixture.
//
//   node packages/coreutils/recorded/record.mjs [COMMAND…]
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const here = path.dirname(new URL(import.meta.url).pathname);
const { fixture: FIXTURE, calls: CASES } = JSON.parse(fs.readFileSync(path.join(here, 'cases.json'), 'utf8'));
const wanted = process.argv.slice(2);

for (const [command, calls] of Object.entries(CASES)) {
  if (wanted.length > 0 && !wanted.includes(command)) continue;
  const recorded = calls.map(record);
  const version = spawnSync(command, ['--version']).stdout.toString().split('\n')[0];
  fs.writeFileSync(path.join(here, `${command}.json`), `${JSON.stringify({ version, cases: recorded }, null, 1)}\n`);
}

function record(call) {
  const [words, input = ''] = call.split(' <<< ');
  const argv = splitWords(words);
  const stdin = unescape(call.includes(' <<< ') ? input : '');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recorded-'));
  for (const [name, text] of Object.entries(FIXTURE)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text, { mode: 0o644 });
  }
  const env = { PATH: '/usr/bin:/bin', HOME: folder, LC_ALL: 'C.UTF-8', TZ: 'UTC' };
  const { stdout, stderr, status } = spawnSync(`/usr/bin/${argv[0]}`, argv.slice(1), {
    cwd: folder,
    env,
    input: stdin,
    argv0: argv[0],
  });
  const files = listFiles(folder, '');
  fs.rmSync(folder, { recursive: true });
  return {
    call,
    argv,
    stdin: stdin.toString('base64'),
    stdout: stdout.toString('base64'),
    stderr: stderr.toString(),
    status,
    files,
  };
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
    else found[name] = fs.readFileSync(path.join(folder, name), 'utf8');
  }
  return found;
}

function unescape(text) {
  const bytes = text.replaceAll(/\\(n|t|0|\\|x[0-9a-f]{2})/g, (_, code) => {
    const known = { n: '\n', t: '\t', 0: '\0', '\\': '\\' };
    return known[code] ?? String.fromCharCode(Number.parseInt(code.slice(1), 16));
  });
  return Buffer.from(bytes, /\\x/.test(text) ? 'latin1' : 'utf8');
}

function splitWords(text) {
  return Array.from(text.matchAll(/(?:'[^']*'|"[^"]*"|[^ '"])+/g), ([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  );
}
