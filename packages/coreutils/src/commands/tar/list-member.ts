import { encodeText, type FileKind, formatTime, localTime } from '@cloche/system';
import type { TarEntry, TarEntryKind } from '../../archive/tar-entry.ts';
import { describeMode } from '../../names/describe-mode.ts';
import type { TarRun, TarSettings } from './tar-settings.ts';

/** Columns for owner, group and size together. */
const OWNER_AND_SIZE_COLUMNS = 19;
const FILE_KINDS: Readonly<Record<TarEntryKind, FileKind>> = {
  file: 'file',
  'hard-link': 'file',
  symlink: 'symlink',
  'character-device': 'character-device',
  'block-device': 'block-device',
  directory: 'directory',
  fifo: 'fifo',
};

/**
 * Prints the line of a member: its name with `-v` (always for `-t`), more about it with one more `-v`. To standard error
 * when standard output holds data.
 */
export async function putMember(
  run: TarRun,
  { verbosity }: Pick<TarSettings, 'verbosity'>,
  entry: TarEntry,
  outputHoldsData: boolean,
): Promise<void> {
  const shown = verbosity + (run.arguments.has('list') ? 1 : 0);
  if (shown === 0) return;
  const line = shown === 1 ? quoteMember(entry.name) : describeMember(run, entry);
  if (!outputHoldsData) {
    run.output.putText(`${line}\n`);
    return run.output.drain();
  }
  await run.context.stderr.write(encodeText(`${line}\n`));
}

function describeMember(run: TarRun, entry: TarEntry): string {
  const mode = describeMode({ kind: FILE_KINDS[entry.kind], mode: entry.mode });
  const isNumeric = run.arguments.has('numericOwner');
  const user = isNumeric || entry.user === '' ? entry.userId : entry.user;
  const group = isNumeric || entry.group === '' ? entry.groupId : entry.group;
  const owner = `${user}/${group}`;
  const size = String(entry.size).padStart(OWNER_AND_SIZE_COLUMNS - owner.length - 1);
  const zone = run.arguments.has('utc') ? 'UTC' : run.context.env.get('TZ');
  const format = run.arguments.has('fullTime') ? '%Y-%m-%d %H:%M:%S' : '%Y-%m-%d %H:%M';
  const time = formatTime(format, localTime(entry.mtimeMs, zone));
  const link =
    entry.kind === 'symlink'
      ? ` -> ${quoteMember(entry.linkName)}`
      : entry.kind === 'hard-link'
        ? ` link to ${quoteMember(entry.linkName)}`
        : '';
  const first = entry.kind === 'hard-link' ? `h${mode.slice(1)}` : mode;
  return `${first} ${owner} ${size} ${time} ${quoteMember(entry.name)}${link}`;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\t', '\\t'],
  ['\\', '\\\\'],
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\r', '\\r'],
  ['\v', '\\v'],
]);

/** Writes control characters and bytes that are no text as escapes, as GNU tar does. */
function quoteMember(name: string): string {
  return name.replaceAll(/[\x00-\x1f\x7f\\]|[\udc80-\udcff](?<![\ud800-\udbff].)/g, (character) => {
    const known = ESCAPES.get(character);
    return known ?? `\\${(character.charCodeAt(0) & 0xff).toString(8).padStart(3, '0')}`;
  });
}
