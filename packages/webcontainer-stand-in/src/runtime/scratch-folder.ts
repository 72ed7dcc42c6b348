import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';

/** The folder in which one runtime keeps everything, and how the paths of its file API lead into it. */
export interface ScratchFolder {
  /** `/` of the container: the host's path of it, without symbolic links. */
  readonly root: string;
  readonly home: string;
  readonly workdir: string;
  /** Programs that the container has of its own. */
  readonly programs: string;
  /** Returns the host's path for a path of the file API. Nothing leads above what `/` is. */
  resolve(path: string): string;
  remove(): void;
}

/** Makes a new folder below the host's temporary folder, with `home/<workdirName>` in it. */
export function createScratchFolder(workdirName: string, rootIsWorkdir: boolean): ScratchFolder {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'cloche-stand-in-')));
  const home = join(root, 'home');
  const workdir = join(home, workdirName);
  const programs = join(root, 'bin');
  for (const folder of [workdir, programs]) mkdirSync(folder, { recursive: true });
  return {
    root,
    home,
    workdir,
    programs,
    resolve(path) {
      if (rootIsWorkdir) return withoutEndingSlash(workdir + posix.normalize(`/${path}`));
      if (path === root || path.startsWith(`${root}/`)) return posix.normalize(path);
      const inRoot = path.startsWith('/') ? path : `/home/${workdirName}/${path}`;
      return withoutEndingSlash(root + posix.normalize(inRoot));
    },
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }),
  };
}

function withoutEndingSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
