import { normalizePath } from '@cloche/system';
import type { AnalyzedPart, CommandAnalysis } from './command-analyzer.ts';

/** Devices that a write destroys. */
const DISK = /^\/dev\/(?:sd|hd|nvme|vd|xvd|disk|mmcblk|dm-|mapper\/)/;
const FORK_BOMB = /([:\w]+)\s*\(\s*\)\s*\{[^}]*\1\s*\|\s*\1\s*&[^}]*\}/;

/**
 * Returns why a command line is never run, whatever the mode and the rules: it would destroy what nothing brings back.
 * `undefined` for all others.
 */
export function brokenFloor(command: string, { parts }: CommandAnalysis): string | undefined {
  if (FORK_BOMB.test(command)) return 'it starts processes without end';
  for (const part of parts) {
    const reason = brokenBy(part);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function brokenBy({ command, words, redirections }: AnalyzedPart): string | undefined {
  const values = words.slice(1).map(({ value, text }) => value ?? text);
  const name = command?.name ?? '';
  if (name === 'rm') {
    const isRecursive = values.some(
      (value) => /^-[a-zA-Z]*[rRf]/.test(value) || value === '--recursive' || value === '--force',
    );
    const isRoot = values.some((value) => value.startsWith('/') && /^\/\*?$/.test(normalizePath(value)));
    if (isRecursive && isRoot) return 'it removes everything';
  }
  if (name.startsWith('mkfs') && values.some((value) => value.startsWith('/dev/'))) return 'it formats a disk';
  if (name === 'dd' && values.some((value) => value.startsWith('of=') && DISK.test(value.slice(3))))
    return 'it overwrites a disk';
  if (redirections.some(({ effect, path }) => effect === 'write' && path !== undefined && DISK.test(path)))
    return 'it overwrites a disk';
  return undefined;
}
