import { type CommandTable, local, many, open } from './command-spec.ts';

/** Programs that show, search and check files. */
export const CHECK_COMMANDS: CommandTable = {
  ...many('fd fdfind', open('none', '[xX]=:runs exec=:runs exec-batch=:runs ignore-file=:reads')),
  ...many('bat batcat', open('read', 'pager=:runs')),
  ...many(
    'ag ack',
    open('pattern', 'pager=:runs ackrc=:runs output=:asks p,path-to-ignore=:reads', { walks: true, walksHere: true }),
  ),
  ...many(
    'less more',
    open('read', '[oO]=:writes log-file=:writes LOG-FILE=:writes [kt]=:asks lesskey-file=:asks lesskey-src=:asks', {
      dangerousOperand: /^\+/,
    }),
  ),
  ...many('iconv sdiff xmllint', open('read', 'o,output=:writes')),
  yq: open('pattern', 'i,inplace,in-place:in-place s,split-exp=:writes f,from-file=:reads+pattern'),
  sqlite3: open('any', 'cmd=:runs init=:runs', { dangerousOperand: /^\s*\./m, dashes: 'both' }),
  ...local({
    eslint: open(
      'any',
      'o,output-file=:writes fix:in-place fix-dry-run fix-type= init:runs rulesdir=:runs c,config=:runs resolve-plugins-relative-to=:runs parser=:runs plugin=:runs cache-location=:writes cache-file=:writes',
    ),
    prettier: open(
      'any',
      'w,write:in-place config=:runs plugin=:runs plugin-search-dir=:runs cache-location=:writes ignore-path=:reads',
    ),
  }),
  kubectl: open('any', 'kubeconfig=:runs cache-dir=:writes s,server=:asks', { runsArguments: true }),
};
