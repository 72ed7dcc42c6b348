import { type CommandSpec, type CommandTable, listed, many, open } from './command-spec.ts';
import { optionTable } from './option-table.ts';

const DIFF =
  'p,u,patch:walks s,no-patch:skims U,unified=:walks output=:writes output-indicator-new= output-indicator-old= output-indicator-context= raw:skims ' +
  'patch-with-raw:walks indent-heuristic no-indent-heuristic minimal patience histogram anchored= diff-algorithm= stat?:skims compact-summary:skims ' +
  'numstat:skims shortstat:skims X?,dirstat?:skims cumulative:skims summary:skims patch-with-stat:walks z name-only:skims name-status:skims submodule? ' +
  'color? no-color color-moved? no-color-moved color-moved-ws= no-color-moved-ws word-diff?:walks word-diff-regex=:walks color-words?:walks no-renames rename-empty no-rename-empty check ws-error-highlight= ' +
  'full-index binary:walks abbrev? no-abbrev B?,break-rewrites? M?,find-renames? C?,find-copies? find-copies-harder D,irreversible-delete l= ' +
  'diff-filter= S= G= find-object= pickaxe-all pickaxe-regex O=:reads skip-to= rotate-to= R relative? no-relative a,text ' +
  'ignore-cr-at-eol ignore-space-at-eol b,ignore-space-change w,ignore-all-space ignore-blank-lines I,ignore-matching-lines= ' +
  'inter-hunk-context= W,function-context:walks no-function-context exit-code quiet:skims ext-diff:runs no-ext-diff textconv:runs no-textconv ' +
  'ignore-submodules? src-prefix= dst-prefix= no-prefix default-prefix line-prefix= ita-invisible-in-index c:walks cc:walks t m:walks ' +
  'combined-all-paths remerge-diff:walks diff-merges=:walks dd:walks no-diff-merges';

const LOG =
  `# ${DIFF.replace(/X\?,dirstat\?/, 'dirstat?')} follow no-decorate decorate? decorate-refs= decorate-refs-exclude= clear-decorations source mailmap no-mailmap ` +
  'use-mailmap full-diff:whole log-size L=:uploads n,max-count= skip= since= after= until= before= since-as-filter= author= committer= grep-reflog= grep= ' +
  'all-match invert-grep i,regexp-ignore-case basic-regexp E,extended-regexp F,fixed-strings P,perl-regexp remove-empty merges ' +
  'no-merges min-parents= max-parents= no-min-parents no-max-parents first-parent exclude-first-parent-only not all branches? ' +
  'tags? remotes? glob= exclude= exclude-hidden= reflog alternate-refs single-worktree ignore-missing bisect stdin cherry-mark cherry-pick ' +
  'left-only right-only cherry g,walk-reflogs merge boundary simplify-by-decoration show-pulls full-history dense sparse ' +
  'simplify-merges ancestry-path? date-order author-date-order topo-order reverse no-walk? do-walk pretty? format= abbrev-commit ' +
  'no-abbrev-commit oneline encoding= expand-tabs? no-expand-tabs notes? no-notes show-notes? standard-notes no-standard-notes ' +
  'show-signature:runs no-show-signature relative-date date= parents children left-right graph no-graph show-linear-break? count ' +
  'objects timestamp header disk-usage? use-bitmap-index progress? unpacked filter= no-object-names h help e email q s summary numbered group= w?';

const REMOTE_URL = /^(?:ext|fd|[\w-]+-helper)::|^-|^[a-z][\w-]*::|^file:|^\.{0,2}\//;
const DIFF_OF_OTHERS = 'output=:writes ext-diff:runs textconv:runs ';
const REMOTE =
  'upload-pack=:runs receive-pack=:runs exec=:runs c,config=:runs template=:runs o,server-option= push-option= ' +
  'recurse-submodules? b,branch= depth= j,jobs= reference= reference-if-able= origin= filter= separate-git-dir=:writes shallow-since= shallow-exclude= ' +
  'refmap= s,strategy= X,strategy-option= S?,gpg-sign? repo= signed? force-with-lease?:destroys f,force:destroys delete:destroys mirror:destroys prune:destroys d:destroys';

const CHANGES =
  'm,message= F,file=:reads s,source= b,B,orphan= c,C= e,exclude= X,strategy-option= edit:runs exec=:runs O=:reads S?,gpg-sign?:asks unsafe-paths:asks build-fake-ancestor=:writes';

const SETTERS = 'add:asks replace-all:asks unset:asks unset-all:asks remove-section:asks rename-section:asks';

const READ_FROM = (options: string, shows: CommandSpec['shows'] = 'by option'): CommandSpec =>
  listed('read', options, { shows });

const SUBCOMMANDS: CommandTable = {
  status: listed(
    'none',
    's,short b,branch show-stash porcelain? long v,verbose:walks u?,untracked-files? ignore-submodules? ignored? z column? no-column ahead-behind ' +
      'no-ahead-behind renames no-renames find-renames? M?',
    { shows: 'by option' },
  ),
  log: READ_FROM(LOG),
  show: READ_FROM(LOG, 'by default'),
  whatchanged: READ_FROM(LOG),
  shortlog: READ_FROM(LOG),
  'rev-list': READ_FROM(LOG),
  reflog: listed('read', `${LOG} expire=:destroys`, {
    dangerousOperand: /^(?:expire|delete|drop)$/,
    shows: 'by option',
  }),
  diff: READ_FROM(
    `${DIFF} cached staged merge-base base ours theirs no-index:reads 1 2 3 0 q`.replace(/X\?,dirstat\?/, 'dirstat?'),
    'by default',
  ),
  ...many('diff-tree diff-index diff-files', READ_FROM(LOG)),
  'range-diff': READ_FROM(LOG, 'by default'),
  blame: READ_FROM(
    'b root show-stats L= l t S=:reads reverse first-parent p,porcelain line-porcelain incremental encoding= contents=:reads date= progress ' +
      'no-progress M? C? ignore-rev= ignore-revs-file=:reads color-lines color-by-age h c score-debug f,show-name n,show-number s e,show-email w abbrev=',
  ),
  grep: listed(
    'pattern',
    '# [viIwEGPFnlLchHzqpWaro]  e=:pattern f=:reads+pattern [ABCm]= O,open-files-in-pager?:runs cached untracked no-index no-exclude-standard exclude-standard ' +
      'recurse-submodules parent-basename= text ignore-case no-textconv textconv:runs max-depth= recursive no-recursive word-regexp invert-match full-name ' +
      'extended-regexp basic-regexp perl-regexp fixed-strings line-number column files-with-matches name-only files-without-match ' +
      'null only-matching count color? no-color break heading show-function after-context= before-context= context= function-context max-count= ' +
      'threads= and or not all-match quiet',
    { walks: true, walksHere: 'always' },
  ),
  ...many(
    'ls-files ls-tree',
    listed(
      'none',
      '[cdmoikszrtuvfl] cached deleted modified others ignored stage unmerged killed directory no-empty-directory x,exclude= X,exclude-from=:reads exclude-per-directory= exclude-standard error-unmatch with-tree= full-name recurse-submodules abbrev? debug eol deduplicate format= name-only name-status object-only full-tree long d',
    ),
  ),
  ...many(
    'rev-parse describe merge-base name-rev cherry count-objects check-ignore check-attr show-ref version var show-branch',
    open('none', 'exec=:runs'),
  ),
  'for-each-ref': open('none', 'format=:templates', { shows: 'by option' }),
  'cat-file': listed(
    'read',
    '[etps] batch? batch-check? batch-all-objects buffer unordered allow-unknown-type follow-symlinks use-mailmap z Z path=',
    { shows: 'always' },
  ),
  branch: open(
    'none',
    '[dD]:destroys delete:destroys f,force:destroys M:destroys C:destroys edit-description:runs m c set-upstream-to= u= contains? no-contains? merged? no-merged? sort= points-at= format=:templates color? column? abbrev=',
    { shows: 'by option' },
  ),
  tag: open(
    'none',
    'd,delete:destroys f,force:destroys m,message= F,file=:reads u,local-user=:asks s,sign:asks v,verify:asks cleanup= sort= format=:templates points-at= n? contains? no-contains? merged? no-merged? color? column? e,edit:runs',
    { shows: 'by option' },
  ),
  remote: open('none', 'f,fetch:asks t= m= mirror?', {
    dangerousOperand: /^(?:update|prune|remove|rm|set-url)$|::/,
    keepsAddresses: true,
  }),
  stash: open('repository', `${DIFF_OF_OTHERS}p,u,patch:walks m,message= pathspec-from-file=:reads`, {
    dangerousOperand: /^(?:drop|clear)$/,
    shows: 'by option',
  }),
  ...many('fetch pull push ls-remote', open('repository', REMOTE, { dangerousOperand: REMOTE_URL, usesNetwork: true })),
  clone: open('repository', `${REMOTE} u=:runs`, { dangerousOperand: REMOTE_URL, usesNetwork: true, walks: true }),
  archive: open('read', 'o,output=:writes exec=:runs remote=:runs format= prefix= add-file=:reads', {
    shows: 'always',
  }),
  bundle: open('repository', '', { isDestructive: true, shows: 'always' }),
  submodule: open('repository', REMOTE, { dangerousOperand: /^(?:foreach|[a-z][\w-]*::.*)$/, usesNetwork: true }),
  bisect: open('repository', DIFF_OF_OTHERS, { dangerousOperand: /^(?:run|view|visualize)$/ }),
  'format-patch': open('read', `${DIFF_OF_OTHERS}o,output-directory=:writes`, { shows: 'always' }),
  rebase: open(
    'repository',
    'x,exec=:runs i,interactive:asks edit-todo:runs s,strategy= X,strategy-option= onto= S?,gpg-sign?:asks C= whitespace= empty=',
    { isDestructive: true },
  ),
  add: open(
    'read',
    'A,all:lists u,update:lists e,edit:runs i,interactive:asks p,patch:asks chmod= pathspec-from-file=:lists',
    { walks: true },
  ),
  commit: open(
    'none',
    'm,message= F,file=:reads t,template=:reads C,reuse-message= c,reedit-message=:runs author= date= e,edit:runs fixup= squash= S?,gpg-sign?:asks u?,untracked-files? ' +
      'cleanup= trailer= pathspec-from-file=:reads p,patch:asks interactive:asks amend:destroys v,verbose:walks dry-run q,quiet',
    { shows: 'by option' },
  ),
  config: open('setting', `f,file=:writes e,edit:runs ${SETTERS} blob=:walks type= default=`, {
    shows: 'by option',
    dangerousOperand: /^(?:set|unset|edit|remove-section|rename-section)$/,
    keepsAddresses: true,
  }),
  ...many('reset checkout restore', {
    ...open('repository', `${CHANGES} p,patch:walks`, { isDestructive: true }),
    shows: 'by option',
  }),
  ...many('clean rm mv apply am switch merge revert cherry-pick', open('repository', CHANGES, { isDestructive: true })),
  // All that the repository holds is then found under other names.
  worktree: open('repository', 'm,message=', { isDestructive: true, shows: 'always', showsWith: /^add$/ }),
  ...many(
    'filter-branch filter-repo difftool mergetool send-email instaweb daemon remote-ext remote-fd for-each-repo shell credential ' +
      'credential-store credential-cache upload-pack receive-pack http-backend web--browse maintenance',
    listed('repository', '', { dangerousOperand: /^/, isDestructive: true }),
  ),
  help: open('none', 'w,web:runs'),
  'interpret-trailers': open('read', 'in-place:in-place'),
  ...many(
    'fast-export fast-import',
    open('repository', 'export-marks=:writes import-marks=:reads', { shows: 'always' }),
  ),
  ...many(
    'gc prune update-ref update-index notes replace rerere init',
    open('repository', 'template=:runs e,edit:runs m,message=', { isDestructive: true }),
  ),
};

/** `git` with its subcommands; those that only look have all their options listed. */
export const GIT_COMMAND: CommandSpec = {
  operands: 'repository',
  isLocal: true,
  options: optionTable(
    'P,no-pager no-optional-locks no-replace-objects literal-pathspecs glob-pathspecs noglob-pathspecs icase-pathspecs no-advice ' +
      'v,version h,help C=:elsewhere c=:configures config-env=:runs exec-path?:runs git-dir=:runs work-tree=:asks namespace=:asks p,paginate:runs bare:asks',
  ),
  subcommands: Object.fromEntries(
    Object.entries(SUBCOMMANDS).map(([name, spec]) => [name, { ...spec, takesPathspecs: true }]),
  ),
  otherSubcommands: open('repository', DIFF_OF_OTHERS + REMOTE, {
    dangerousOperand: REMOTE_URL,
    isDestructive: true,
    mayBeAlias: true,
    takesPathspecs: true,
  }),
};
