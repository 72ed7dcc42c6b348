import { joinPath, normalizePath } from '@cloche/system';
import { z } from 'zod';
import { failure, type ToolResult } from '../contract/tool-result.ts';
import { ANY_HOST } from '../web/web-access.ts';
import type { PathNeed, PermissionNeeds } from './permission-needs.ts';

/** A network target that a command says it will reach. */
interface NetworkAccess {
  readonly transport?: 'tcp';
  readonly host?: string;
  readonly port: number;
}

/** Files that a command says it will reach. */
interface FileAccess {
  readonly scope: 'path' | 'tree' | 'host';
  readonly path?: string;
}

/** What a command says it will reach beyond its own text. It asks for permission, and gives none. */
export interface AccessDeclaration {
  readonly network?: readonly NetworkAccess[];
  readonly read?: readonly FileAccess[];
  readonly write?: readonly FileAccess[];
}

const network: z.ZodType<NetworkAccess> = z.strictObject({
  transport: z.enum(['tcp']).exactOptional(),
  host: z.string().describe('Host name or address; any host when left out').exactOptional(),
  port: z.int().min(1).max(65_535),
});

const files: z.ZodType<FileAccess> = z.strictObject({
  scope: z.enum(['path', 'tree', 'host']).describe('One file, a directory with all below it, or the whole file system'),
  path: z.string().describe('From the directory of the command; not with scope host').exactOptional(),
});

/** The declaration as a field of a tool's input. */
export const accessSchema: z.ZodType<AccessDeclaration> = z.strictObject({
  network: z.array(network).max(32).exactOptional(),
  read: z.array(files).max(32).exactOptional(),
  write: z.array(files).max(32).exactOptional(),
});

type Needs = Pick<PermissionNeeds, 'paths' | 'network'>;

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:.]+\])$/;

/** Returns what a declaration needs, paths taken from `cwd`, or the error result that names the field. */
export function accessNeeds(access: AccessDeclaration | undefined, cwd: string): Needs | ToolResult {
  const paths = new Map<string, PathNeed>();
  const targets = new Map<string, Needs['network'][number]>();
  for (const kind of ['read', 'write'] as const) {
    for (const [index, { scope, path }] of (access?.[kind] ?? []).entries()) {
      const field = `access.${kind}[${index}].path`;
      if (scope === 'host') {
        if (path !== undefined) return invalid(`${field} does not go with scope "host"; leave it out`);
        paths.set(`${kind} host`, { access: kind, path: '/', isTree: true, text: 'every file of the machine' });
        continue;
      }
      if (path === undefined || path === '') return invalid(`${field} is required with scope ${JSON.stringify(scope)}`);
      if (/\p{Cc}/u.test(path)) return invalid(`${field} must not contain control characters`);
      const absolute = normalizePath(joinPath(cwd, path));
      const isTree = scope === 'tree';
      paths.set(`${kind} ${scope} ${absolute}`, {
        access: kind,
        path: absolute,
        isTree,
        text: isTree ? `${path}/**` : path,
      });
    }
  }
  for (const [index, { host, port }] of (access?.network ?? []).entries()) {
    const name = host?.trim().toLowerCase().replace(/\.$/, '') ?? ANY_HOST;
    if (host !== undefined && !HOST.test(name))
      return invalid(`access.network[${index}].host must be a host name or an address, without a scheme, port or path`);
    targets.set(`${name}:${port}`, { host: name, port });
  }
  return { paths: [...paths.values()], network: [...targets.values()] };
}

function invalid(problem: string): ToolResult {
  return failure('invalid_input', `bash: ${problem}`);
}
