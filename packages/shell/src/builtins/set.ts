import { compareText } from '../expand/pathnames.ts';
import { isSetOption, SET_OPTION_NAMES, setOptionOfLetter } from '../options.ts';
import { printFunction } from '../script/print-function.ts';
import type { Shell } from '../shell.ts';
import type { Builtin, BuiltinCall } from './builtin.ts';
import { formatPlain } from './declare.ts';

/** `set [-abefhkmnptuvxBCEHPT] [-o NAME] [--] [ARG…]`: options and positional parameters. */
export const setBuiltin: Builtin = (call) => {
  const { shell, args, out } = call;
  if (args.length === 0) {
    for (const [name, variable] of [...shell.variables.visible()].sort(([left], [right]) => compareText(left, right))) {
      out(formatPlain(name, variable));
    }
    if (!shell.options.has('posix'))
      for (const fn of shell.functions.values()) out(`${printFunction(fn.definition, fn.source.text)}\n`);
    return 0;
  }
  return applySetArguments(call, args);
};

function applySetArguments(call: BuiltinCall, args: readonly string[]): number {
  const { shell, error } = call;
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? '';
    if (arg === '--') {
      shell.positional = args.slice(index + 1);
      return 0;
    }
    if (arg === '-') {
      shell.options.delete('xtrace');
      shell.options.delete('verbose');
      if (index + 1 < args.length) shell.positional = args.slice(index + 1);
      return 0;
    }
    if (arg === '+') continue;
    if (!/^[-+]./.test(arg)) {
      shell.positional = args.slice(index);
      return 0;
    }
    const turnsOn = arg[0] === '-';
    for (const letter of arg.slice(1)) {
      if (letter === 'o') {
        const name = args[index + 1];
        if (name === undefined || /^[-+]/.test(name)) listOptions(call, turnsOn);
        else {
          index++;
          if (!changeOption(shell, name, turnsOn)) {
            error(`${name}: invalid option name`);
            return 2;
          }
        }
        continue;
      }
      const option = setOptionOfLetter(letter);
      if (!option) {
        error(`${arg[0]}${letter}: invalid option`);
        call.errorText('set: usage: set [-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]\n');
        return 2;
      }
      changeOption(shell, option, turnsOn);
    }
  }
  return 0;
}

/** Turns a `set -o` option on or off; returns whether there is one of that name. */
export function changeOption(shell: Shell, name: string, turnsOn: boolean): boolean {
  if (!isSetOption(name)) return false;
  if (turnsOn) shell.options.add(name);
  else shell.options.delete(name);
  if (turnsOn && name === 'vi') shell.options.delete('emacs');
  if (turnsOn && name === 'emacs') shell.options.delete('vi');
  return true;
}

function listOptions({ shell, out }: BuiltinCall, isTable: boolean): void {
  for (const name of SET_OPTION_NAMES) {
    const isOn = shell.options.has(name);
    out(isTable ? `${name.padEnd(15)}\t${isOn ? 'on' : 'off'}\n` : `set ${isOn ? '-' : '+'}o ${name}\n`);
  }
}
