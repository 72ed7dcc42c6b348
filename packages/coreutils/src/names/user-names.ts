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

function readTable(files: FileSystem, path: string): Map<number, string> {
  const names = new Map<number, string>();
  try {
    for (const line of decodeText(files.readFile(path)).split('\n')) {
      const [name, , id] = line.split(':');
      if (name && id !== undefined && !names.has(Number(id))) names.set(Number(id), name);
    }
  } catch {
    // A machine without the file has no names.
  }
  return names;
}
