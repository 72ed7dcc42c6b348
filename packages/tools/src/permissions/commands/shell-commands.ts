import { type CommandTable, listed, many, open } from './command-spec.ts';

/** Builtins, commands that run others, and commands about the machine. */
export const SHELL_COMMANDS: CommandTable = {
  ...many('expr factor groups id nproc numfmt printenv seq sleep tty uname which whoami tput getopt', open('none')),
  ...many(
    'cd pwd true false : echo printf test [ exit return wait set shopt export local declare typeset readonly unset shift break ' +
      'continue read getopts umask times jobs popd pushd dirs mapfile readarray let trap type hash',
    open('none', '', { isNeutral: true }),
  ),
  ...many('timeout nohup setsid stdbuf ionice', open('none', '', { isTransparent: true, stopsAtOperand: true })),
  ...many(
    'time command builtin exec nice env',
    open('none', '', { isTransparent: true, isNeutralAlone: true, stopsAtOperand: true }),
  ),
  xargs: open(
    'none',
    'a,arg-file=:reads [dEILnPs]= delimiter= max-lines? max-args= max-procs= max-chars= replace? eof?',
    {
      isTransparent: true,
      stopsAtOperand: true,
    },
  ),
  watch: open('none', '', { isTransparent: true, stopsAtOperand: true }),
  history: open('none', '[war]=:writes [cd]:destroys n=:reads'),
  sudo: { operands: 'any' },
  ...many('kill pgrep ps', open('none')),
  ...many('pkill killall', open('none', '', { isDestructive: true })),
  date: listed(
    'none',
    'd,date= f,file=:lists I?,iso-8601? R,rfc-email rfc-2822 rfc-3339= r,reference= u,utc,universal debug resolution s,set=:asks help version',
    { dangerousOperand: /^[^+]/ },
  ),
  hostname: listed(
    'none',
    '[aAdfiIsyV] alias all-fqdns all-ip-addresses domain fqdn long ip-address short yp nis b:asks F,file=:asks h help version',
    {
      dangerousOperand: /^/,
    },
  ),
};
