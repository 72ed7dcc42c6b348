import type { AnalyzedWord } from './command-analysis.ts';

/** Programs that run shell scripts. */
export const SHELL_NAMES: ReadonlySet<string> = new Set(['bash', 'sh', 'dash', 'ash', 'ksh', 'zsh']);

/** Where a shell that is called takes its script from. */
export type ShellCall =
  /** `-c`, with a script that is fixed. */
  | { readonly kind: 'script'; readonly text: string }
  /** `at` is the index of its name among the arguments. */
  | { readonly kind: 'file'; readonly at: number }
  | { readonly kind: 'input' }
  /** `--version`, `--help`. */
  | { readonly kind: 'nothing' }
  /** Options or a script that are not fixed, or options that read other files first. */
  | { readonly kind: 'unclear' };

const PLAIN_LONG_OPTIONS = /^--(?:norc|noprofile|posix|noediting|verbose)$/;

/** Reads a shell's arguments (bash manual, "Invoking Bash"). */
export function readShellArguments(args: readonly AnalyzedWord[]): ShellCall {
  let takesScript = false;
  let index = 0;
  for (; index < args.length; index++) {
    const word = args[index];
    const value = word?.value;
    if (!word?.isSingle || value === undefined) return { kind: 'unclear' };
    if (value === '--version' || value === '--help') return { kind: 'nothing' };
    if (value === '--' || value === '-') {
      index++;
      break;
    }
    if (PLAIN_LONG_OPTIONS.test(value)) continue;
    if (!/^[-+]/.test(value)) break;
    if (!/^[-+][abefhkmnptuvxBCEHPTcso]+$/.test(value)) return { kind: 'unclear' };
    if (value.includes('o')) index++;
    if (value.startsWith('-') && value.includes('c')) takesScript = true;
    if (value.includes('s')) return { kind: 'input' };
  }
  const operand = args[index];
  if (!takesScript) return operand ? { kind: 'file', at: index } : { kind: 'input' };
  return operand?.value === undefined ? { kind: 'unclear' } : { kind: 'script', text: operand.value };
}
