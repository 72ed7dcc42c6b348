import type { OpenFile, SignalName } from '@cloche/system';
import { inheritJobs } from '../jobs/job-table.ts';
import { inheritTraps } from '../jobs/trap-table.ts';
import { DescriptorTable } from '../redirect/descriptor-table.ts';
import type { Shell } from '../shell.ts';
import { bindSpecialVariables } from '../variables/special-variables.ts';

/** What a subshell gets that its parent has not. */
export interface ForkOptions {
  readonly pid: number;
  readonly group: number;
  readonly signal: AbortSignal;
  readonly held: () => Promise<void> | undefined;
  /** Descriptors that differ from the parent's; the files are retained. */
  readonly descriptors: ReadonlyMap<number, OpenFile>;
  readonly ignoredSignals: ReadonlySet<SignalName>;
  /** Command substitutions do not inherit `set -e` unless `inherit_errexit` is on. */
  readonly isSubstitution: boolean;
  /** A part of a pipeline that is one simple command. */
  readonly isSimpleCommand: boolean;
}

/** Copies a shell for a subshell: changes to either do not reach the other. */
export function forkShell(parent: Shell, options: ForkOptions): Shell {
  const setOptions = new Set(parent.options);
  if (options.isSubstitution && !parent.shellOptions.has('inherit_errexit') && !setOptions.has('posix'))
    setOptions.delete('errexit');
  const files = new Map([...parent.descriptors.entries(), ...options.descriptors]);
  const keepDebug = setOptions.has('functrace');
  const child: Shell = {
    ...parent,
    pid: options.pid,
    group: options.group,
    signal: options.signal,
    held: options.held,
    jobControl: undefined,
    variables: parent.variables.clone(),
    functions: new Map(parent.functions),
    aliases: new Map(parent.aliases),
    options: setOptions,
    shellOptions: new Set(parent.shellOptions),
    descriptors: new DescriptorTable(files),
    traps: inheritTraps(parent.traps, { keepDebug, keepError: setOptions.has('errtrace') }),
    jobs: inheritJobs(parent.jobs),
    resourceLimits: new Map(parent.resourceLimits),
    directories: [...parent.directories],
    commandPaths: new Map(parent.commandPaths),
    disabledBuiltins: new Set(parent.disabledBuiltins),
    completions: new Map(parent.completions),
    history: parent.history.copy(),
    frames: [...parent.frames],
    subshellDepth: parent.subshellDepth + 1,
    subshellLevel: parent.subshellLevel + (options.isSimpleCommand ? 0 : 1),
    openSubstitutions: [],
    ignoredSignals: options.ignoredSignals,
    loopDepth: 0,
    randomSeed: (parent.randomSeed * 69069 + options.pid) >>> 0,
  };
  bindSpecialVariables(child);
  return child;
}
