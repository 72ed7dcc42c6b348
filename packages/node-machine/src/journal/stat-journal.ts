import { type Clock, type FileSystem, isInside, type WorkspaceChanges, type YieldIfDue } from '@cloche/system';
import type { WorkspaceJournal } from '@cloche/tools';
import { createKnownTree } from './known-tree.ts';
import { observeFileSystem } from './observe-file-system.ts';
import { restoreTree } from './restore-tree.ts';
import { finishScan, type ScannedTree, type ScanScope, scanTree } from './scan-tree.ts';

/** What a journal of real files is made of. */
export interface StatJournalOptions {
  readonly files: FileSystem;
  /** Absolute, without links. */
  readonly root: string;
  /** Names, at any depth, of what is not stored. */
  readonly exclude: readonly string[];
  readonly clock: Clock;
  readonly after: (ms: number, callback: () => void) => () => void;
  readonly yieldIfDue: YieldIfDue;
  readonly maxFileBytes: number;
}

/** A journal of files that other programs change as well. */
export interface StatJournal extends WorkspaceJournal {
  /** The files, to be used by everything in this process: what is changed through them is known at once. */
  readonly files: FileSystem;
  /** A program runs that may change files; call what it returns when it has ended. */
  programStarted(): () => void;
  dispose(): void;
}

/** What is not stored unless the app says otherwise: what can be made again. */
export const DEFAULT_EXCLUDE: readonly string[] = [
  'node_modules',
  '.cache',
  '.npm',
  '.pnpm-store',
  '.parcel-cache',
  '.turbo',
  '.vite',
  '.next',
  '.nuxt',
  '.svelte-kit',
];

const SCAN_EVERY_MS = 500;
/** Looking for changes takes at most one part in this many of the time. */
const SCAN_SHARE = 20;

/**
 * Creates a journal that finds changes by comparing what `lstat` says (size, times to the nanosecond, mode, inode): of the
 * paths that this process changed, and of the whole tree after a program has ended, and now and then while one runs.
 */
export function createStatJournal(options: StatJournalOptions): StatJournal {
  const { root, clock, after } = options;
  const excluded = new Set(options.exclude);
  const scope: ScanScope = { files: options.files, root, isExcluded: (name) => excluded.has(name) };
  const tree = createKnownTree({ ...options, now: () => clock.now() });
  const touched = new Set<string>();
  let onChange: () => void = () => undefined;
  let programs = 0;
  let mustScan = false;
  let scannedAt = Number.NEGATIVE_INFINITY;
  let scanMs = 0;
  let cancelWatch: (() => void) | undefined;

  const touch = (path: string): void => {
    if (path === '/') mustScan = true;
    if (!isInside(root, path)) {
      if (mustScan) onChange();
      return;
    }
    const relative = path.slice(root.length + 1);
    if (relative.split('/').some((name) => excluded.has(name))) return;
    touched.add(relative);
    onChange();
  };
  const pauseMs = (): number => Math.max(SCAN_EVERY_MS, scanMs * SCAN_SHARE);

  const scanAll = (): ScannedTree => {
    const startedAt = clock.monotonic();
    const scanned = finishScan(scanTree(scope));
    scannedAt = clock.monotonic();
    scanMs = scannedAt - startedAt;
    return scanned;
  };

  const lookForChanges = async (): Promise<void> => {
    const startedAt = clock.monotonic();
    const scan = scanTree(scope);
    let step = scan.next();
    for (; !step.done; step = scan.next()) {
      const turn = options.yieldIfDue();
      if (turn) await turn;
    }
    scanMs = clock.monotonic() - startedAt;
    if (!tree.differs(step.value)) return;
    mustScan = true;
    onChange();
  };

  const watch = (): void => {
    if (programs === 0 || cancelWatch) return;
    cancelWatch = after(pauseMs(), () => {
      const look = mustScan ? Promise.resolve() : lookForChanges();
      const again = (): void => {
        cancelWatch = undefined;
        watch();
      };
      look.then(again, again);
    });
  };

  const takeTouched = (): WorkspaceChanges | undefined => {
    const starts = topmost([...touched]);
    // What another program made around a path is not known yet.
    if (starts.some((start) => start.includes('/') && !tree.has(start.slice(0, start.lastIndexOf('/')))))
      return undefined;
    const scans = starts.map((start) => ({ start, scanned: finishScan(scanTree(scope, start)) }));
    const hasLinks = scans.some(({ scanned }) =>
      [...scanned.found.values()].some(({ kind, links }) => kind === 'file' && links > 1),
    );
    if (hasLinks) return undefined;
    const changes = tree.compare(scans.map(({ start, scanned }) => ({ ...scanned, start })));
    touched.clear();
    return changes;
  };

  return {
    files: observeFileSystem(options.files, touch),
    programStarted() {
      programs++;
      watch();
      let isRunning = true;
      return () => {
        if (!isRunning) return;
        isRunning = false;
        programs--;
        mustScan = true;
        onChange();
      };
    },
    restore(snapshot) {
      restoreTree(options.files, root, snapshot);
      tree.reset(scanAll(), snapshot);
      touched.clear();
      mustScan = false;
    },
    snapshot() {
      const whole = createKnownTree({ ...options, now: () => clock.now() });
      const { entries, contents } = whole.compare([{ ...finishScan(scanTree(scope)), start: '' }]);
      return { entries, contents };
    },
    take() {
      const isDue = programs > 0 && clock.monotonic() - scannedAt >= pauseMs();
      const changes = mustScan || isDue || touched.size > MAX_TOUCHED ? undefined : takeTouched();
      if (changes) return changes;
      const whole = tree.compare([{ ...scanAll(), start: '' }]);
      mustScan = false;
      touched.clear();
      return whole;
    },
    onChange(listener) {
      onChange = listener;
    },
    dispose() {
      cancelWatch?.();
      programs = 0;
    },
  };
}

/** From here on, looking at the whole tree is less work. */
const MAX_TOUCHED = 2000;

/** Leaves out paths that are below others. */
function topmost(paths: string[]): string[] {
  const kept: string[] = [];
  for (const path of paths.sort()) {
    if (!kept.some((other) => path.startsWith(`${other}/`))) kept.push(path);
  }
  return kept;
}
