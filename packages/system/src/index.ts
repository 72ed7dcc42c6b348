export {
  codePointCut,
  concatBytes,
  createStreamingTextDecoder,
  decodeText,
  encodedLength,
  encodeText,
  equalBytes,
  escapeByte,
  isEscapedByte,
  isValidUtf8,
  NO_BYTES,
  type StreamingTextDecoder,
  utf8SequenceLength,
} from './bytes.ts';
export { type Clock, type ClockHost, createClock, type NextTurn } from './clock.ts';
export { createDeferred, type Deferred } from './deferred.ts';
export { type DevicePath, isDevicePath, openDevice, type RandomBytes } from './devices.ts';
export { type EngineLimit, engineLimitOf } from './engine-limit.ts';
export { describeErrno, describeErrnoAsNode, type Errno, errnoNumber, isErrno } from './errno.ts';
export { type ExitStatus, statusCode, TerminatedBySignal, terminatingSignal } from './exit-status.ts';
export { type FetchProvider, type FetchRequest, type FetchResponse, NO_NETWORK } from './fetch-provider.ts';
export { openFileOf } from './file-description.ts';
export type {
  AccessRights,
  BulkReader,
  DirectoryEntry,
  FileHandle,
  FileKind,
  FileStat,
  FileSystem,
  FileSystemSpace,
  OpenOptions,
  WriteFileOptions,
} from './file-system.ts';
export { createInProcessHost, type InProcessHostOptions, type StartExecutable } from './in-process-host.ts';
export type { FileContent } from './memory/file-content.ts';
export {
  type DeviceInode,
  type DirectoryInode,
  directoryPath,
  type FileInode,
  type Inode,
  type Location,
  type SymlinkInode,
} from './memory/inode.ts';
export {
  createMemoryFileSystem,
  type InodeObserver,
  type MemoryFileSystem,
  type MemoryFileSystemOptions,
} from './memory/memory-file-system.ts';
export {
  createOwnerCount,
  type OpenFile,
  type OpenFileKind,
  type SeekOrigin,
  statOfUnnamed,
} from './open-file.ts';
export { baseName, directoryName, isInside, joinPath, normalizePath, relativePath } from './path.ts';
export { createPipe, PIPE_CAPACITY_BYTES, type Pipe } from './pipe.ts';
export { PROCESS_FILE_NAMES, type ProcessFacts } from './process-files.ts';
export type {
  Process,
  ProcessHost,
  ProcessRequest,
  ProgramLocation,
  RunningTask,
  SpawnRequest,
  TaskRequest,
} from './process-host.ts';
export { ROOT_PID, type RunningProcess } from './process-table.ts';
export type {
  ByteReader,
  ByteWriter,
  ProcessIdentity,
  Program,
  ProgramContext,
  ProgramFile,
  ProgramTable,
} from './program.ts';
export {
  descriptorOfPath,
  guardReader,
  guardWriter,
  type OpenEnvironment,
  openForProcess,
  type ProgramResources,
  type StreamGuard,
} from './program-context.ts';
export {
  defaultAction,
  describeSignal,
  isSignalName,
  parseSignal,
  SIGNAL_NAMES,
  type SignalName,
  signalNumber,
} from './signals.ts';
export { describeError, errnoOf, SystemError } from './system-error.ts';
export { characterWidth, textWidth } from './terminal/character-width.ts';
export { createPseudoTerminal, type PseudoTerminal, type PseudoTerminalOptions } from './terminal/pseudo-terminal.ts';
export {
  type InnerTerminal,
  KEY_SETTINGS,
  SANE_SETTINGS,
  type Terminal,
  type TerminalAttachment,
  type TerminalSettings,
  type TerminalSize,
} from './terminal/terminal.ts';
export { formatTime } from './time/format-time.ts';
export { type LocalTime, localTime, momentOfWallClock } from './time/local-time.ts';
export { createWaitQueue, type WaitQueue } from './wait-queue.ts';
export {
  type PackedContents,
  packContents,
  unpackContents,
  type WorkspaceChanges,
  type WorkspaceDirectoryEntry,
  type WorkspaceEntry,
  type WorkspaceFileEntry,
  type WorkspaceSnapshot,
  type WorkspaceSymlinkEntry,
} from './workspace-snapshot.ts';
export { createYielder, YIELD_EVERY_MS, type YieldIfDue } from './yield.ts';
