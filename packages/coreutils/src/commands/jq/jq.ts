import { decodeText, describeError, encodeText, type Program, type ProgramContext } from '@cloche/system';
import { createArguments } from '../../arguments/parse-options.ts';
import { CommandRun, isInputFault } from '../../command/command-run.ts';
import { readAll } from '../../command/read-lines.ts';
import { formatJson } from './format-json.ts';
import { type JqArguments, JqUsageFault, type JqVariable, parseJqArguments } from './jq-arguments.ts';
import { JQ_HELP } from './jq-help.ts';
import type { JsonQueryEngine } from './json-query-engine.ts';
import { replaceNames } from './replace-names.ts';

const STATUS = { wrongCall: 2, missingInput: 2 };
/** The WebAssembly module holds its input several times over. */
const MAX_INPUT_UNITS = 64 * 1024 * 1024;
/** Same length as `$ENV` and `$ARGS`, so that places in messages stay right. */
const ENVIRONMENT = 'EnV';
const NAMED_ARGUMENTS = 'ArGS';

/** Makes the program that runs jq's own code in `engine`; without one it says what is missing. */
export function createJq(engine: JsonQueryEngine | undefined): Program {
  return async (context) => {
    const run = new CommandRun<never>(context, 'jq', createArguments<never>([], []));
    if (!engine) {
      await run.warn('error: this machine runs no WebAssembly for commands (createCommandTable({ jq }))');
      return STATUS.wrongCall;
    }
    try {
      return await runJq(run, explained(engine), parseJqArguments(context.argv.slice(1)));
    } catch (error) {
      if (!(error instanceof JqUsageFault)) throw error;
      const hint = '\nUse jq --help for help with command-line options';
      await run.warn(error.isAboutData ? error.message : `error: ${error.message}${hint}`);
      return STATUS.wrongCall;
    } finally {
      run.close();
    }
  };
}

/** An engine that fails is told as jq's errors are; one that was aborted is not. */
function explained(engine: JsonQueryEngine): JsonQueryEngine {
  return {
    async run(request, { signal }) {
      try {
        return await engine.run(request, { signal });
      } catch (error) {
        signal.throwIfAborted();
        throw new JqUsageFault(`error: ${error instanceof Error ? error.message : String(error)}`, true);
      }
    },
  };
}

async function runJq(run: CommandRun<never>, engine: JsonQueryEngine, given: JqArguments): Promise<number> {
  const { context } = run;
  if (given.wants === 'help' || given.wants === 'version') {
    await context.stdout.write(encodeText(given.wants === 'help' ? JQ_HELP : 'jq-1.8.2\n'));
    return 0;
  }
  if (given.filter === undefined) {
    await context.stderr.write(encodeText(JQ_HELP));
    return STATUS.wrongCall;
  }
  const filter = given.filterIsFile ? await readFilter(run, given.filter) : given.filter;
  const variables = filter === undefined ? undefined : await readVariables(run, engine, given.variables);
  if (filter === undefined || variables === undefined) return STATUS.missingInput;
  const input = await readInput(run, given);
  if (input.length > MAX_INPUT_UNITS) {
    await run.warn('error: the input is larger than 64 MiB');
    return STATUS.missingInput;
  }
  const prepared = prepare(filter, given, variables, context.env);
  const answer = await engine.run(
    { input, filter: prepared.filter, flags: ['-c', ...given.flags, ...prepared.flags] },
    { signal: context.signal },
  );
  return writeAnswer(run, given, answer);
}

async function writeAnswer(
  run: CommandRun<never>,
  given: JqArguments,
  answer: Awaited<ReturnType<JsonQueryEngine['run']>>,
): Promise<number> {
  for (const line of answer.stdout.split('\n')) {
    const compact = line.replace(/^\x1e/, '');
    if (compact === '') continue;
    run.output.putText(formatJson(compact, given.style));
    const wait = run.output.drain();
    if (wait) await wait;
  }
  await run.output.flush();
  if (answer.stderr !== '') {
    const [only, other] = given.files;
    const shown = only !== undefined && other === undefined ? only : '<stdin>';
    await run.context.stderr.write(encodeText(`${answer.stderr.replaceAll('/dev/stdin', () => shown)}\n`));
  }
  return Math.max(answer.status, run.status);
}

async function readFilter(run: CommandRun<never>, name: string): Promise<string | undefined> {
  try {
    return decodeText(await readAll(run.open(name)));
  } catch (error) {
    if (!isInputFault(error)) throw error;
    await run.warn(`error: Could not open ${name}: ${describeError(error)}`);
    return undefined;
  }
}

/** Returns the flags of the variables, files read; nothing when one cannot be. */
async function readVariables(
  run: CommandRun<never>,
  engine: JsonQueryEngine,
  variables: readonly JqVariable[],
): Promise<{ name: string; json: string }[] | undefined> {
  const read: { name: string; json: string }[] = [];
  for (const variable of variables) {
    const { name } = variable;
    if (variable.kind === 'text') read.push({ name, json: JSON.stringify(variable.value) });
    else if (variable.kind === 'json') {
      const { status } = await engine.run({ input: variable.value, filter: '.', flags: ['-c'] }, run.context);
      if (status !== 0 || variable.value.trim() === '') {
        throw new JqUsageFault(`Invalid JSON text passed to --argjson`);
      }
      read.push({ name, json: variable.value });
    } else {
      try {
        const text = decodeText(await readAll(run.open(variable.file)));
        if (variable.kind === 'raw-file') {
          read.push({ name, json: JSON.stringify(text) });
          continue;
        }
        const { stdout, stderr, status } = await engine.run({ input: text, filter: '.', flags: ['-cs'] }, run.context);
        if (status !== 0)
          throw new JqUsageFault(
            `Bad JSON in --slurpfile ${name} ${variable.file}: ${stderr.replace(/^jq: parse error: /, '')}`,
            true,
          );
        read.push({ name, json: stdout });
      } catch (error) {
        if (!isInputFault(error)) throw error;
        const option = variable.kind === 'raw-file' ? 'rawfile' : 'slurpfile';
        throw new JqUsageFault(
          `Bad JSON in --${option} ${name} ${variable.file}: Could not open ${variable.file}: ${describeError(error)}`,
          true,
        );
      }
    }
  }
  return read;
}

async function readInput(run: CommandRun<never>, given: JqArguments): Promise<string> {
  const parts: string[] = [];
  // Without input a filter may still ask for it, by `input`.
  const isAsked = !given.takesNoInput || /\binputs?\b/.test(given.filter ?? '') || given.filterIsFile;
  if (given.files.length === 0) return isAsked ? decodeText(await readAll(run.context.stdin)).toWellFormed() : '';
  for (const name of given.files) {
    try {
      parts.push(decodeText(await readAll(run.open(name))));
    } catch (error) {
      if (!isInputFault(error)) throw error;
      await run.fail(`error: Could not open ${name}: ${describeError(error)}`, STATUS.missingInput);
    }
  }
  return parts
    .map((text, index) => (index < parts.length - 1 && !text.endsWith('\n') ? `${text}\n` : text))
    .join('')
    .toWellFormed();
}

/**
 * Gives the filter its variables. The module has no environment and no positional arguments: names that ask for those
 * are replaced by variables.
 */
function prepare(
  filter: string,
  given: JqArguments,
  variables: readonly { readonly name: string; readonly json: string }[],
  env: ProgramContext['env'],
): { filter: string; flags: string[] } {
  const named = Object.fromEntries(variables.map(({ name, json }) => [name, json]));
  const flags = Object.entries(named).flatMap(([name, json]) => ['--argjson', name, json]);
  const replaced = replaceNames(
    filter,
    new Map([
      ['$ENV', `$${ENVIRONMENT}`],
      ['env', `$${ENVIRONMENT}`],
      ['$ARGS', `$${NAMED_ARGUMENTS}`],
    ]),
  );
  if (replaced === filter) return { filter, flags };
  const positional = given.positional.map(({ kind, value }) => (kind === 'text' ? JSON.stringify(value) : value));
  const fields = Object.entries(named).map(([name, json]) => `${JSON.stringify(name)}:${json}`);
  const names = `{"positional":[${positional.join(',')}],"named":{${fields.join(',')}}}`;
  const environment = JSON.stringify(Object.fromEntries(env));
  return {
    filter: replaced,
    flags: [...flags, '--argjson', ENVIRONMENT, environment, '--argjson', NAMED_ARGUMENTS, names],
  };
}
