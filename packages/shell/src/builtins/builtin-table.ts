import { aliasBuiltin, unaliasBuiltin } from './alias.ts';
import { breakBuiltin, continueBuiltin } from './break.ts';
import type { BuiltinDefinition, BuiltinTable } from './builtin.ts';
import { callerBuiltin } from './caller.ts';
import { cdBuiltin } from './cd.ts';
import { builtinBuiltin, commandBuiltin } from './command.ts';
import { compgenBuiltin } from './compgen.ts';
import { bindBuiltin, completeBuiltin, compoptBuiltin } from './complete.ts';
import { declareBuiltin, localBuiltin } from './declare.ts';
import { dirsBuiltin, popdBuiltin, pushdBuiltin } from './dirs.ts';
import { echoBuiltin } from './echo.ts';
import { enableBuiltin } from './enable.ts';
import { evalBuiltin } from './eval.ts';
import { execBuiltin } from './exec.ts';
import { exitBuiltin } from './exit.ts';
import { exportBuiltin, readonlyBuiltin } from './export.ts';
import { getoptsBuiltin } from './getopts.ts';
import { hashBuiltin } from './hash.ts';
import { helpBuiltin } from './help.ts';
import { fcBuiltin, historyBuiltin } from './history.ts';
import { bgBuiltin, disownBuiltin, fgBuiltin, jobsBuiltin } from './jobs.ts';
import { killBuiltin } from './kill.ts';
import { letBuiltin } from './let.ts';
import { mapfileBuiltin } from './mapfile.ts';
import { printfBuiltin } from './printf.ts';
import { pwdBuiltin } from './pwd.ts';
import { readBuiltin } from './read.ts';
import { returnBuiltin } from './return.ts';
import { setBuiltin } from './set.ts';
import { shiftBuiltin } from './shift.ts';
import { shoptBuiltin } from './shopt.ts';
import { sourceBuiltin } from './source.ts';
import { bracketBuiltin, testBuiltin } from './test.ts';
import { timesBuiltin } from './times.ts';
import { trapBuiltin } from './trap.ts';
import { falseBuiltin, trueBuiltin } from './true.ts';
import { typeBuiltin } from './type.ts';
import { ulimitBuiltin } from './ulimit.ts';
import { umaskBuiltin } from './umask.ts';
import { unsetBuiltin } from './unset.ts';
import { waitBuiltin } from './wait.ts';

/** Every builtin of the shell: the only list of them. */
const DEFINITIONS: Readonly<Record<string, BuiltinDefinition>> = {
  '.': { run: sourceBuiltin, isSpecial: true },
  ':': { run: trueBuiltin, isSpecial: true },
  '[': { run: bracketBuiltin },
  alias: { run: aliasBuiltin },
  bg: { run: bgBuiltin },
  bind: { run: bindBuiltin },
  break: { run: breakBuiltin, isSpecial: true },
  builtin: { run: builtinBuiltin },
  caller: { run: callerBuiltin },
  cd: { run: cdBuiltin },
  command: { run: commandBuiltin },
  compgen: { run: compgenBuiltin },
  complete: { run: completeBuiltin },
  compopt: { run: compoptBuiltin },
  continue: { run: continueBuiltin, isSpecial: true },
  declare: { run: declareBuiltin, isDeclaration: true },
  dirs: { run: dirsBuiltin },
  disown: { run: disownBuiltin },
  echo: { run: echoBuiltin },
  enable: { run: enableBuiltin },
  eval: { run: evalBuiltin, isSpecial: true },
  exec: { run: execBuiltin, isSpecial: true },
  exit: { run: exitBuiltin, isSpecial: true },
  export: { run: exportBuiltin, isSpecial: true, isDeclaration: true },
  false: { run: falseBuiltin },
  fc: { run: fcBuiltin },
  fg: { run: fgBuiltin },
  getopts: { run: getoptsBuiltin },
  hash: { run: hashBuiltin },
  help: { run: helpBuiltin },
  history: { run: historyBuiltin },
  jobs: { run: jobsBuiltin },
  kill: { run: killBuiltin },
  let: { run: letBuiltin },
  local: { run: localBuiltin, isDeclaration: true },
  logout: { run: exitBuiltin },
  mapfile: { run: mapfileBuiltin },
  popd: { run: popdBuiltin },
  printf: { run: printfBuiltin },
  pushd: { run: pushdBuiltin },
  pwd: { run: pwdBuiltin },
  read: { run: readBuiltin },
  readarray: { run: mapfileBuiltin },
  readonly: { run: readonlyBuiltin, isSpecial: true, isDeclaration: true },
  return: { run: returnBuiltin, isSpecial: true },
  set: { run: setBuiltin, isSpecial: true },
  shift: { run: shiftBuiltin, isSpecial: true },
  shopt: { run: shoptBuiltin },
  source: { run: sourceBuiltin, isSpecial: true },
  test: { run: testBuiltin },
  times: { run: timesBuiltin, isSpecial: true },
  trap: { run: trapBuiltin, isSpecial: true },
  true: { run: trueBuiltin },
  type: { run: typeBuiltin },
  typeset: { run: declareBuiltin, isDeclaration: true },
  ulimit: { run: ulimitBuiltin },
  umask: { run: umaskBuiltin },
  unalias: { run: unaliasBuiltin },
  unset: { run: unsetBuiltin, isSpecial: true },
  wait: { run: waitBuiltin },
};

/** The builtins by name. */
export const BUILTINS: BuiltinTable = new Map(Object.entries(DEFINITIONS));
