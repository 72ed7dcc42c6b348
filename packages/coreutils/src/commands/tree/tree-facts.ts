import { type FileStat, formatTime, localTime, type ProgramContext } from '@cloche/system';
import type { ParsedArguments } from '../../arguments/parse-options.ts';
import { describeMode } from '../../names/describe-mode.ts';
import { readUserNames } from '../../names/user-names.ts';
import type { TreeNode } from './tree-reader.ts';
import { treeTime } from './tree-settings.ts';
import type { TreeOption } from './tree-usage.ts';

/** A fact about a file that is printed beside its name. */
export interface TreeFact {
  /** What it is called in JSON and XML. */
  readonly name: string;
  /** As it stands in brackets. */
  readonly column: string;
  /** As it stands in JSON and XML. */
  readonly value: string | number;
}

/** Returns the facts that are printed about a file. */
export type TreeFacts = (node: TreeNode) => TreeFact[];

const HALF_YEAR_MS = 15_778_476_000;

/** Creates the reader of the facts that the options ask for. */
export function createTreeFacts(given: ParsedArguments<TreeOption>, { files, clock, env }: ProgramContext): TreeFacts {
  const names = given.has('owner') || given.has('group') ? readUserNames(files) : undefined;
  const format = given.value('timeFormat');
  const now = clock.now();
  const showTime = (epochMs: number): string => {
    const isRecent = epochMs > now - HALF_YEAR_MS && epochMs <= now;
    return formatTime(format ?? (isRecent ? '%b %e %H:%M' : '%b %e  %Y'), localTime(epochMs, env.get('TZ')));
  };
  const size = (bytes: number): TreeFact => {
    const value = sizeText(bytes, given);
    return {
      name: 'size',
      column: value.padStart(isHuman(given) ? 4 : 11),
      value: isHuman(given) ? value : bytes,
    };
  };
  const readers: readonly (readonly [boolean, (stat: FileStat, node: TreeNode) => TreeFact[]])[] = [
    [given.has('inodes'), ({ inode }) => [{ name: 'inode', column: String(inode).padStart(7), value: inode }]],
    [given.has('device'), ({ device }) => [{ name: 'dev', column: String(device).padStart(3), value: device }]],
    [given.has('protections'), protections],
    [given.has('owner'), ({ userId }) => [owner('user', names?.user(userId) ?? '')]],
    [given.has('group'), ({ groupId }) => [owner('group', names?.group(groupId) ?? '')]],
    [given.has('sizes') || given.has('usage') || isHuman(given), (_, node) => [size(node.size)]],
    [
      given.has('dates') || format !== undefined,
      (stat) => {
        const text = showTime(treeTime(stat, given.has('changeTime')));
        return [{ name: 'time', column: text, value: text }];
      },
    ],
  ];
  const wanted = readers.filter(([isWanted]) => isWanted).map(([, read]) => read);
  return (node) => {
    const { stat } = node;
    return stat ? wanted.flatMap((read) => read(stat, node)) : [];
  };
}

/** Returns a size as the options ask for. */
export function sizeText(bytes: number, given: ParsedArguments<TreeOption>): string {
  if (!isHuman(given)) return String(bytes);
  const base = given.has('si') ? 1000 : 1024;
  let value = bytes;
  let unit = 0;
  for (; value >= base; unit++) value /= base;
  if (unit === 0) return String(bytes);
  return `${value.toFixed(value < 10 ? 1 : 0)}${(base === 1000 ? 'kMGTPE' : 'KMGTPE')[unit - 1] ?? ''}`;
}

/** Returns whether sizes have units. */
export function isHuman(given: ParsedArguments<TreeOption>): boolean {
  return given.has('human') || given.has('si');
}

function protections(stat: FileStat): TreeFact[] {
  const text = describeMode(stat);
  return [
    { name: 'mode', column: '', value: (stat.mode & 0o7777).toString(8).padStart(4, '0') },
    { name: 'prot', column: text, value: text },
  ];
}

function owner(name: string, value: string): TreeFact {
  return { name, column: value.slice(0, 32).padEnd(8), value };
}
