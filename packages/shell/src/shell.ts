import type { Clock, FileSystem, ProcessHost, RandomBytes, SignalName, YieldIfDue } from '@cloche/system';
import type { ArithmeticEvaluator } from './arithmetic/evaluate-arithmetic.ts';
import type { BuiltinTable } from './builtins/builtin.ts';
import type { Completion } from './execute/completion.ts';
import type { Task } from './execute/task.ts';
import type { ExpansionSink } from './expand/expansion-sink.ts';
import type { HistoryList } from './interactive/history.ts';
import type { JobControl } from './jobs/job-control.ts';
import type { JobTable } from './jobs/job-table.ts';
import type { TrapTable } from './jobs/trap-table.ts';
import type { RunBudget, ShellLimits } from './limits.ts';
import type { SetOption } from './options.ts';
import type { DescriptorTable } from './redirect/descriptor-table.ts';
import type { CommandNode, FunctionDefinition, Statement } from './script/parse-script.ts';
import type { SourceText } from './script/source-text.ts';
import type { VariableScopes } from './variables/variable-scopes.ts';
import type { NestedScript, ProcessPart, WordPart } from './words/word.ts';
import type { WordCache } from './words/word-cache.ts';

/** What a machine gives to its shells. */
export interface Machine {
  readonly files: FileSystem;
  readonly processes: ProcessHost;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly yieldIfDue: YieldIfDue;
}

/** A function of the script. */
export interface ShellFunction {
  readonly name: string;
  readonly definition: FunctionDefinition;
  readonly source: SourceText;
  readonly isExported: boolean;
  readonly isReadonly?: boolean;
}

/** One level of function calls and sourced files. */
export interface Frame {
  readonly kind: 'function' | 'source';
  readonly name: string;
  /** Where the frame's commands come from. */
  readonly source: SourceText;
  /** Line of the call. */
  readonly callLine: number;
  readonly callSource: SourceText;
}

/** How a text is run inside a shell that is already running. */
export interface NestedRun {
  readonly name: string;
  readonly firstLine: number;
  /** `eval` names itself in the messages of syntax errors. */
  readonly caller?: string;
}

/** Runs commands for the parts of the shell that only hold them: substitutions, traps, `eval`. */
export interface Interpreter {
  /** Gives the expansion of each part to the sink; literal text of an operand is split as results are. */
  expandParts(shell: Shell, parts: readonly WordPart[], sink: ExpansionSink, isOperand?: boolean): Task<void>;
  /** Runs statements of the shell's current source. */
  executeStatements(shell: Shell, statements: readonly Statement[]): Task<Completion>;
  executeCommand(shell: Shell, node: CommandNode): Task<Completion>;
  /** Returns the line number of the running command. */
  lineOf(shell: Shell): number;
  /** Runs a text in this shell. */
  runText(shell: Shell, text: string, options: NestedRun): Task<Completion>;
  /** Runs a script in a subshell and returns its output without the last newlines; sets `substitutionStatus`. */
  captureOutput(shell: Shell, script: NestedScript): Task<string>;
  /** Starts a process substitution and returns its path. */
  startProcessSubstitution(shell: Shell, part: ProcessPart): string;
  /** Runs a command by its words, past functions when `skipsFunctions`. */
  runWords(
    shell: Shell,
    words: readonly string[],
    options: { skips: 'nothing' | 'functions' | 'all but builtins'; path?: string | undefined },
  ): Task<Completion>;
  /** Runs a function that exists. */
  callFunction(shell: Shell, definition: ShellFunction, args: readonly string[]): Task<Completion>;
}

/** The state of one shell process: of the session's shell, or of a subshell. Commands change it in place. */
export interface Shell {
  readonly machine: Machine;
  readonly limits: ShellLimits;
  /** What this run has used; one for all of its shells. */
  readonly budget: RunBudget;
  readonly interpreter: Interpreter;
  readonly arithmetic: ArithmeticEvaluator;
  readonly words: WordCache;
  readonly builtins: BuiltinTable;
  /** `$BASHPID`. */
  readonly pid: number;
  /** `$$`. */
  readonly mainPid: number;
  readonly parentPid: number;
  /** The environment that the process began with, as `/proc/self/environ` shows it. */
  readonly startEnvironment: ReadonlyMap<string, string>;
  readonly group: number;
  /** Aborted when a signal ends this process; in an interactive shell also when one interrupts the running command. */
  signal: AbortSignal;
  /** Set while a stop signal holds this process. */
  readonly held: () => Promise<void> | undefined;
  /** `$0`. */
  name: string;
  /** `c` when the script is an argument, `s` when it is standard input. */
  readonly mode: 'c' | 's' | '';
  /** Commands come from a person at a terminal. */
  isInteractive: boolean;
  /** Each command line becomes a process group of its own; only in the shell that has the terminal, not in its subshells. */
  jobControl: JobControl | undefined;
  /** What `history` lists: the lines that were entered in an interactive shell. */
  readonly history: HistoryList;
  positional: readonly string[];
  variables: VariableScopes;
  functions: Map<string, ShellFunction>;
  aliases: Map<string, string>;
  options: Set<SetOption>;
  shellOptions: Set<string>;
  descriptors: DescriptorTable;
  cwd: string;
  umask: number;
  /** What `ulimit` set, by letter. */
  readonly resourceLimits: Map<string, { readonly soft: string; readonly hard: string }>;
  readonly traps: TrapTable;
  readonly jobs: JobTable;
  /** `pushd`'s stack below the current directory. */
  directories: string[];
  /** `hash`: where commands were found, and how often. */
  readonly commandPaths: Map<string, { path: string; hits: number }>;
  readonly disabledBuiltins: Set<string>;
  /** `complete`: the options of each command's rule. */
  readonly completions: Map<string, string>;
  /** `$?`. */
  status: number;
  pipelineStatuses: readonly number[];
  /** Status of the last command substitution of the command that is being expanded. */
  substitutionStatus: number | undefined;
  /** `$!`. */
  lastBackgroundPid: number | undefined;
  /** `$_`. */
  lastArgument: string;
  frames: Frame[];
  /** The command that runs now, for `LINENO` and messages. */
  source: SourceText;
  offset: number;
  /** Above 0 where `set -e` and the ERR trap do not act: conditions, `!`, parts of `&&` and `||`. */
  uncheckedDepth: number;
  loopDepth: number;
  /** How many lines of commands were read, for `\\#` in prompts. */
  commandNumber: number;
  depth: number;
  subshellDepth: number;
  /** `BASH_SUBSHELL`: a simple command of a pipeline is no level of its own. */
  subshellLevel: number;
  /** Set while a trap runs: the status that `exit` without an argument gives. */
  trapStatus: number | undefined;
  /** Descriptors of process substitutions that close when the command ends. */
  openSubstitutions: number[];
  /** Set by `exec` without a command: the redirections of the running command stay. */
  keepsRedirections: boolean;
  getoptsPosition: number;
  secondsOffset: number;
  randomSeed: number;
  /** Signals ignored since the shell began. */
  readonly ignoredSignals: ReadonlySet<SignalName>;
  /** Text of the command that runs, for `BASH_COMMAND`; made when it is read. */
  commandText: () => string;
  /** `BASH_EXECUTION_STRING`: the script of `-c`. */
  readonly executionString: string | undefined;
  /** Substitutions around the running command, for `set -x`. */
  traceDepth: number;
  /** Set by `exec COMMAND`: the session keeps nothing of this run. */
  isReplaced: boolean;
}
