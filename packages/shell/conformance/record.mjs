#!/usr/bin/env node
// Runs every case of cases/*.test.sh in the real bash of this machine and writes what it prints and its status into the
// case. Usage: node record.mjs [FILE…]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./cases/', import.meta.url));
const named = process.argv.slice(2);
for (const file of readdirSync(folder)) {
  if (!file.endsWith('.test.sh') || (named.length > 0 && !named.includes(file))) continue;
  const path = join(folder, file);
  writeFileSync(
    path,
    readFileSync(path, 'utf8')
      .split(/^(?=#### )/m)
      .map(recordCase)
      .join(''),
  );
}

function recordCase(block) {
  if (!block.startsWith('#### ')) return block;
  const [head, ...lines] = block.split('\n');
  const end = lines.findIndex((line) => line.startsWith('## '));
  const code = lines
    .slice(0, end < 0 ? undefined : end)
    .join('\n')
    .trimEnd();
  const cwd = mkdtempSync(join(tmpdir(), 'conformance-'));
  const env = { PATH: process.env.PATH, HOME: cwd, LC_ALL: 'C.UTF-8' };
  const { stdout, status } = spawnSync('bash', ['-c', code], { cwd, env, encoding: 'utf8', input: '' });
  rmSync(cwd, { recursive: true, force: true });
  return `${head}\n${code}\n## STDOUT:\n${stdout}${stdout === '' || stdout.endsWith('\n') ? '' : '\n'}## END\n## status: ${status}\n\n`;
}
