import { describe, expect, test } from 'vitest';
import { startTerminal } from './terminal-on-memory.ts';

const UP = '\x1b[A';
const LEFT = '\x1b[D';

describe('a shell at a terminal', () => {
  test('runs what is entered and shows a prompt again', async () => {
    const terminal = await startTerminal();
    expect(await terminal.type('echo hello\r', '\n$ ')).toContain('hello\n');
    expect(await terminal.type('nosuch\r', '\n$ ')).toContain('bash: nosuch: command not found\n');
    expect(await terminal.type('echo $? $- $PS1\r', '\n$ ')).toMatch(/127 himBHs? \$/);
  });

  test('goes on asking while a command is open, and says so with PS2', async () => {
    const terminal = await startTerminal();
    await terminal.type('for i in 1 2; do\r', '> ');
    await terminal.type('echo "n$i\r', '> ');
    await terminal.type('x"; done\r', 'n1\nx\nn2\nx\n$ ');
    await terminal.type('cat <<E\r', '> ');
    await terminal.type('text\r', '> ');
    expect(await terminal.type('E\r', '\n$ ')).toContain('text\n');
    await terminal.type('echo a \\\r', '> ');
    expect(await terminal.type('b\r', '\n$ ')).toContain('a b\n');
  });

  test('reports a syntax error and goes on', async () => {
    const terminal = await startTerminal();
    expect(await terminal.type('echo )\r', '\n$ ')).toContain("bash: syntax error near unexpected token `)'");
    expect(await terminal.type('echo still here\r', '\n$ ')).toContain('\nstill here\n');
  });

  test('edits the line', async () => {
    const terminal = await startTerminal();
    const show = async (keys: string): Promise<string> =>
      (await terminal.type(`${keys}\r`, '\n$ ')).split('\n').at(-2) ?? '';
    expect(await show(`echo ac${LEFT}b`)).toBe('abc');
    expect(await show('xecho b\x01\x1b[3~\x05c')).toBe('bc');
    expect(await show('echo one two\x17three')).toBe('one three');
    expect(await show('echo rest\x15echo \x19')).toBe('echo rest');
    expect(await show('echo a b\x1b\x7fc')).toBe('a c');
    expect(await show('echo ba\x14')).toBe('ab');
    expect(await show('echo word\x1bb\x1bu')).toBe('WORD');
    expect(await show('echo é😀\x7f!')).toBe('é!');
    expect(await show('echo gone\x7f\x1f')).toBe('gone');
  });

  test('recalls, searches and expands its history', async () => {
    const terminal = await startTerminal();
    await terminal.type('echo first\r', '\n$ ');
    await terminal.type('echo second arg\r', '\n$ ');
    expect(await terminal.type(`${UP}${UP}\r`, '\n$ ')).toContain('\nfirst\n');
    expect(await terminal.type('\x12sec', 'arg')).toContain("(reverse-i-search)`sec': echo second arg");
    expect(await terminal.type('\r', '\n$ ')).toContain('\nsecond arg\n');
    expect(await terminal.type('!!\r', '\n$ ')).toContain('echo second arg\nsecond arg\n');
    expect(await terminal.type('echo last: !$\r', '\n$ ')).toContain('\nlast: arg\n');
    expect(await terminal.type('echo \x1b.\r', '\n$ ')).toContain('\narg\n');
    expect(await terminal.type('!nothing\r', '\n$ ')).toContain('bash: !nothing: event not found');
    expect(await terminal.type('history 2\r', '\n$ ')).toMatch(/\n {4}\d {2}echo arg\n {4}\d {2}history 2\n/);
  });

  test('completes commands, files and variables', async () => {
    const terminal = await startTerminal();
    terminal.files.makeDirectory('/home/some dir');
    terminal.files.writeFile('/home/some dir/file.txt', new TextEncoder().encode('in it\n'));
    terminal.files.writeFile('/home/other.txt', new TextEncoder().encode('other\n'));
    expect(await terminal.type('slee\t', 'sleep ')).toBe('$ sleep ');
    await terminal.type('\x03', '\n$ ');
    expect(await terminal.type('echo so\tfi\t\r', '\n$ ')).toContain('echo some\\ dir/file.txt \nsome dir/file.txt\n');
    expect(await terminal.type('echo "so\tfi\t\r', '\n$ ')).toContain('echo "some dir/file.txt" \nsome dir/file.txt\n');
    expect(await terminal.type('cat \t\t', 'cat ')).toContain('other.txt  some dir/\n');
    await terminal.type('\x03', '\n$ ');
    expect(await terminal.type('echo $HOM\t\r', '\n$ ')).toContain('echo $HOME \n/home\n');
    expect(await terminal.type('cd \t', 'cd some\\ dir/')).toBe('$ cd some\\ dir/');
  });

  test('interrupts a line, a program, a loop and a builtin with Ctrl-C', async () => {
    const terminal = await startTerminal();
    expect(await terminal.type('echo not run\x03', '^C\n$ ')).not.toContain('\nnot run');
    await terminal.type('sleep 100\r', 'sleep 100\n');
    await terminal.type('\x03', '^C\n$ ');
    expect(await terminal.type('echo $?\r', '\n$ ')).toContain('\n130\n');
    await terminal.type('while :; do :; done\r', 'done\n');
    expect(await terminal.type('\x03', '$ ')).toBe('^C\n$ ');
    // The shell itself, before or after it has started the program.
    await terminal.type(':; sleep 100\r', '100\n');
    expect(await terminal.type('\x03', '$ ')).toBe('^C\n$ ');
    await terminal.type('sleep 100; echo after\r', 'after\n');
    expect(await terminal.type('\x03', '$ ')).not.toContain('\nafter');
    await terminal.type('x=$(sleep 100)\r', ')\n');
    expect(await terminal.type('\x03', '$ ')).toBe('^C\n$ ');
    await terminal.type('read line\r', 'read line\n');
    expect(await terminal.type('\x03', '$ ')).toBe('^C\n$ ');
    expect(await terminal.type('echo alive\r', '\n$ ')).toContain('\nalive\n');
  });

  test('stops a program with Ctrl-Z, continues it in the background and brings it back', async () => {
    const terminal = await startTerminal();
    await terminal.type('spin\r', 'spin\n');
    expect(await terminal.type('\x1a', '\n$ ')).toContain('[1]+  Stopped                 spin\n');
    expect(await terminal.type('echo $?; jobs\r', '\n$ ')).toContain('148\n[1]+  Stopped                 spin\n');
    expect(await terminal.type('bg\r', '\n$ ')).toContain('[1]+ spin &\n');
    expect(await terminal.type('jobs\r', '\n$ ')).toContain('[1]+  Running                 spin &\n');
    await terminal.type('fg\r', 'fg\nspin\n');
    await terminal.type('\x03', '$ ');
    expect(await terminal.type('jobs\r', '\n$ ')).toBe('$ jobs\n$ ');
  });

  test('runs background jobs beside the prompt and tells of their end', async () => {
    const terminal = await startTerminal();
    expect(await terminal.type('sleep 0.05 &\r', '\n$ ')).toMatch(/\[1\] \d+\n/);
    await terminal.type('wait\r', '\n$ ');
    const killed = await terminal.type('sleep 100 & kill %1\r', '\n$ ');
    expect(killed + (await terminal.type('\r', '\n$ '))).toMatch(/\[1\]\+ {2}Terminated +sleep 100\n/);
  });

  test('gives a program lines that the terminal edits, its echo and the end', async () => {
    const terminal = await startTerminal();
    await terminal.type('cat\r', 'cat\n');
    expect(await terminal.type('ab\x7fc\r', 'ac\nac\n')).toBe('ac\nac\n');
    await terminal.type('\x04', '$ ');
    await terminal.type('read -p "name? " name\r', 'name? ');
    await terminal.type('Ada\r', '\n$ ');
    expect(await terminal.type('echo "<$name>"\r', '\n$ ')).toContain('<Ada>');
    expect(await terminal.type('echo to the terminal >/dev/tty\r', '\n$ ')).toContain('\nto the terminal\n');
  });

  test('stops a background job that reads from the terminal', async () => {
    const terminal = await startTerminal();
    await terminal.type('cat &\r', '\n$ ');
    await terminal.type('sleep 0.05\r', '\n$ ');
    expect(await terminal.type('jobs\r', '\n$ ')).toContain('[1]+  Stopped                 cat\n');
    await terminal.type('fg\r', 'fg\ncat\n');
    await terminal.type('line\r', 'line\nline\n');
    await terminal.type('\x04', '$ ');
  });

  test('inserts a paste as it is and runs it only when it is entered', async () => {
    const terminal = await startTerminal();
    const pasted = await terminal.type('\x1b[200~echo one\necho two\x1b[201~', 'echo two');
    expect(pasted).toBe('$ echo one\necho two');
    expect(await terminal.type('\r', '\n$ ')).toContain('one\ntwo\n$ ');
  });

  test('wraps a line that is longer than the terminal is wide', async () => {
    const terminal = await startTerminal({ columns: 20 });
    const text = 'x'.repeat(50);
    expect(await terminal.type(`echo ${text}\r`, `\n$ `)).toContain(`\n${text}\n`);
    terminal.resize(40);
    expect(await terminal.type('echo $COLUMNS\r', '\n$ ')).toContain('\n40\n');
  });

  test('takes its prompt from PS1 and runs PROMPT_COMMAND', async () => {
    const terminal = await startTerminal();
    await terminal.type("PS1='\\w \\$? $(echo s) > '\r", ' > ');
    expect(await terminal.type('cd /tmp\r', '> ')).toMatch(/\/tmp \$\? s > $/);
    await terminal.type("PROMPT_COMMAND='echo before'\r", '> ');
    expect(await terminal.type(':\r', '> ')).toContain('before\n/tmp');
  });

  test('reads ~/.bashrc first', async () => {
    const terminal = await startTerminal();
    terminal.files.writeFile('/home/.bashrc', new TextEncoder().encode("alias hi='echo hi there'\n"));
    await terminal.type('exec bash\r', '$ ');
    expect(await terminal.type('hi\r', '\n$ ')).toContain('\nhi there\n');
  });

  test('ends with Ctrl-D, with exit and when the terminal goes away', async () => {
    const first = await startTerminal();
    await first.type('(exit 3)\r', '\n$ ');
    await first.type('\x04', 'exit\n');
    expect(await first.shell.exited).toEqual({ kind: 'exited', code: 3 });
    const second = await startTerminal();
    await second.type('spin\r', 'spin\n');
    await second.type('\x1a', '\n$ ');
    expect(await second.type('exit\r', '\n$ ')).toContain('There are stopped jobs.\n');
    await second.type('exit 5\r', 'exit 5\n');
    expect(await second.shell.exited).toEqual({ kind: 'exited', code: 5 });
    const third = await startTerminal();
    third.hangUp();
    expect(await third.shell.exited).toEqual({ kind: 'signaled', signal: 'SIGHUP' });
  });
});
