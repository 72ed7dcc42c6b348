import { statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  createMemoryRuleStore,
  type PersistedToolResult,
  presets,
  presetTools,
  type RuleStore,
  type ToolPreset,
} from '@cloche/tools';
import { askOnTerminal } from '../ask-on-terminal.ts';
import { composeToolRunner } from '../compose.ts';
import { createRuleFile, openReadOnlyRuleFile } from '../rules/rule-file.ts';
import type { CliCommand } from './command.ts';

const PRESETS = Object.keys(presets).join(', ');
const NAMES = namesOf('agentToolset20260401').join(', ');

const HELP = `Usage: cloche tool NAME JSON [--root DIR] [--tools PRESET] [--allow NAME]… [--rules FILE] [--trust]

Runs one tool (${NAMES}) on this machine's files and prints
{ "content": …, "isError": …, "details": … }.

Every call asks on the terminal first. The file tools stay inside the root, and bash gets only harmless variables.

  --root DIR     where relative paths start; the current directory if not given
  --tools PRESET which tools: ${PRESETS}; the first if not given
  --allow NAME   runs the tool NAME without asking; may be given more than once
  --rules FILE   takes the permission rules of FILE, an absolute path, into account; "always" at the terminal adds to it.
                 The file and its directory must be yours alone (chmod 600, and go-w)
  --trust        runs every tool without asking, on any file, with your whole environment

Exit status: 0 when the tool succeeded, 1 when its result is an error, 2 when the command makes no sense, 3 when the call
needs approval and there is no terminal to ask on.
`;

const STATUS_ERROR = 1;
const STATUS_USAGE = 2;
const STATUS_UNAPPROVED = 3;

/** `cloche tool`: one tool call. */
export const toolCommand: CliCommand = {
  summary: 'run one tool call on your files and print its result as JSON',
  help: HELP,
  async run(args) {
    const request = parseRequest(args);
    if (typeof request === 'string') {
      process.stderr.write(`cloche tool: ${request}; 'cloche tool --help' says more\n`);
      return STATUS_USAGE;
    }
    const { name, input, rules: ruleFile, ...rest } = request;
    const cancel = new AbortController();
    process.once('SIGINT', () => cancel.abort(new Error('interrupted')));
    const ask = askOnTerminal({ keepsRules: ruleFile !== undefined });
    const rules = openRules(ruleFile, ask !== undefined, cancel);
    if (typeof rules === 'string') {
      process.stderr.write(`cloche tool: --rules ${rules}\n`);
      return STATUS_USAGE;
    }
    const runner = composeToolRunner({
      ...rest,
      ask,
      rules,
      ...(ruleFile === undefined ? {} : { rulesFile: ruleFile }),
    });
    const result = await runner.run({ id: 'call', name, input }, { signal: cancel.signal });
    await runner.close();
    await print(result);
    if (result.details.code === 'approval_required') return STATUS_UNAPPROVED;
    return result.isError ? STATUS_ERROR : 0;
  },
};

interface Request {
  readonly name: string;
  readonly input: string;
  readonly root: string;
  readonly tools: ToolPreset;
  readonly allowed: readonly string[];
  readonly isTrusted: boolean;
  readonly rules: string | undefined;
}

/** Returns the rules of a file, or what is wrong with it. */
function openRules(path: string | undefined, canAsk: boolean, cancel: AbortController): RuleStore | string {
  if (path === undefined) return createMemoryRuleStore();
  const onWait = (lock: string): void =>
    void process.stderr.write(`cloche tool: waiting for ${lock}; delete it if no other cloche is running\n`);
  if (canAsk) return createRuleFile(path, { signal: cancel.signal, onWait });
  try {
    return openReadOnlyRuleFile(path);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function parseRequest(args: readonly string[]): Request | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        root: { type: 'string' },
        tools: { type: 'string' },
        allow: { type: 'string', multiple: true },
        rules: { type: 'string' },
        trust: { type: 'boolean' },
      },
    });
    const [name, input, ...extra] = positionals;
    if (name === undefined || input === undefined) return 'NAME and JSON are required';
    if (extra.length > 0) return `what is ${JSON.stringify(extra[0])} for? Quote the JSON as one word`;
    const allowed = values.allow ?? [];
    const tools = values.tools ?? 'agentToolset20260401';
    if (!isPreset(tools)) return `--tools ${tools}: the presets are ${PRESETS}`;
    const names = namesOf(tools);
    const unknown = allowed.find((tool) => !names.includes(tool));
    if (unknown !== undefined) return `--allow ${unknown}: the tools are ${names.join(', ')}`;
    if (values.rules !== undefined && !isAbsolute(values.rules))
      return `--rules ${values.rules}: give the whole path, from /`;
    const root = resolve(values.root ?? '.');
    if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) return `--root ${root}: not a directory`;
    return { name, input, root, tools, allowed, isTrusted: values.trust ?? false, rules: values.rules };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function namesOf(preset: ToolPreset): string[] {
  return presetTools(preset, { processes: false }).map(({ name }) => name);
}

function isPreset(name: string): name is ToolPreset {
  return Object.hasOwn(presets, name);
}

function print({ content, isError, details }: PersistedToolResult): Promise<void> {
  const text = `${JSON.stringify({ content, isError, details }, null, 2)}\n`;
  return new Promise((done, failed) => process.stdout.write(text, (error) => (error ? failed(error) : done())));
}
