#!/usr/bin/env node
import { readFileSync, writeSync } from 'node:fs';
import { runCli } from './run-cli.ts';

void main();

async function main(): Promise<void> {
  const output = { out: (text: string) => writeAll(1, text), error: (text: string) => writeAll(2, text) };
  const status = await runCli(process.argv.slice(2), output, readVersion);
  // Reads of standard input that are still waiting must not keep the process; everything is written by now.
  process.exit(status);
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isManifest ? String(manifest.version) : 'unknown';
}

function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
}
