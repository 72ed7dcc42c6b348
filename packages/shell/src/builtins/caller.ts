import { sourceName } from '../variables/special-variables.ts';
import type { Builtin } from './builtin.ts';

/** `caller [N]`: where the running function was called from. */
export const callerBuiltin: Builtin = ({ shell, args, out }) => {
  const level = Number(args[0] ?? 0);
  const frame = shell.frames.at(-1 - level);
  if (!frame || !Number.isInteger(level) || level < 0) return 1;
  const outer = shell.frames.at(-2 - level);
  const name = outer ? (outer.kind === 'source' ? 'source' : outer.name) : 'main';
  const file = outer ? sourceName(shell, outer.source) : frame.callSource.name;
  out(args.length === 0 ? `${frame.callLine} ${file}\n` : `${frame.callLine} ${name} ${file}\n`);
  return 0;
};
