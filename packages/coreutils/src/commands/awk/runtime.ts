import { encodeText, type ProgramContext } from '@cloche/system';
import type { OutputBuffer } from '../../command/output-buffer.ts';
import { MainInput } from './main-input.ts';
import { RandomNumbers } from './random-numbers.ts';
import { AwkRecord } from './record.ts';
import { Regexps } from './regexps.ts';
import { AwkSettings } from './settings.ts';
import { AwkStreams } from './streams.ts';
import { unescapeText } from './string-escapes.ts';
import { AwkArray, InputText } from './values.ts';
import { type AwkVariable, createSpecialVariables, createVariable } from './variables.ts';

/** Everything that a running program works on. */
export class AwkRuntime {
  readonly context: ProgramContext;
  readonly output: OutputBuffer;
  readonly regexps: Regexps = new Regexps();
  readonly settings: AwkSettings = new AwkSettings(this.regexps);
  readonly record: AwkRecord = new AwkRecord(this.settings);
  readonly input: MainInput = new MainInput(this);
  readonly random: RandomNumbers = new RandomNumbers();
  readonly streams: AwkStreams;
  readonly #variables: Map<string, AwkVariable>;
  readonly #commandName: string;
  exitStatus = 0;

  /** @param operands  what follows the program: files and assignments */
  constructor(context: ProgramContext, output: OutputBuffer, commandName: string, operands: readonly string[]) {
    this.context = context;
    this.output = output;
    this.#commandName = commandName;
    this.streams = new AwkStreams(context, output, this.regexps);
    this.#variables = createSpecialVariables(this.settings, this.record, this.input);
    this.variable('ENVIRON').set(arrayOf(context.env));
    this.variable('ARGV').set(arrayOf([commandName, ...operands].entries()));
    this.variable('ARGC').set(operands.length + 1);
    const facts: [string, string][] = [
      ['version', '5.2.1'],
      ['pid', String(context.process.pid)],
      ['ppid', String(context.process.parent)],
      ['FS', 'FS'],
    ];
    this.variable('PROCINFO').set(arrayOf(facts));
  }

  /** Returns the global variable of a name. */
  variable(name: string): AwkVariable {
    const known = this.#variables.get(name);
    if (known) return known;
    const fresh = createVariable();
    this.#variables.set(name, fresh);
    return fresh;
  }

  /** Carries out `name=value`; returns false when the text is something else. */
  assignFromCommandLine(text: string): boolean {
    const [, name, value = ''] = /^([A-Za-z_][A-Za-z_0-9]*)=([^]*)$/.exec(text) ?? [];
    if (name === undefined) return false;
    this.variable(name).set(new InputText(unescapeText(value)));
    return true;
  }

  /** Writes a line to standard error, behind what was printed so far. */
  async warn(message: string): Promise<void> {
    await this.output.flush();
    await this.context.stderr.write(encodeText(`${this.#commandName}: ${message}\n`));
  }
}

function arrayOf(entries: Iterable<readonly [string | number, string]>): AwkArray {
  const array = new AwkArray();
  for (const [key, text] of entries) array.elements.set(String(key), new InputText(text));
  return array;
}
