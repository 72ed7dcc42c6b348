import type { Builtin } from './builtin.ts';
import { describeProblem, parseLetters } from './parse-letters.ts';

/** `umask [-p] [-S] [MODE]`: the mode bits that new files do not get. */
export const umaskBuiltin: Builtin = ({ shell, args, out, error }) => {
  const { flags, operands, problem } = parseLetters(args, 'pS');
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  const [mode] = operands;
  if (mode === undefined) {
    const text = flags.has('S') ? symbolic(shell.umask) : shell.umask.toString(8).padStart(4, '0');
    out(`${flags.has('p') ? `umask ${flags.has('S') ? '-S ' : ''}` : ''}${text}\n`);
    return 0;
  }
  if (/^\d/.test(mode)) {
    if (!/^[0-7]{1,4}$/.test(mode)) {
      error(`${mode}: octal number out of range`);
      return 1;
    }
    shell.umask = Number.parseInt(mode, 8) & 0o777;
    return 0;
  }
  const changed = applySymbolic(shell.umask, mode);
  if (typeof changed === 'string') {
    error(changed);
    return 1;
  }
  shell.umask = changed;
  if (flags.has('S')) out(`${symbolic(changed)}\n`);
  return 0;
};

function symbolic(mask: number): string {
  const allowed = ~mask & 0o777;
  const letters = (shift: number): string =>
    ['r', 'w', 'x'].filter((_, index) => allowed & ((4 >> index) << shift)).join('');
  return `u=${letters(6)},g=${letters(3)},o=${letters(0)}`;
}

const SHIFTS: Readonly<Record<string, readonly number[]>> = { u: [6], g: [3], o: [0], a: [6, 3, 0] };
const BITS: Readonly<Record<string, number>> = { r: 4, w: 2, x: 1, X: 1 };

function applySymbolic(mask: number, text: string): number | string {
  let allowed = ~mask & 0o777;
  for (const clause of text.split(',')) {
    const match = /^([ugoa]*)([-+=])([rwxX]*)$/.exec(clause);
    if (!match) {
      const bad = /^[ugoa]*(.)/.exec(clause)?.[1] ?? '';
      return /[-+=]/.test(clause)
        ? `\`${/[-+=][rwxX]*(.)/.exec(clause)?.[1] ?? bad}': invalid symbolic mode character`
        : `\`${bad}': invalid symbolic mode operator`;
    }
    const shifts = (match[1] || 'a').split('').flatMap((who) => SHIFTS[who] ?? []);
    const bits = (match[3] ?? '').split('').reduce((sum, letter) => sum | (BITS[letter] ?? 0), 0);
    for (const shift of shifts) {
      if (match[2] === '+') allowed |= bits << shift;
      else if (match[2] === '-') allowed &= ~(bits << shift);
      else allowed = (allowed & ~(7 << shift)) | (bits << shift);
    }
  }
  return ~allowed & 0o777;
}
