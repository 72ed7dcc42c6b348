import type { Program, ProgramTable } from '@cloche/system';
import { statusCode } from '@cloche/system';
import { describe, expect, test } from 'vitest';
import { runProgram } from '../../command/run-program.ts';
import { createCommandTable } from '../../command-table.ts';
import { createInMemoryMachine } from '../../testing/in-memory-machine.ts';

/** A shell that runs one command without quotes. */
const shell: Program = async (context) => {
  const [, , text = ''] = context.argv;
  if (text.startsWith('exit ')) return Number(text.slice(5));
  return statusCode(await runProgram(context, text.split(' ')));
};

const commands = createCommandTable();
const programs: ProgramTable = {
  has: (name) => name === 'sh' || commands.has(name),
  names: () => ['sh', ...commands.names()],
  load: (name) => (name === 'sh' ? shell : commands.load(name)),
};

async function run(program: string, ...operands: string[]): Promise<{ stdout: string; status: number }> {
  const machine = createInMemoryMachine(programs, { 'abc.txt': 'b\na\nc\n' });
  return machine.run(['awk', program, ...operands]);
}

describe('awk with other commands', () => {
  test('reads what a command prints', async () => {
    const { stdout } = await run('BEGIN { while (("cat abc.txt" | getline line) > 0) print "got " line, NR }');
    expect(stdout).toBe('got b 1\ngot a 2\ngot c 3\n');
  });

  test('reads a command again after close', async () => {
    const { stdout } = await run(
      'BEGIN { c = "cat abc.txt"; c | getline; print; close(c); c | getline; print $0, NF }',
    );
    expect(stdout).toBe('b\nb 1\n');
  });

  test('prints to a command, which ends before the program does', async () => {
    const { stdout } = await run('{ print | "sort" } END { close("sort"); print "end" }', 'abc.txt');
    expect(stdout).toBe('a\nb\nc\nend\n');
  });

  test('waits for open commands at the end', async () => {
    const { stdout } = await run('BEGIN { print "x" | "cat"; print "y" }');
    expect(stdout).toBe('x\ny\n');
  });

  test('runs a command behind what was printed', async () => {
    const { stdout } = await run('BEGIN { print "before"; status = system("echo during"); print "after", status }');
    expect(stdout).toBe('before\nduring\nafter 0\n');
  });

  test('answers the status of commands', async () => {
    const { stdout } = await run(
      'BEGIN { print system("exit 3"); "exit 4" | getline; print close("exit 4"), close("no") }',
    );
    expect(stdout).toBe('3\n4 -1\n');
  });

  test('runs the rules for files inside getline', async () => {
    const { stdout } = await run(
      'BEGINFILE { print "begin" } NR == 1 { while ((getline x) > 0) n++; print n }',
      'abc.txt',
      'abc.txt',
    );
    expect(stdout).toBe('begin\nbegin\n5\n');
  });
});
