import { encodeText, type WorkspaceEntry, type WorkspaceSnapshot } from '@cloche/system';
import type { CaseMachine, MachineCases } from '../machine-case.ts';

const MTIME_MS = 1_400_000_000_000;

/** What a store needs of a machine: a workspace put back, its changes told, each once. */
export const STORE_CASES: MachineCases = {
  'restores a workspace with modes, times, links, odd names and shells': {
    needsOwnMachine: true,
    answer: {
      files: ['a 640 1400000000', 'd 750 1400000000', 'link -> a', 'empty', 'one two bytes newline '],
      shell: 'd me\n',
      changes: [],
      exported: ['a', 'd', 'd/b', 'empty', 'link', 'x\ny', '\udcff'],
    },
    async run(first) {
      await first.bash(`mkdir d; cd d; export WHO=me`, { session: 'kept', staysInSession: true });
      const { shells } = await first.call('take_changes', {});
      const { call, out, bash } = await first.next();
      const snapshot = snapshotOf(
        [
          { kind: 'directory', path: 'd', mode: 0o750, mtimeMs: MTIME_MS },
          { kind: 'directory', path: 'empty', mode: 0o755, mtimeMs: MTIME_MS },
          { kind: 'symlink', path: 'link', target: 'a', mtimeMs: MTIME_MS },
        ],
        { a: 'one ', 'd/b': 'two ', '\udcff': 'bytes ', 'x\ny': 'newline ' },
      );
      await call('restore', { snapshot, shells });
      const { changes } = await call('take_changes', {});
      const exported = await call('export_files', {});
      const lines = await out(LOOK_AT_RESTORED);
      return {
        files: lines.split('\n').filter((line) => line !== ''),
        shell: (await bash('echo "${PWD##*/} $WHO"', { session: 'kept', staysInSession: true })).out,
        changes: changes.entries.map(({ path }) => path),
        exported: exported.entries.map(({ path }) => path).toSorted(),
      };
    },
  },
  'tells what changed since it was asked last, and that something did': {
    answer: {
      isTold: true,
      first: ['+d/a', '+d/b', '+link'],
      second: ['+d/c', '-d/a', '-d/b', '-link'],
      mode: ['+d/c'],
      nothing: [],
    },
    async run(machine) {
      const { call, bash, put, at, filesChanged } = machine;
      await changesOf(machine);
      const before = filesChanged();
      await put('d/a', 'one');
      await bash('echo two > d/b; ln -s d/a link');
      const first = await changesOf(machine);
      await call('rename', { from: at('d/a'), to: at('d/c') });
      await bash('rm link d/b');
      const second = await changesOf(machine);
      await bash('chmod 700 d/c');
      const mode = await changesOf(machine);
      return { isTold: filesChanged() > before, first, second, mode, nothing: await changesOf(machine) };
    },
  },
  'says before an import what stands in its way': {
    answer: ['none', '@/file is a file here and a folder in the import; rename or remove it first', 'too large'],
    async run({ call, put, directory, short }) {
      await put('file', '');
      const check = async (path: string, bytes: number): Promise<string> => {
        const { problem } = await call('check_import', { root: directory, paths: [path], bytes });
        return problem === undefined ? 'none' : short(problem);
      };
      const large = await check('new', Number.MAX_SAFE_INTEGER);
      return [await check('new/a', 1), await check('file/a', 1), large.includes('remove files') ? 'too large' : large];
    },
  },
};

const LOOK_AT_RESTORED = `{
  stat -c '%n %a %Y' a d
  [ -L link ] && echo "link -> $(readlink link)"
  ls -d empty
  cat a d/b $'\\xff' $'x\\ny'
} 2> /dev/null`;

/** Takes the changes below the case's own directory; a directory's time, which not every journal keeps, is left out. */
async function changesOf({ call, session }: CaseMachine): Promise<string[]> {
  const { changes } = await call('take_changes', {});
  const prefix = `${session}/`;
  const own = (paths: readonly string[]): string[] =>
    paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
  const made = own(changes.entries.filter(({ kind }) => kind !== 'directory').map(({ path }) => path));
  // What is removed goes first, so that a name which is there again may be in both.
  const there = new Set(own(changes.entries.map(({ path }) => path)));
  const gone = own(changes.removed).filter((path) => !there.has(path));
  return [...made.map((path) => `+${path}`), ...gone.map((path) => `-${path}`)].toSorted();
}

function snapshotOf(others: readonly WorkspaceEntry[], files: Readonly<Record<string, string>>): WorkspaceSnapshot {
  const contents = Object.values(files).map((text) => encodeText(text));
  const entries = Object.keys(files).map((path, index): WorkspaceEntry => {
    const size = contents[index]?.length ?? 0;
    return { kind: 'file', path, mode: 0o640, mtimeMs: MTIME_MS, size, content: index + 1 };
  });
  const bytes = encodeText(Object.values(files).join(''));
  const lengths = contents.map(({ length }) => length);
  return {
    entries: [...others, ...entries],
    contents: { numbers: lengths.map((_, index) => index + 1), lengths, bytes },
  };
}
