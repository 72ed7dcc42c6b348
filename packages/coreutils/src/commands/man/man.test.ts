import { describe, expect, test } from 'vitest';
import { createCommandTable } from '../../command-table.ts';
import { createInMemoryMachine } from '../../testing/in-memory-machine.ts';

const run = (...argv: string[]) => createInMemoryMachine(createCommandTable()).run(argv);

describe('man', () => {
  test.each([
    ['prints the help of a command', ['man', 'basename'], /^Usage: basename /, '', 0],
    ['passes over a section', ['man', '1', 'basename'], /^Usage: basename /, '', 0],
    ['takes a list of sections', ['man', '-s', '8:1', 'basename'], /^Usage: basename /, '', 0],
    ['takes sections between commas', ['man', '--sections=1,8', 'basename'], /^Usage: basename /, '', 0],
    [
      'prints the help of several commands',
      ['man', 'basename', 'dirname'],
      /^Usage: basename [^]*^Usage: dirname /m,
      '',
      0,
    ],
    [
      'goes on behind a name without a page',
      ['man', 'no', 'dirname'],
      /^Usage: dirname /,
      'No manual entry for no\n',
      16,
    ],
    ['takes a pager', ['man', '-P', 'cat', 'basename'], /^Usage: basename /, '', 0],
    ['takes what is about the form of pages', ['man', '-a', '--no-hyphenation', 'tac'], /^Usage: tac /, '', 0],
    ['takes a locale', ['man', '-L', 'C', 'tac'], /^Usage: tac /, '', 0],
    [
      'has no commands in other sections',
      ['man', '3', 'printf'],
      /^$/,
      'No manual entry for printf in section 3\n',
      16,
    ],
    ['names no listed section', ['man', '-s', '3', 'printf'], /^$/, 'No manual entry for printf\n', 16],
    ['knows no pages for other names', ['man', 'no-such'], /^$/, 'No manual entry for no-such\n', 16],
    [
      'names the section that was asked for',
      ['man', '1', 'no-such'],
      /^$/,
      'No manual entry for no-such in section 1\n',
      16,
    ],
    ['takes a number alone for a name', ['man', '7'], /^$/, 'No manual entry for 7\n', 16],
    ['lists commands by a part of their name', ['man', '-k', 'basena'], /^basename \(1\)\n$/, '', 0],
    [
      'lists commands by parts of names',
      ['man', '-k', 'sha2', 'basena'],
      /^sha224sum \(1\)\nsha256sum \(1\)\nbasename \(1\)\n$/,
      '',
      0,
    ],
    ['has a long name for that', ['man', '--apropos', 'basena'], /^basename \(1\)\n$/, '', 0],
    ['finds nothing for a keyword', ['man', '-k', 'no-such'], /^$/, 'no-such: nothing appropriate.\n', 16],
    ['wants a keyword', ['man', '-k'], /^$/, 'apropos what?\n', 1],
    ['lists a command by its whole name', ['man', '-f', 'ls'], /^ls \(1\)\n$/, '', 0],
    ['lists nothing by a part of a name', ['man', '--whatis', 'basena'], /^$/, 'basena: nothing appropriate.\n', 16],
    ['lists what is there besides', ['man', '-f', 'no', 'ls'], /^ls \(1\)\n$/, 'no: nothing appropriate.\n', 16],
    ['wants a name', ['man', '-f'], /^$/, 'whatis what?\n', 1],
    ['wants a page', ['man'], /^$/, "What manual page do you want?\nFor example, try 'man man'.\n", 1],
    [
      'has no places of pages',
      ['man', '-w', 'ls'],
      /^$/,
      'man: there are no manual pages here, so none has a place; try `which NAME`\n',
      16,
    ],
    [
      'formats no files',
      ['man', '-l', 'a.1'],
      /^$/,
      'man: there is nothing here to format manual pages; try `cat FILE`\n',
      16,
    ],
    [
      'searches no pages',
      ['man', '-K', 'text'],
      /^$/,
      'man: there are no manual pages here to search; try `man -k NAME`\n',
      16,
    ],
  ])('%s', async (_, argv, stdout, stderr, status) => {
    const answer = await run(...argv);
    expect(answer.stdout).toMatch(stdout);
    expect(answer).toMatchObject({ stderr, status });
  });
});
