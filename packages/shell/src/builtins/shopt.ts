import { isSetOption, isShellOption, SET_OPTION_NAMES, SHELL_OPTION_NAMES } from '../options.ts';
import type { Builtin, BuiltinCall } from './builtin.ts';
import { describeProblem, parseLetters } from './parse-letters.ts';
import { changeOption } from './set.ts';

/** `shopt [-pqsu] [-o] [NAME…]`: shows and changes shell options. */
export const shoptBuiltin: Builtin = (call) => {
  const { args, error } = call;
  const { flags, operands, problem } = parseLetters(args, 'opqsu');
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  if (flags.has('s') && flags.has('u')) {
    error('cannot set and unset shell options simultaneously');
    return 1;
  }
  if (operands.length === 0) {
    listOptions(call, flags);
    return 0;
  }
  return flags.has('s') || flags.has('u') ? changeOptions(call, operands, flags) : showOptions(call, operands, flags);
};

function isOn({ shell }: BuiltinCall, name: string, usesSetOptions: boolean): boolean {
  return usesSetOptions ? isSetOption(name) && shell.options.has(name) : shell.shellOptions.has(name);
}

function isKnown(name: string, usesSetOptions: boolean): boolean {
  return usesSetOptions ? isSetOption(name) : isShellOption(name);
}

function listOptions(call: BuiltinCall, flags: ReadonlySet<string>): void {
  const usesSetOptions = flags.has('o');
  for (const name of usesSetOptions ? SET_OPTION_NAMES : SHELL_OPTION_NAMES) {
    const on = isOn(call, name, usesSetOptions);
    if ((flags.has('s') && !on) || (flags.has('u') && on) || flags.has('q')) continue;
    call.out(formatOption(name, on, flags));
  }
}

function formatOption(name: string, on: boolean, flags: ReadonlySet<string>): string {
  if (!flags.has('p')) return `${name.padEnd(15)}\t${on ? 'on' : 'off'}\n`;
  return flags.has('o') ? `set ${on ? '-' : '+'}o ${name}\n` : `shopt ${on ? '-s' : '-u'} ${name}\n`;
}

function showOptions(call: BuiltinCall, names: readonly string[], flags: ReadonlySet<string>): number {
  let status = 0;
  for (const name of names) {
    if (!isKnown(name, flags.has('o'))) {
      call.error(`${name}: invalid ${flags.has('o') ? '' : 'shell '}option name`);
      status = 1;
      continue;
    }
    const on = isOn(call, name, flags.has('o'));
    if (!on) status = 1;
    if (!flags.has('q')) call.out(formatOption(name, on, flags));
  }
  return status;
}

function changeOptions(call: BuiltinCall, names: readonly string[], flags: ReadonlySet<string>): number {
  const { shell } = call;
  const turnsOn = flags.has('s');
  let status = 0;
  for (const name of names) {
    if (!isKnown(name, flags.has('o'))) {
      call.error(`${name}: invalid ${flags.has('o') ? '' : 'shell '}option name`);
      status = 1;
    } else if (flags.has('o')) changeOption(shell, name, turnsOn);
    else if (turnsOn) shell.shellOptions.add(name);
    else shell.shellOptions.delete(name);
  }
  return status;
}
