import type { WorkspaceChanges, WorkspaceSnapshot } from '@cloche/system';
import type { OnOutput } from '../contract/tool.ts';
import type { ProcessMethods } from './processes/process-data.ts';

/**
 * The half of the tools that runs beside the files: it supplies facts and runs what was prepared and permitted,
 * nothing else. In a tab it is reached through the wire; in tests and in the CLI it is called directly.
 */
export interface ToolHost {
  call<Method extends HostMethod>(
    method: Method,
    params: HostMethods[Method]['params'],
    options: HostCallOptions,
  ): Promise<HostMethods[Method]['result']>;
}

/** How a call to the host is stopped and heard. */
export interface HostCallOptions {
  readonly signal: AbortSignal;
  readonly onOutput?: OnOutput;
}

/** A method of the host. */
export type HostMethod = keyof HostMethods;

/** Every method with its parameters and result, all of them data that structured cloning keeps. */
export interface HostMethods extends ProcessMethods {
  /** Answers when the machine is there. */
  ping: { params: Record<never, never>; result: Record<never, never> };
  facts: { params: { path: string; maxBytes: number }; result: FileFacts };
  /** Says where paths lead, links followed as far as they exist, in the same order; at most 256 a call (`E2BIG`). */
  real_paths: { params: { paths: readonly string[] }; result: { paths: readonly RealPath[] } };
  read_file: { params: { path: string }; result: { bytes: Uint8Array; mode: number; mtimeMs: number } };
  change_file: { params: ChangeFileParams; result: ChangeFileOutcome };
  /** Looks at lines of a text file, or at an image. */
  view_file: { params: ViewFileParams; result: ViewFileOutcome };
  /** Lists a directory; failures are told, not thrown. */
  view_directory: { params: { path: string; maxEntries: number }; result: ViewDirectoryOutcome };
  /** Copies, moves or removes one name; nothing is replaced. */
  change_name: { params: ChangeNameParams; result: ChangeNameOutcome };
  bash: { params: BashParams; result: BashOutcome };
  /** Says where and in what state a session's next command starts. */
  shell_facts: { params: { session: string }; result: ShellFacts };
  bash_restart: { params: { session: string }; result: Record<never, never> };
  /**
   * Runs a shell, or a command, at a new terminal until it ends; what the terminal shows comes as output on `stdout`. A
   * cancelled call hangs up. `EEXIST`, `EMFILE` (more than 32), `EINVAL` (size), `pty_unavailable` (the machine has none;
   * the message says what to install).
   */
  terminal: {
    params: { id: string; command?: string; columns: number; rows: number };
    result: { exitCode: number | undefined; signal?: string };
  };
  /** Types at an open terminal. `ENXIO` when it is not open. */
  terminal_type: { params: { id: string; bytes: Uint8Array }; result: Record<never, never> };
  terminal_resize: { params: { id: string; columns: number; rows: number }; result: Record<never, never> };
  glob: { params: GlobParams; result: GlobOutcome };
  grep: { params: GrepParams; result: GrepOutcome };
  search: { params: SearchParams; result: SearchOutcome };
  /** Writes a text that was too long for a result; answers where it is. */
  spill: { params: { callId: string; text: string }; result: { path: string | undefined } };
  list_directory: { params: { path: string }; result: { entries: ListedEntry[] } };
  list_tree: { params: { path: string; maxEntries: number }; result: { entries: ListedEntry[]; isComplete: boolean } };
  make_directory: { params: { path: string }; result: Record<never, never> };
  remove: { params: { path: string }; result: Record<never, never> };
  rename: { params: { from: string; to: string }; result: Record<never, never> };
  /** Says why files could not be put in place, before the first one is; `undefined` when nothing stands in the way. */
  check_import: { params: { root: string; paths: string[]; bytes: number }; result: { problem: string | undefined } };
  /** Puts files in place, parents made as needed; what exists is replaced. */
  import_files: { params: { root: string; files: ImportedFile[] }; result: { written: number } };
  /** Every entry below the workspace's root with its bytes. */
  export_files: { params: Record<never, never>; result: WorkspaceSnapshot };
  /** Takes over a stored workspace; only a machine's first call. */
  restore: { params: { snapshot: WorkspaceSnapshot; shells: Record<string, unknown> }; result: Record<never, never> };
  /** Hands over what changed since the last call, and the state of every session's shell. */
  take_changes: {
    params: Record<never, never>;
    result: { changes: WorkspaceChanges; shells: Record<string, unknown> };
  };
}

/** A session's shell as it is before its next command, and what its commands can be. Plain data. */
export interface ShellFacts {
  readonly cwd: string;
  /** What `HostShell.snapshot` gives; `undefined` for a shell that has just started. */
  readonly state: unknown;
  readonly machine: CommandFacts;
}

/** What commands there are on a machine. */
export interface CommandFacts {
  /** The machine's own programs, by name. */
  readonly programs: readonly string[];
  readonly programDirectories: readonly string[];
  /** Environment of a new session. */
  readonly environment: readonly (readonly [string, string])[];
}

/** Where a path leads. */
export interface RealPath {
  /** As `FileFacts.resolvedPath`; `undefined` when it cannot be said, as with links in a circle. */
  readonly resolvedPath: string | undefined;
  /** As `FileFacts.linkPath`. */
  readonly linkPath: string | undefined;
}

/** What is at a path. */
export interface FileFacts {
  /** Absolute, `.` and `..` resolved, symbolic links followed as far as they exist. */
  readonly resolvedPath: string;
  /** As `resolvedPath`, but a link that is the last name is not followed: the name that a change replaces. */
  readonly linkPath: string;
  readonly kind: 'absent' | 'file' | 'directory' | 'other';
  /** The name itself is a symbolic link. */
  readonly isSymlink: boolean;
  readonly size: number;
  readonly mode: number;
  /** SHA-256 of the bytes, lower-case hex; for files up to `maxBytes`. */
  readonly hash?: string;
  /** The bytes, for files up to `maxBytes`. */
  readonly bytes?: Uint8Array;
  /** Why the path could not be looked at, as `strerror` words it, with its code. */
  readonly problem?: { readonly code: string; readonly text: string };
}

/** A change to one file, made only if the file is still what it was when the change was prepared. */
export interface ChangeFileParams {
  /** The path as it was resolved in preparation. */
  readonly path: string;
  /** What must hold just before the change: the SHA-256 of the bytes, or that nothing is there. */
  readonly expected: { readonly kind: 'absent' } | { readonly kind: 'hash'; readonly hash: string };
  readonly bytes: Uint8Array;
  /** Replace a symbolic link itself instead of writing through it. */
  readonly replaceLink: boolean;
}

/** How a change went. */
export type ChangeFileOutcome =
  /** The path that was written, links followed unless one was replaced, and the SHA-256 of what is there now. */
  | { readonly kind: 'changed'; readonly path: string; readonly hash: string }
  /** Somebody else changed, made or removed the file after the change was prepared. */
  | { readonly kind: 'conflict'; readonly found: 'changed' | 'created' | 'removed' }
  | { readonly kind: 'failed'; readonly code: string; readonly text: string };

/** A command for a session's shell. */
export interface BashParams {
  readonly session: string;
  readonly command: string;
  readonly timeoutMs: number;
  /** Bytes that are kept of each stream for the outcome. Default 1 MiB; all is passed on as output in any case. */
  readonly keepBytes?: number;
  /** Where the command starts, for this call only. */
  readonly cwd?: string;
}

/** How a command ended. The streams are kept up to 1 MiB each. */
export interface BashOutcome {
  readonly kind: 'exited' | 'timed_out' | 'cancelled';
  /** 0 unless `exited`. */
  readonly exitCode: number;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  /** Bytes that were printed but not kept. */
  readonly lostBytes: number;
}

/** A search for names. */
export interface GlobParams {
  readonly pattern: string;
  readonly root: string;
  readonly maxResults: number;
  /** Default `any`. */
  readonly kinds?: 'any' | 'files';
  /** Default `newest`. */
  readonly order?: 'newest' | 'name';
  /** `{a,b}` stands for alternatives. */
  readonly braces?: boolean;
  /** Names of directories that are not entered. */
  readonly skips?: readonly string[];
  /** A pattern without a slash is for names at any depth. */
  readonly namesAnywhere?: boolean;
}

/** What a search for names found; paths are absolute. */
export type GlobOutcome =
  | {
      readonly kind: 'found';
      readonly paths: string[];
      readonly total: number;
      /** Some of the directories that were not entered. */
      readonly skipped: string[];
    }
  | { readonly kind: 'failed'; readonly text: string };

/** A search for text. */
export interface GrepParams {
  readonly pattern: string;
  readonly root: string;
  /** Output beyond this is counted, not kept. */
  readonly maxBytes: number;
}

/** What a search for text found: `path:line:text` lines. */
export type GrepOutcome =
  | {
      readonly kind: 'found';
      readonly lines: Uint8Array;
      readonly matches: number;
      readonly filesSearched: number;
      readonly isCut: boolean;
    }
  | { readonly kind: 'failed'; readonly text: string };

/** A search for lines, of which a page is wanted. */
export interface SearchParams {
  readonly pattern: string;
  readonly root: string;
  readonly ignoreCase: boolean;
  /** Matches may span lines, and a dot matches a newline. */
  readonly multiline: boolean;
  /** What an entry of the page is: a file, a file with its count, or a line. */
  readonly mode: 'files' | 'count' | 'content';
  /** Lines of context. */
  readonly before: number;
  readonly after: number;
  readonly showsLineNumbers: boolean;
  /** Files to search: by path below the root when it has a slash, else by name; braces are alternatives. */
  readonly glob?: string;
  /** Globs of names, any of which a file must match; empty for all files. */
  readonly names: readonly string[];
  /** Names of directories that are not entered. */
  readonly skips: readonly string[];
  /** Paths inside this directory are shown relative to it. */
  readonly relativeTo: string;
  /** Entries to leave out at the start, and entries to show; 0 for all. */
  readonly offset: number;
  readonly limit: number;
  /** Bytes of the page; entries that do not fit are counted. */
  readonly maxBytes: number;
  /** Where a NUL byte shows that a file is binary. */
  readonly binaryCheckBytes: number;
}

/** A page of what a search found. */
export type SearchOutcome =
  | {
      readonly kind: 'found';
      readonly lines: Uint8Array;
      readonly shown: number;
      /** Entries before paging. */
      readonly total: number;
      /** Entries of the page did not fit. */
      readonly isCut: boolean;
      /** Lines that match; in mode `files` the files. */
      readonly matches: number;
      readonly filesMatched: number;
      readonly filesSearched: number;
      /** Some of the directories that were not entered. */
      readonly skippedDirectories: string[];
    }
  | { readonly kind: 'failed'; readonly text: string };

/** Which lines of a file are wanted. */
export interface ViewFileParams {
  readonly path: string;
  /** 1-based. */
  readonly firstLine: number;
  readonly maxLines: number;
  /** Bytes of all lines; the first line is always given, cut. */
  readonly maxBytes: number;
  /** A longer line is cut, at a code point, and says so. */
  readonly maxLineBytes: number;
}

/** What is at a path, to be read; `resolvedPath` as `FileFacts` has it. */
export type ViewFileOutcome = { readonly resolvedPath: string } & (
  | {
      readonly kind: 'text';
      /** Of the whole file. */
      readonly hash: string;
      readonly isUtf8: boolean;
      /** Without their ends; a byte order mark is not shown. */
      readonly lines: string[];
      /** 1-based. */
      readonly firstLine: number;
      readonly totalLines: number;
      /** Bytes of the lines asked for. */
      readonly rangeBytes: number;
      /** Numbers of the lines that are cut. */
      readonly cutLines: number[];
    }
  | { readonly kind: 'image'; readonly mediaType: string; readonly bytes: Uint8Array; readonly hash: string }
  | { readonly kind: 'binary'; readonly size: number; readonly type?: string }
  | { readonly kind: 'too_large'; readonly size: number; readonly maxBytes: number }
  | { readonly kind: 'absent' | 'directory' | 'other' }
  | { readonly kind: 'failed'; readonly code: string; readonly text: string }
);

/** What is in a directory, directories first, then by name. */
export type ViewDirectoryOutcome =
  | { readonly kind: 'listed'; readonly entries: ListedEntry[]; readonly total: number }
  | { readonly kind: 'failed'; readonly code: string; readonly text: string };

/** A change of names. */
export type ChangeNameParams =
  | { readonly action: 'copy' | 'move'; readonly path: string; readonly to: string }
  | { readonly action: 'remove'; readonly path: string };

/** How it went. */
export type ChangeNameOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly reason: 'missing' | 'exists' | 'not_a_file' | 'not_empty' }
  | { readonly kind: 'failed'; readonly code: string; readonly text: string };

/** A name in a listing. */
export interface ListedEntry {
  /** Absolute. */
  readonly path: string;
  readonly kind: 'file' | 'directory' | 'symlink' | 'other';
  readonly size: number;
  readonly mtimeMs: number;
}

/** A file that comes from outside. */
export interface ImportedFile {
  /** Relative to the import's root, without `.` and `..`; a slash at the end makes it a directory. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly mode?: number;
  readonly mtimeMs?: number;
  /** The entry is a symbolic link, and `bytes` is its target. */
  readonly isSymlink?: boolean;
}
