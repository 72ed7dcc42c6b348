import { type AnalysisState, analyzeCommand } from '@cloche/shell';
import {
  evaluateRules,
  networkNeedsOf,
  type PermissionNeeds,
  parseRule,
  pathNeedsOf,
  placeCommands,
  type ScopedRule,
} from '@cloche/tools';
import { readCommands } from '@cloche/tools/command-reading';

const ENVIRONMENT: readonly (readonly [string, string])[] = [
  ['PATH', '/usr/local/bin:/usr/bin:/bin'],
  ['HOME', '/home/user'],
  ['LANG', 'C.UTF-8'],
];

const PROGRAMS =
  'awk base64 bash basename bc cargo cat chmod cmp column comm cp curl cut date dd df diff dirname docker du echo egrep env expand file ' +
  'expr find fold git go grep gzip head hostname id install jq kill ln ls make man md5sum mkdir mktemp mv nice nl node nohup npm nproc ' +
  'npx od paste patch perl pip pnpm printenv ps python3 readlink realpath rev rg rm rmdir sed seq setsid sh sha256sum shuf ' +
  'sleep sort split ssh stat stdbuf strings sudo tac tail tar tee test timeout touch tr tree truncate tsc uname uniq unzip ' +
  'vitest watch wc wget which xargs xxd yarn yes zip eslint prettier true false printf kubectl rsync time flock fd bat ag less nc sftp scp iconv yq sqlite3 gawk parallel script busybox taskset csplit bun bunx xmllint cpio pytest b2sum sdiff zstd ruby php python jest uv poetry nodemon psql redis-cli openssl dig ping gh pip3';

/** A session's state that differs from a new one. */
export interface StateChanges {
  readonly environment?: readonly (readonly [string, string])[];
  readonly functions?: readonly string[];
  readonly aliases?: readonly (readonly [string, string])[];
  /** Default `/workspace`. */
  readonly cwd?: string;
  /** Where paths lead. */
  readonly realPaths?: ReadonlyMap<string, string | undefined>;
}

function stateOf({ environment = [], functions = [], aliases = [] }: StateChanges): AnalysisState {
  return {
    state: {
      environment: [...new Map([...ENVIRONMENT, ...environment])].map(([name, value]) => ({
        name,
        value,
        isReadonly: false,
        isInteger: false,
      })),
      functions: functions.map((name) => ({
        name,
        text: `${name}() { rm x; }`,
        sourceName: 'bash',
        isExported: false,
      })),
      aliases,
      shellOptions: aliases.length > 0 ? ['expand_aliases'] : [],
    },
    initialEnvironment: new Map(ENVIRONMENT),
    programs: new Set(PROGRAMS.split(' ')),
    programDirectories: ['/usr/bin', '/bin'],
  };
}

/** Returns rules of texts such as `allow bash(git log:*)`. */
export function rulesOf(texts: readonly string[]): ScopedRule[] {
  return texts.map((text) => {
    const [, effect = '', rest = ''] = /^(deny|ask|allow) ([^]*)$/.exec(text) ?? [];
    if (effect !== 'deny' && effect !== 'ask' && effect !== 'allow') throw new Error(`no effect in ${text}`);
    return { ...parseRule(effect, rest, '/workspace'), scope: 'workspace' };
  });
}

/** Returns what a command needs. */
export function needsOf(command: string, changes: StateChanges = {}): PermissionNeeds {
  const read = readCommands(analyzeCommand(command, stateOf(changes)));
  const { cwd = '/workspace', realPaths = new Map() } = changes;
  const analysis = placeCommands(read, { text: command, cwd, root: '/workspace', realPaths });
  return {
    tool: 'bash',
    command: { text: command, cwd, analysis },
    paths: pathNeedsOf(analysis, cwd),
    network: networkNeedsOf(analysis),
  };
}

/** Returns what rules say about a command. */
export function verdictOf(
  rules: readonly string[],
  command: string,
  changes: StateChanges = {},
): 'allowed' | 'asks' | 'denied' {
  return evaluateRules(needsOf(command, changes), rulesOf(rules)).verdict;
}
