import { decodeText, describeError, encodeText, joinPath, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { renderHelp } from '../../arguments/render-help.ts';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll } from '../../command/read-lines.ts';
import { AwkFault, RuntimeFault, showPlace } from './awk-fault.ts';
import { compileProgram } from './compile-program.ts';
import { parseProgram } from './parse-program.ts';
import { runAwk } from './run-awk.ts';
import { AwkRuntime } from './runtime.ts';
import type { AwkSource } from './tokenize.ts';

type AwkOption = 'fieldSeparator' | 'assign' | 'file' | 'source' | 'posix' | 'lint';
type AwkRun = CommandRun<AwkOption>;

const USAGE: CommandUsage<AwkOption> = {
  name: 'awk',
  synopsis: ["[OPTION]... [--] 'PROGRAM' [FILE]...", '[OPTION]... -f PROGFILE [--] [FILE]...'],
  summary: 'Run PROGRAM on the records of each FILE, or of standard input.',
  stopsAtOperand: true,
  options: {
    fieldSeparator: { short: 'F', long: 'field-separator', value: 'FS', help: 'separate fields by FS' },
    assign: { short: 'v', long: 'assign', value: 'VAR=VAL', help: 'set a variable before the program runs' },
    file: { short: 'f', long: 'file', value: 'PROGFILE', help: 'read the program from PROGFILE' },
    source: { short: 'e', long: 'source', value: 'TEXT', help: 'add TEXT to the program' },
    posix: {
      short: 'cNOPrst',
      long: ['posix', 'traditional', 're-interval', 'optimize', 'no-optimize', 'use-lc-numeric', 'lint-old'],
      help: 'accepted: the language is the same',
    },
    lint: { short: 'L', long: 'lint', value: 'KIND', valueIsOptional: true, help: 'accepted; no more is warned about' },
  },
  notes: "The language is POSIX awk with gawk's common extensions.",
};

/** Runs programs in the awk language. */
export const awk: Program = defineCommand(USAGE, async (run) => {
  let runtime: AwkRuntime | undefined;
  try {
    const program = await readProgram(run);
    if (!program) return 1;
    const { sources, operands } = program;
    const parsed = parseProgram(sources);
    runtime = new AwkRuntime(run.context, run.output, run.name, operands);
    for (const warning of parsed.warnings) await runtime.warn(warning);
    assignOptions(run, runtime);
    await runAwk(compileProgram(parsed, runtime), runtime);
    return runtime.exitStatus;
  } catch (error) {
    const fault = error instanceof RuntimeFault ? beforeRunning(error) : error;
    if (!(fault instanceof AwkFault)) throw error;
    await run.fail(fault.message, fault.status);
    await runtime?.streams.closeAll();
    return fault.status;
  }
});

/** What is wrong shows when the program is compiled already. */
function beforeRunning({ place, message }: RuntimeFault): AwkFault {
  return new AwkFault(`${place ? `${showPlace(place)}: ` : ''}fatal: ${message}`);
}

function assignOptions({ arguments: given }: AwkRun, runtime: AwkRuntime): void {
  for (const { name, value } of given.given) {
    if (name === 'fieldSeparator') runtime.assignFromCommandLine(`FS=${value}`);
    if (name === 'assign' && !runtime.assignFromCommandLine(value)) throw wrongAssignment(value);
  }
}

function wrongAssignment(text: string): AwkFault {
  const [name = ''] = text.split('=');
  const isWhole = text.includes('=');
  return new AwkFault(
    isWhole
      ? `fatal: \`${name}' is not a legal variable name`
      : `fatal: \`${text}' argument to \`-v' not in \`var=value' form`,
  );
}

async function readProgram(run: AwkRun): Promise<{ sources: AwkSource[]; operands: readonly string[] } | undefined> {
  const sources: AwkSource[] = [];
  for (const { name, value } of run.arguments.given) {
    if (name === 'source') sources.push({ name: 'cmd. line', text: value });
    if (name === 'file') sources.push({ name: value, text: await readSource(run, value) });
  }
  if (sources.length > 0) return { sources, operands: run.arguments.operands };
  const [text, ...operands] = run.arguments.operands;
  if (text !== undefined) return { sources: [{ name: 'cmd. line', text }], operands };
  await run.context.stderr.write(encodeText(renderHelp(USAGE)));
  return undefined;
}

async function readSource({ context }: AwkRun, name: string): Promise<string> {
  try {
    const isStdin = name === '-' || name === '/dev/stdin';
    const bytes = isStdin ? await readAll(context.stdin) : context.files.readFile(joinPath(context.cwd, name));
    return decodeText(bytes);
  } catch (error) {
    if (!isInputFault(error)) throw error;
    throw new AwkFault(`fatal: cannot open source file \`${name}' for reading: ${describeError(error)}`);
  }
}
