import { formatTime, localTime } from '@cloche/system';
import { describeMode } from '../../names/describe-mode.ts';
import { readUserNames } from '../../names/user-names.ts';
import type { FindState, FoundFile } from './expression.ts';

const HALF_YEAR_MS = 15_778_476_000;

/** Returns the line that `-ls` prints: number, blocks, mode, links, owner, group, size, time and name. */
export function listFile({ entry, stat }: FoundFile, { context, nowMs }: FindState): string {
  const facts = stat();
  const names = readUserNames(context.files);
  const isRecent = facts.mtimeMs > nowMs - HALF_YEAR_MS && facts.mtimeMs <= nowMs;
  const time = formatTime(isRecent ? '%b %e %H:%M' : '%b %e  %Y', localTime(facts.mtimeMs, context.env.get('TZ')));
  const target = facts.kind === 'symlink' ? ` -> ${context.files.readLink(entry.fullPath)}` : '';
  const columns = [
    String(facts.inode).padStart(9),
    String(Math.ceil(facts.blocks / 2)).padStart(6),
    describeMode(facts),
    String(facts.links).padStart(3),
    names.user(facts.userId).padEnd(8),
    names.group(facts.groupId).padEnd(8),
    String(facts.size).padStart(8),
    time,
    entry.path + target,
  ];
  return `${columns.join(' ')}\n`;
}
