import { joinPath } from '@cloche/system';
import { quoteName } from '../../arguments/quote.ts';
import type { CommandRun } from '../../command/command-run.ts';
import type { Headings } from '../../command/headings.ts';
import type { TailOption } from './tail.ts';

/** A file that is followed, and how much of it was printed. */
interface FollowedFile {
  readonly name: string;
  position: number;
  inode: number | undefined;
}

/** Prints what is added to the files that were given, until the process is ended or `--pid` is gone. */
export async function followFiles(run: CommandRun<TailOption>, headings: Headings): Promise<void> {
  const { files, cwd, clock, signal, processes } = run.context;
  const intervalMs = Math.max(Number(run.arguments.value('sleepInterval') ?? 1) * 1000, 10);
  const pid = run.arguments.value('pid');
  const followed = run.arguments.operands.filter((name) => name !== '-').map((name) => startAt(run, name));
  if (followed.length === 0) return;
  let lastShown = followed.at(-1);
  for (;;) {
    for (const file of followed) {
      const added = readAdded(run, file);
      if (added === undefined || added.length === 0) continue;
      if (lastShown !== file) headings.print(file.name);
      lastShown = file;
      run.output.put(added);
    }
    await run.output.flush();
    if (pid !== undefined && processes.get(Number(pid))?.status !== undefined) return;
    if (pid !== undefined && processes.get(Number(pid)) === undefined) return;
    await clock.sleep(intervalMs, { signal });
  }

  function readAdded(current: CommandRun<TailOption>, file: FollowedFile): Uint8Array | undefined {
    const path = joinPath(cwd, file.name);
    try {
      const { size, inode } = files.stat(path);
      if (file.inode !== inode) file.position = 0;
      if (size < file.position) {
        file.position = 0;
        void current.warn(`${file.name}: file truncated`);
      }
      file.inode = inode;
      const added = files.readFile(path).slice(file.position);
      file.position += added.length;
      return added;
    } catch {
      if (file.inode !== undefined) void current.warn(`${quoteName(file.name)} has become inaccessible`);
      file.inode = undefined;
      return undefined;
    }
  }
}

function startAt({ context: { files, cwd } }: CommandRun<TailOption>, name: string): FollowedFile {
  try {
    const { size, inode } = files.stat(joinPath(cwd, name));
    return { name, position: size, inode };
  } catch {
    return { name, position: 0, inode: undefined };
  }
}
