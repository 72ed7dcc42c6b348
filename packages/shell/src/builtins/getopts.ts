import type { Shell } from '../shell.ts';
import { assignVariable, readVariable } from '../variables/shell-variables.ts';
import type { Builtin } from './builtin.ts';

/** `getopts OPTSTRING NAME [ARG…]`: takes the next option letter from the arguments. */
export const getoptsBuiltin: Builtin = ({ shell, args, errorText }) => {
  const operands = args[0] === '--' ? args.slice(1) : args;
  const [letters, name, ...given] = operands;
  if (letters === undefined || name === undefined) {
    errorText('getopts: usage: getopts optstring name [arg ...]\n');
    return 2;
  }
  const words = given.length > 0 ? given : shell.positional;
  const isSilent = letters.startsWith(':');
  const showsErrors = !isSilent && readVariable(shell, 'OPTERR') !== '0';
  let index = Math.min(Number(readVariable(shell, 'OPTIND') ?? 1), words.length + 1);
  if (index !== Math.trunc(shell.getoptsPosition / 1000)) shell.getoptsPosition = index * 1000;
  let at = shell.getoptsPosition % 1000;
  const word = words[index - 1];
  if (at === 0) {
    if (word === undefined || word === '-' || !word.startsWith('-') || word === '--') {
      if (word === '--') index++;
      finish(shell, name, index);
      return 1;
    }
    at = 1;
  }
  const letter = word?.[at] ?? '';
  at++;
  const isLast = at >= (word?.length ?? 0);
  const next = (): void => {
    if (isLast) {
      index++;
      at = 0;
    }
  };
  const place = letter === ':' ? -1 : letters.indexOf(letter, isSilent ? 1 : 0);
  if (place < 0) {
    next();
    record(shell, index, at);
    if (isSilent) assignVariable(shell, 'OPTARG', letter);
    else shell.variables.unset('OPTARG');
    if (showsErrors) errorText(`${shell.name}: illegal option -- ${letter}\n`);
    return store(shell, name, '?');
  }
  if (letters[place + 1] !== ':') {
    next();
    record(shell, index, at);
    shell.variables.unset('OPTARG');
    return store(shell, name, letter);
  }
  const value = isLast ? words[index] : word?.slice(at);
  index += isLast ? 2 : 1;
  record(shell, value === undefined ? words.length + 1 : index, 0);
  if (value !== undefined) {
    assignVariable(shell, 'OPTARG', value);
    return store(shell, name, letter);
  }
  if (isSilent) assignVariable(shell, 'OPTARG', letter);
  else shell.variables.unset('OPTARG');
  if (showsErrors) errorText(`${shell.name}: option requires an argument -- ${letter}\n`);
  return store(shell, name, isSilent ? ':' : '?');
};

function store(shell: Shell, name: string, value: string): number {
  if (!/^[A-Za-z_]\w*$/.test(name)) return 1;
  assignVariable(shell, name, value);
  return 0;
}

function finish(shell: Shell, name: string, index: number): void {
  assignVariable(shell, 'OPTIND', String(index));
  shell.getoptsPosition = index * 1000;
  shell.variables.unset('OPTARG');
  store(shell, name, '?');
}

function record(shell: Shell, index: number, at: number): void {
  assignVariable(shell, 'OPTIND', String(index));
  shell.getoptsPosition = index * 1000 + at;
}
