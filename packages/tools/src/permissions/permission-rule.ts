import { ANY_HOST, targetOf } from '../web/web-access.ts';

/** What a rule does to what it matches. Denials come before questions, and questions before permissions. */
export type RuleEffect = 'deny' | 'ask' | 'allow';

/** Where a rule holds. */
export type RuleScope = 'session' | 'workspace' | 'app';

/** A permission rule. Plain data. */
export interface PermissionRule {
  readonly effect: RuleEffect;
  /** The tool's name; `*` for all. `edit` stands for every change of a file, `read` for every reading of one. */
  readonly tool: string;
  readonly match: RuleMatch;
}

/** What a rule matches. */
export type RuleMatch =
  /** Every call of the tool. */
  | { readonly kind: 'any' }
  /** One command: the whole line, or a part of it, exactly as it stands. */
  | { readonly kind: 'exact'; readonly command: string }
  /** Commands that begin with these words: `git log` and whatever follows. */
  | { readonly kind: 'family'; readonly tokens: readonly string[] }
  /** Commands whose words match a pattern: in a permission `*` stays within one word unless it stands alone, else it stands for anything. */
  | { readonly kind: 'glob'; readonly pattern: string }
  /** One file, by its absolute path. */
  | { readonly kind: 'path'; readonly path: string }
  /** A directory and everything below it, by its absolute path. */
  | { readonly kind: 'tree'; readonly root: string }
  /** A network target, without a port any: a host as addresses have it, `*.name` for every host below one, `*` for all. */
  | { readonly kind: 'network'; readonly host: string; readonly port?: number };

/** A rule text that cannot be read: which, and what is wrong. */
export class RuleSyntaxError extends Error {
  override readonly name = 'RuleSyntaxError';
  readonly code = 'invalid_rule';
}

const FAMILY_TOKEN = /^[^\s*?[\]{}()<>|&;$`\\"'~#!\p{Cc}]+$/u;

/**
 * Reads a rule as people write it: `bash`, `bash(git log:*)` or `bash(git log *)` (a family), `bash(npm run build)`
 * (exact), `bash(ls*)` (a pattern), `edit(src/**)` (every change of these files, whichever tool makes it; `write(…)` means
 * the same), `read(secrets/**)`, `web_fetch(host:example.com)`. Relative paths
 * are below `root`. Throws `RuleSyntaxError`.
 */
export function parseRule(effect: RuleEffect, text: string, root: string): PermissionRule {
  const [, tool, argument] = /^([a-z*][a-z0-9_]*|\*)(?:\(([^]*)\))?$/.exec(text.trim()) ?? [];
  if (tool === undefined) {
    const [, named = ''] = /^([A-Z]\w*)(?:\(|$)/.exec(text.trim()) ?? [];
    if (named !== '')
      throw new RuleSyntaxError(
        `${JSON.stringify(text)}: names of tools are in lower case here, as ${named.toLowerCase()}`,
      );
    throw new RuleSyntaxError(`${JSON.stringify(text)} is no rule: write a tool's name, as bash, or bash(git log:*)`);
  }
  if (argument === undefined || argument.trim() === '*') return { effect, tool, match: { kind: 'any' } };
  if (argument.trim() === '') throw new RuleSyntaxError(`${text}: what stands in the parentheses is empty`);
  const match = parseMatch(tool, argument.trim(), root);
  if (match.kind !== 'path' && match.kind !== 'tree') return { effect, tool, match };
  return { effect, tool: pathTool(tool, text), match };
}

/** Rules about files are about reading or changing them, whichever tool does it; the tools that do so mean the same. */
const PATH_TOOLS: ReadonlyMap<string, 'read' | 'edit' | '*'> = new Map([
  ['*', '*'],
  ['read', 'read'],
  ['list_dir', 'read'],
  ['edit', 'edit'],
  ['write', 'edit'],
  ['multi_edit', 'edit'],
  ['move', 'edit'],
  ['remove', 'edit'],
]);

function pathTool(tool: string, text: string): string {
  const access = PATH_TOOLS.get(tool);
  if (text.includes('://')) throw new RuleSyntaxError(`${text}: write its host, as web_fetch(host:example.com)`);
  if (access === undefined)
    throw new RuleSyntaxError(
      `${text}: there are rules about commands, bash(…), about files, read(…) and edit(…), and about hosts, web_fetch(host:…); a rule of ${tool} is its name alone`,
    );
  return access;
}

/** Returns why a match cannot be of a rule's tool: such a rule would never hold, and a denial would protect nothing. */
export function describeForeignMatch({ tool, match }: Pick<PermissionRule, 'tool' | 'match'>): string | undefined {
  const isCommand = match.kind === 'exact' || match.kind === 'family' || match.kind === 'glob';
  const isPath = match.kind === 'path' || match.kind === 'tree';
  if (isCommand && !COMMAND_TOOLS.has(tool)) return `a rule of ${tool} cannot be about commands`;
  if (isPath && tool !== 'read' && tool !== 'edit' && tool !== '*')
    return `a rule about files is of "read", "edit" or "*", not of ${tool}`;
  return undefined;
}

const COMMAND_TOOLS: ReadonlySet<string> = new Set(['bash', 'monitor', '*']);

function parseMatch(tool: string, text: string, root: string): RuleMatch {
  if (text.startsWith('host:')) return parseNetwork(text.slice(5));
  if (tool !== 'bash' && tool !== 'monitor') return parsePath(text, root);
  const family = /^(.*?)(?::\*| \*)$/s.exec(text)?.[1]?.trim();
  if (family !== undefined && !family.includes('*')) return parseFamily(family, text);
  if (text.endsWith(':*')) return { kind: 'glob', pattern: `${family} *` };
  return text.includes('*') ? { kind: 'glob', pattern: text } : { kind: 'exact', command: text };
}

function parseFamily(words: string, text: string): RuleMatch {
  const tokens = words.split(/\s+/);
  for (const token of tokens) {
    if (!FAMILY_TOKEN.test(token))
      throw new RuleSyntaxError(
        `bash(${text}): ${JSON.stringify(token)} cannot begin a family of commands; it is no plain word`,
      );
  }
  return { kind: 'family', tokens };
}

function parsePath(text: string, root: string): RuleMatch {
  if (/^~(?:\/|$)/.test(text))
    throw new RuleSyntaxError(`${text}: ~ is not known here; write a path from / or from the workspace`);
  const absolute = normalize(text.startsWith('/') ? text : `${root}/${text}`);
  if (text.endsWith('/') && !/[*?]/.test(text)) return { kind: 'tree', root: absolute };
  if (absolute.endsWith('/**')) return { kind: 'tree', root: absolute.slice(0, -3) || '/' };
  if (/[*?]/.test(absolute.replaceAll('\\*', '').replaceAll('\\?', '')))
    throw new RuleSyntaxError(`${text}: a path is one file, or a directory with /** behind it`);
  return { kind: 'path', path: absolute.replaceAll('\\*', '*').replaceAll('\\?', '?') };
}

function parseNetwork(text: string): RuleMatch {
  const [, host, port] = /^(\[[\da-f:.]+\]|[^:\s/@?#]+)(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const name = host === undefined ? undefined : hostName(host);
  if (name === undefined || Number(port ?? 1) > MAX_PORT)
    throw new RuleSyntaxError(
      `host:${text}: write a host, or a host and a port; *.example.com is every host below example.com, and * any host`,
    );
  return port === undefined ? { kind: 'network', host: name } : { kind: 'network', host: name, port: Number(port) };
}

const MAX_PORT = 65_535;

/** Returns a host, `*.host` or `*` as addresses have it: lower case, in ASCII; `undefined` for what is none. */
export function hostName(host: string): string | undefined {
  if (host === ANY_HOST) return host;
  const isBelow = host.startsWith('*.');
  const given = isBelow ? host.slice(2) : host;
  const name = targetOf(`http://${/:.*:/.test(given) && !given.startsWith('[') ? `[${given}]` : given}/`)?.host;
  if (name === undefined || /[*/@?#\s]/.test(host.replace(/^\*\./, ''))) return undefined;
  return isBelow ? `*.${name}` : name;
}

function normalize(path: string): string {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name === '..') names.pop();
    else names.push(name);
  }
  return `/${names.join('/')}`;
}

/** Writes a rule as `parseRule` reads it. */
export function formatRule({ tool, match }: Pick<PermissionRule, 'tool' | 'match'>): string {
  switch (match.kind) {
    case 'any':
      return tool;
    case 'exact':
      return `${tool}(${match.command})`;
    case 'family':
      return `${tool}(${match.tokens.join(' ')}:*)`;
    case 'glob':
      return `${tool}(${match.pattern})`;
    case 'path':
      return `${tool}(${match.path.replace(/[*?]/g, '\\$&')})`;
    case 'tree':
      return `${tool}(${match.root === '/' ? '' : match.root}/**)`;
    case 'network':
      return `${tool}(host:${match.host}${match.port === undefined ? '' : `:${match.port}`})`;
  }
}
