import { decodeText, type FileSystem } from '@cloche/system';

/** Names of users and groups. */
export interface UserNames {
  user(id: number): string;
  group(id: number): string;
}

/** The names that a machine has. */
export interface ListedNames extends UserNames {
  hasUser(name: string): boolean;
  hasGroup(name: string): boolean;
}

/** There is such a user, and a group, on every machine. */
const SUPER_USER = 'root';

/** Reads the names that the machine has in `/etc`; who has no name there is shown by number. */
export function readUserNames(files: FileSystem): ListedNames {
  const users = readTable(files, '/etc/passwd');
  const groups = readTable(files, '/etc/group');
  return {
    user: (id) => users.get(id) ?? String(id),
    group: (id) => groups.get(id) ?? String(id),
    hasUser: (name) => name === SUPER_USER || [...users.values()].includes(name),
    hasGroup: (name) => name === SUPER_USER || [...groups.values()].includes(name),
  };
}

/** A user of the machine. */
export interface Account {
  readonly userId: number;
  readonly userName: string;
  /** The user's own group first. */
  readonly groups: readonly { readonly id: number; readonly name: string }[];
}

/** Finds a user by name, or by number (`+NUMBER` is never a name). */
export function findAccount(files: FileSystem, written: string): Account | undefined {
  const users = readRows(files, '/etc/passwd');
  if (!users.some(([name]) => name === SUPER_USER)) users.push([SUPER_USER, 'x', '0', '0']);
  const groups = readRows(files, '/etc/group');
  const row =
    users.find(([name]) => name === written) ??
    (/^\+?\d+$/.test(written) ? users.find(([, , id]) => Number(id) === Number(written)) : undefined);
  if (!row) return undefined;
  const [userName = '', , userId, ownGroup] = row;
  const nameOf = (id: number): string =>
    groups.find(([, , other]) => Number(other) === id)?.[0] ?? (id === 0 ? SUPER_USER : String(id));
  const others = groups
    .filter(([, , id, members = '']) => id !== ownGroup && members.split(',').includes(userName))
    .map(([, , id]) => Number(id));
  const all = [Number(ownGroup ?? 0), ...others];
  return { userId: Number(userId), userName, groups: all.map((id) => ({ id, name: nameOf(id) })) };
}

function readRows(files: FileSystem, path: string): string[][] {
  try {
    return decodeText(files.readFile(path))
      .split('\n')
      .map((line) => line.split(':'))
      .filter(([name, , id]) => name !== '' && id !== undefined);
  } catch {
    // A machine without the file has no names.
    return [];
  }
}

function readTable(files: FileSystem, path: string): Map<number, string> {
  const names = new Map<number, string>();
  for (const [name = '', , id] of readRows(files, path)) if (!names.has(Number(id))) names.set(Number(id), name);
  return names;
}
