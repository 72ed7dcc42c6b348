import { decodeText, encodeText, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll } from '../../command/read-lines.ts';
import { BcMachine, BcQuit } from './bc-machine.ts';
import { BcFault } from './decimal.ts';
import { BcParser, BcSyntaxFault } from './parse-bc.ts';
import { tokenizeBc } from './tokenize-bc.ts';

type BcOption = 'interactive' | 'mathlib' | 'quiet' | 'standard' | 'warn' | 'help' | 'version';

const USAGE: CommandUsage<BcOption> = {
  name: 'bc',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Compute with numbers of any length: run each FILE, then standard input.',
  options: {
    help: { short: 'h' },
    interactive: { short: 'i', long: 'interactive', help: 'accepted' },
    mathlib: { short: 'l', long: 'mathlib', help: 'define s c a l e j and set scale to 20' },
    quiet: { short: 'q', long: 'quiet', help: 'accepted; there is no banner' },
    standard: { short: 's', long: 'standard', help: 'accepted' },
    warn: { short: 'w', long: 'warn', help: 'accepted' },
    version: { short: 'v' },
  },
  notes: 'The environment variable BC_LINE_LENGTH is the longest line of output (70); 0 for no limit.',
};

const DEFAULT_LINE_LENGTH = 70;

/** Computes with decimal numbers of any length. */
export const bc: Program = defineCommand<BcOption>(USAGE, async (run) => {
  const written = run.context.env.get('BC_LINE_LENGTH') ?? '';
  const lineLength = /^\d+$/.test(written) ? Number(written) : DEFAULT_LINE_LENGTH;
  const isUnlimited = lineLength === 0 || lineLength < 3;
  const machine = new BcMachine(
    (text) => run.output.putText(text),
    isUnlimited ? 0 : lineLength,
    run.arguments.has('mathlib'),
  );
  for (const name of [...run.arguments.operands, undefined]) {
    let text: string;
    try {
      text = decodeText(await readAll(name === undefined ? run.context.stdin : run.open(name)));
    } catch (error) {
      if (!isInputFault(error)) throw error;
      await report(run, `File ${name ?? ''} is unavailable.`);
      return 1;
    }
    if (!(await runText(run, machine, text, name ?? '(standard_in)'))) return 0;
  }
  return 0;
});

/** Runs a program line by line; returns whether to go on with the next. */
async function runText(run: CommandRun<BcOption>, machine: BcMachine, text: string, name: string): Promise<boolean> {
  const parser = new BcParser(tokenizeBc(text));
  while (!parser.isAtEnd) {
    try {
      for (const statement of parser.nextLine()) {
        const steps = machine.run(statement);
        for (let step = steps.next(); ; step = steps.next()) {
          if (step.done) {
            if (!step.value) return false;
            break;
          }
          const turn = run.context.yieldIfDue();
          if (turn) await turn;
          const drained = run.output.drain();
          if (drained) await drained;
        }
      }
    } catch (error) {
      if (error instanceof BcQuit) return false;
      if (error instanceof BcSyntaxFault) await report(run, `${name} ${error.lineNumber}: ${error.message}`);
      else if (error instanceof BcFault) await report(run, `Runtime error: ${error.message}`);
      else throw error;
    }
  }
  return true;
}

async function report(run: CommandRun<BcOption>, message: string): Promise<void> {
  await run.output.flush();
  await run.context.stderr.write(encodeText(`${message}\n`));
}
