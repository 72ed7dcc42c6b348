import { concatBytes, equalBytes, joinPath } from '@cloche/system';
import type { TarMember } from '../../archive/read-tar.ts';
import { lstatOf } from '../cp/copy-tree.ts';
import type { TarRun, TarSettings } from './tar-settings.ts';

/** Prints in what a file differs from the member of its name. */
export async function compareMember(run: TarRun, settings: TarSettings, member: TarMember): Promise<void> {
  const { files } = run.context;
  const { entry } = member;
  const path = joinPath(settings.directory, entry.name.replace(/\/+$/, ''));
  const report = (text: string): void => {
    run.output.putText(`${entry.name}: ${text}\n`);
    run.status = Math.max(run.status, 1);
  };
  const stat = lstatOf(files, path);
  if (!stat) {
    run.status = Math.max(run.status, 1);
    return run.warn(`${entry.name}: Warning: Cannot stat: No such file or directory`);
  }
  if (entry.kind === 'hard-link') return;
  if (stat.kind !== entry.kind) return report('File type differs');
  if (entry.kind === 'symlink') {
    if (files.readLink(path) !== entry.linkName) report('Symlink differs');
    return;
  }
  if ((stat.mode & 0o7777) !== entry.mode) report('Mode differs');
  if (entry.kind !== 'file') return;
  if (Math.floor(stat.mtimeMs / 1000) !== Math.floor(entry.mtimeMs / 1000)) report('Mod time differs');
  if (stat.size !== entry.size) return report('Size differs');
  const parts: Uint8Array[] = [];
  for (let bytes = await member.read(); bytes.length > 0; bytes = await member.read()) parts.push(bytes);
  if (!equalBytes(parts.length === 0 ? new Uint8Array(0) : concatBytes(parts), files.readFile(path))) {
    report('Contents differ');
  }
}
