// Runs calls of curl and wget against a server of this machine and writes what they answer to <command>.json. HOST in a
// call stands for the server; every call starts in a new folder with the file data.txt.
//
//   node packages/coreutils/recorded/network/record.mjs
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { answer } from './routes.mjs';

const CALLS = {
  curl: [
    'curl -s HOST/a.txt',
    'curl -sS HOST/empty',
    'curl -s HOST/missing',
    'curl -sf HOST/missing',
    'curl -sSf HOST/missing',
    'curl -s HOST/moved',
    'curl -sL HOST/moved',
    'curl -s -o out HOST/a.txt',
    'curl -s -O HOST/dir/b.txt',
    'curl -s -d a=1 HOST/echo',
    'curl -s -d a=1 -d b=2 HOST/echo',
    'curl -s -d @data.txt HOST/echo',
    'curl -s --data-binary @data.txt HOST/echo',
    'curl -s --data-raw @data.txt HOST/echo',
    'curl -s --data-urlencode q=a&b HOST/echo',
    'curl -s -G -d q=1 HOST/echo',
    'curl -s -X PUT -d x HOST/echo',
    'curl -s -X DELETE HOST/echo',
    'curl -s --json {} HOST/echo',
    'curl -s -T data.txt HOST/echo',
    'curl -s -w %{http_code} HOST/empty',
    'curl -s -o out -w %{http_code}:%{size_download} HOST/a.txt',
    'curl -s HOST/a.txt HOST/json',
    'curl -s -o one HOST/a.txt -o two HOST/json',
    'curl -sI -o /dev/null HOST/missing -w %{http_code}',
    'curl -s --fail-with-body HOST/broken',
    'curl -s -o missing/out HOST/a.txt',
    'curl',
    'curl -s --bogus HOST/a.txt',
    'curl -s -T missing HOST/echo',
  ],
  wget: [
    'wget -q HOST/a.txt',
    'wget -q -O out HOST/a.txt',
    'wget -qO- HOST/a.txt',
    'wget -q HOST/dir/b.txt',
    'wget -q HOST/missing',
    'wget -q HOST/broken',
    'wget -qO- HOST/moved',
    'wget -qO- HOST/json',
    'wget -q -P folder HOST/a.txt',
    'wget -q -nc -O data.txt HOST/a.txt',
    'wget -qO- --post-data=a=1 HOST/echo',
    'wget -qO- --post-file=data.txt HOST/echo',
    'wget -qO- --method=PUT --body-data=x HOST/echo',
    'wget -qO- --method=DELETE HOST/echo',
    'wget -qO- HOST/echo?x=1',
    'wget -q HOST/a.txt HOST/json',
    'wget -q -O both HOST/a.txt HOST/json',
    'wget -q -nc HOST/data.txt',
    'wget -q -nc HOST/a.txt',
    'wget -q -nH -np HOST/a.txt',
    'wget -qO- --post-file=missing HOST/echo',
    'wget -q --spider HOST/a.txt',
    'wget -q --spider HOST/missing',
    'wget -q -O out HOST/missing',
    'wget -q -nd HOST/dir/b.txt',
    'wget',
    'wget --bogus HOST/a.txt',
  ],
};

const here = path.dirname(new URL(import.meta.url).pathname);
const server = http.createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text) => {
    body += text;
  });
  request.on('end', () => {
    const { status, statusText, text, headers } = answer({ method: request.method, path: request.url, body });
    response.writeHead(status, statusText, headers.flat());
    response.end(request.method === 'HEAD' ? '' : text);
  });
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const host = `http://127.0.0.1:${server.address().port}`;
for (const [command, calls] of Object.entries(CALLS)) {
  const cases = [];
  for (const call of calls) cases.push(await record(call));
  fs.writeFileSync(path.join(here, `${command}.json`), `${JSON.stringify({ cases }, null, 1)}\n`);
}
server.close();

async function record(call) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recorded-'));
  fs.writeFileSync(path.join(folder, 'data.txt'), 'a=1\nb=2\n');
  const [name, ...args] = call.split(' ').map((word) => word.replace('HOST', host));
  const child = spawn(`/usr/bin/${name}`, args, { cwd: folder, env: { HOME: folder, LC_ALL: 'C.UTF-8' } });
  const texts = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr']) {
    child[stream].setEncoding('utf8').on('data', (text) => {
      texts[stream] += text;
    });
  }
  child.stdin.end();
  const status = await new Promise((resolve) => child.on('close', resolve));
  const files = Object.fromEntries(
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(folder, file), fs.readFileSync(file, 'utf8')]),
  );
  fs.rmSync(folder, { recursive: true });
  const [fault = ''] = texts.stderr.replaceAll(host, 'HOST').split('\n');
  return { call, stdout: texts.stdout.replaceAll(host, 'HOST'), stderr: fault, status, files };
}
