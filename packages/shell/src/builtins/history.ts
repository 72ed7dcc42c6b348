import type { Builtin } from './builtin.ts';

/** `history`: a shell that runs scripts keeps none, so there is nothing to show, clear or write. */
export const historyBuiltin: Builtin = ({ args, error }) => {
  const [first, second] = args;
  if (first === undefined || /^-[carwnps]$/.test(first)) return 0;
  if (first === '-d') {
    error(second === undefined ? '-d: option requires an argument' : `${second}: history position out of range`);
    return second === undefined ? 2 : 1;
  }
  if (!/^\d+$/.test(first)) {
    error(first.startsWith('-') ? `${first.slice(0, 2)}: invalid option` : `${first}: numeric argument required`);
    return first.startsWith('-') ? 2 : 1;
  }
  if (args.length > 1) {
    error('too many arguments');
    return 1;
  }
  return 0;
};

/** `fc`: edits and lists history, of which a shell that runs scripts has none. */
export const fcBuiltin: Builtin = ({ args }) => (args[0] === '-l' ? 0 : 1);
