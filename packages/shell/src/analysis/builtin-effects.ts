/** Builtins whose operands are names that may have a subscript, which is evaluated: `unset 'a[$(command)]'`. */
export const EVALUATES_SUBSCRIPTS: ReadonlySet<string> = new Set([
  'declare',
  'export',
  'getopts',
  'let',
  'local',
  'mapfile',
  'printf',
  'read',
  'readarray',
  'readonly',
  'test',
  '[',
  'typeset',
  'unset',
  'wait',
]);

/** Builtins that change what later command names lead to, or run text that is not shown; with the reason. */
export const CHANGES_COMMANDS: Readonly<Record<string, string>> = {
  alias: 'it changes what command names mean',
  bind: 'it can bind commands to keys',
  complete: 'it can name a command to run later',
  enable: 'it changes which builtins there are',
  fc: 'it runs an earlier command again',
  hash: 'it can change where a command is found',
  unalias: 'it changes what command names mean',
};

/** Builtins that change the current directory. */
export const CHANGES_DIRECTORY: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd']);
