import { encodeText, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { runProgram } from '../../command/run-program.ts';

type ManOption = 'keyword' | 'whatis' | 'accepted' | 'acceptedValue' | 'section' | 'where' | 'local' | 'fullText';

const USAGE: CommandUsage<ManOption> = {
  name: 'man',
  synopsis: ['[OPTION]... [SECTION] NAME...', '-k NAME...', '-f NAME...'],
  summary: 'Print how commands are called. There are no manual pages here; a command is asked for its --help.',
  options: {
    accepted: {
      short: 'acdDiIhtTuZX7',
      long: [
        'all',
        'no-hyphenation',
        'no-justification',
        'ascii',
        'ignore-case',
        'match-case',
        'update',
        'no-subpages',
      ],
    },
    acceptedValue: {
      short: 'PCLmMpEr',
      long: ['pager', 'locale', 'manpath', 'systems', 'preprocessor', 'encoding', 'prompt', 'config-file'],
      value: 'VALUE',
    },
    keyword: { short: 'k', long: 'apropos', help: 'list the commands whose names hold NAME' },
    whatis: { short: 'f', long: 'whatis', help: 'list the commands of that name' },
    section: { short: 'sSe', long: 'sections', value: 'LIST', help: 'look in these sections; all commands are in 1' },
    where: { short: 'wW', long: ['where', 'path', 'location', 'where-cat'] },
    local: { short: 'l', long: 'local-file' },
    fullText: { short: 'K', long: 'global-apropos' },
  },
  notes: '-w, -l and -K are about the files of manual pages, and refused.\nExit status is 16 where there is nothing.',
};

/** Options about the files of pages, and why they are refused. */
const REFUSALS: readonly { readonly option: ManOption; readonly reason: string }[] = [
  { option: 'where', reason: 'there are no manual pages here, so none has a place; try `which NAME`' },
  { option: 'local', reason: 'there is nothing here to format manual pages; try `cat FILE`' },
  { option: 'fullText', reason: 'there are no manual pages here to search; try `man -k NAME`' },
];

const NO_ENTRY = 16;
const SECTION = /^[1-9]\w*$/;
/** The section of commands. */
const COMMANDS = '1';

/** Prints the help of commands. */
export const man: Program = defineCommand(USAGE, async (run) => {
  const { arguments: given } = run;
  const refusal = REFUSALS.find(({ option }) => given.has(option));
  if (refusal) {
    await run.fail(refusal.reason, NO_ENTRY);
    return run.status;
  }
  if (given.has('keyword') || given.has('whatis')) return listNames(run);
  const { sections, names } = readNames(run);
  if (names.length === 0) return complain(run, "What manual page do you want?\nFor example, try 'man man'.", 1);
  for (const name of names) {
    const isThere = run.context.processes.find(name, run.context)?.kind === 'program';
    await run.output.flush();
    if (isThere && (sections.length === 0 || sections.includes(COMMANDS))) {
      await runProgram(run.context, [name, '--help']);
      continue;
    }
    const where = sections.length === 0 || given.has('section') ? '' : ` in section ${sections.join(':')}`;
    await complain(run, `No manual entry for ${name}${where}`, NO_ENTRY);
  }
  return run.status;
});

type ManRun = CommandRun<ManOption>;

/** A section may stand before the names. */
function readNames({ arguments: given }: ManRun): { sections: readonly string[]; names: readonly string[] } {
  const listed = given.values('section').flatMap((list) => list.split(/[:,]/).filter(Boolean));
  const [first = '', ...rest] = given.operands;
  if (listed.length > 0 || rest.length === 0 || !SECTION.test(first))
    return { sections: listed, names: given.operands };
  return { sections: [first.slice(0, 1)], names: rest };
}

/** Lists commands, which have no descriptions here. */
async function listNames(run: ManRun): Promise<number> {
  const { operands } = run.arguments;
  const isExact = run.arguments.last('keyword', 'whatis') === 'whatis';
  if (operands.length === 0) return complain(run, `${isExact ? 'whatis' : 'apropos'} what?`, 1);
  const known = [...run.context.processes.programNames()].sort();
  for (const name of operands) {
    const found = known.filter((each) => (isExact ? each === name : each.includes(name)));
    run.output.putText(found.map((each) => `${each} (${COMMANDS})\n`).join(''));
    if (found.length > 0) continue;
    await run.output.flush();
    await complain(run, `${name}: nothing appropriate.`, NO_ENTRY);
  }
  return run.status;
}

/** Says what is wrong without the command's name, as man does. */
async function complain(run: ManRun, message: string, status: number): Promise<number> {
  run.status = Math.max(run.status, status);
  await run.context.stderr.write(encodeText(`${message}\n`));
  return run.status;
}
