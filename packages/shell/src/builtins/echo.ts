import { decodeEscapes } from '../words/decode-escapes.ts';
import type { Builtin } from './builtin.ts';

/** `echo [-neE] [ARG…]`: prints its arguments. */
export const echoBuiltin: Builtin = ({ shell, args, out }) => {
  let interprets = shell.shellOptions.has('xpg_echo');
  let addsNewline = true;
  let first = 0;
  const takesOptions = !(interprets && shell.options.has('posix'));
  for (; takesOptions && /^-[neE]+$/.test(args[first] ?? ''); first++) {
    for (const letter of (args[first] ?? '').slice(1)) {
      if (letter === 'n') addsNewline = false;
      else interprets = letter === 'e';
    }
  }
  const text = first === 0 ? args.join(' ') : args.slice(first).join(' ');
  if (!interprets) {
    out(addsNewline ? `${text}\n` : text);
    return 0;
  }
  const decoded = decodeEscapes(text, 'echo');
  out(addsNewline && !decoded.isStopped ? `${decoded.text}\n` : decoded.text);
  return 0;
};
