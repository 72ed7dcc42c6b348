import { decodeText, encodeText, type FileSystem, SystemError } from '@cloche/system';
import type { HostMethod, HostMethods, ToolHost } from '../host/tool-host.ts';

/** Returns files whose `/` is the directory `base` of others. */
export function placeFiles(files: FileSystem, base: string): FileSystem {
  if (base === '') return files;
  const at = (path: string): string => base + path;
  const link = (target: string): string => (target.startsWith('/') ? at(target) : target);
  const back = (path: string): string => (path.startsWith(base) ? path.slice(base.length) : path);
  return {
    stat: (path) => files.stat(at(path)),
    lstat: (path) => files.lstat(at(path)),
    readFile: (path, options) => files.readFile(at(path), options),
    writeFile: (path, bytes, options) => files.writeFile(at(path), bytes, options),
    open: (path, options) => files.open(at(path), options),
    readDirectory: (path) => files.readDirectory(at(path)),
    makeDirectory: (path, mode) => files.makeDirectory(at(path), mode),
    removeDirectory: (path) => files.removeDirectory(at(path)),
    unlink: (path) => files.unlink(at(path)),
    rename: (from, to) => files.rename(at(from), at(to)),
    link: (existing, path) => files.link(at(existing), at(path)),
    symlink: (target, path) => files.symlink(link(target), at(path)),
    readLink: (path) => back(files.readLink(at(path))),
    realPath: (path) => back(files.realPath(at(path))),
    changeMode: (path, mode) => files.changeMode(at(path), mode),
    setTimes: (path, atimeMs, mtimeMs, options) => files.setTimes(at(path), atimeMs, mtimeMs, options),
    truncate: (path, size) => files.truncate(at(path), size),
    access: (path, rights) => files.access(at(path), rights),
    space: () => files.space(),
  };
}

/** Methods that only have to do with files: they go to the machine, the others stay with the test's own shell. */
const FILE_METHODS: ReadonlySet<HostMethod> = new Set<HostMethod>([
  'facts',
  'real_paths',
  'read_file',
  'change_file',
  'view_file',
  'view_directory',
  'change_name',
  'glob',
  'grep',
  'search',
  'list_directory',
  'list_tree',
  'make_directory',
  'remove',
  'rename',
  'check_import',
  'import_files',
]);
/** Parameters that are paths; a glob's pattern may be one too. */
const PATHS: ReadonlySet<string> = new Set(['path', 'paths', 'to', 'from', 'root', 'relativeTo']);

/** Returns a host whose file methods a machine answers, as if its directory `base` were `/`; the rest is `local`. */
export function placeHost(machine: () => Promise<ToolHost>, base: string, local: ToolHost): ToolHost {
  return {
    async call<Method extends HostMethod>(
      method: Method,
      params: HostMethods[Method]['params'],
      options: Parameters<ToolHost['call']>[2],
    ): Promise<HostMethods[Method]['result']> {
      if (!FILE_METHODS.has(method)) return local.call(method, params, options);
      const host = await machine();
      try {
        const result = await host.call(method, withPaths(params, base, method === 'glob'), options);
        return withoutBase(result, base);
      } catch (error) {
        throw withoutBaseInError(error, base);
      }
    },
  };
}

function withPaths<T extends object>(params: T, base: string, hasPathPattern: boolean): T {
  const place = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(place);
    return typeof value === 'string' && value.startsWith('/') ? base + value : value;
  };
  const isPath = (name: string): boolean => PATHS.has(name) || (hasPathPattern && name === 'pattern');
  const entries = Object.entries(params).map(([name, value]) => [name, isPath(name) ? place(value) : value]);
  return Object.assign({ ...params }, Object.fromEntries(entries));
}

/** Texts lose the directory wherever it is in them; of bytes only the lines of a search are text. */
function withoutBase<T>(value: T, base: string): T;
function withoutBase(value: unknown, base: string): unknown {
  if (base === '') return value;
  if (typeof value === 'string') return value.replaceAll(base, '');
  if (Array.isArray(value)) return value.map((item) => withoutBase(item, base));
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) =>
      name === 'lines' && item instanceof Uint8Array
        ? [name, encodeText(decodeText(item).replaceAll(base, ''))]
        : [name, withoutBase(item, base)],
    ),
  );
}

function withoutBaseInError(error: unknown, base: string): unknown {
  if (!(error instanceof SystemError) || error.path === undefined || base === '') return error;
  return new SystemError(error.code, error.syscall, error.path.replaceAll(base, ''));
}
