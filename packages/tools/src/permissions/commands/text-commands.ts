import { type CommandTable, listed, many, open } from './command-spec.ts';

const GREP =
  '# [EFGPivwxcLloqsbHhnaITUZz] [rR]:walks e,regexp=:pattern f,file=:reads+pattern [mABC]= [D]= ' +
  'd,directories=:walks recursive:walks dereference-recursive:walks extended-regexp fixed-strings basic-regexp perl-regexp ignore-case ' +
  'no-ignore-case invert-match word-regexp line-regexp count color? colour? files-without-match files-with-matches ' +
  'max-count= only-matching quiet silent no-messages byte-offset with-filename no-filename label= line-number ' +
  'initial-tab null null-data after-context= before-context= context= text binary-files= devices= exclude= include= ' +
  'exclude-from=:reads exclude-dir= line-buffered binary help version y V u unix-byte-offsets';

const AWK =
  'F,field-separator= v,assign= f,file=:runs+pattern e,source=:script+pattern E,exec=:runs+pattern i,include=:runs ' +
  'l,load=:runs o,pretty-print?:writes p,profile?:writes d,dump-variables?:writes D,debug?:runs [bcCghIkMnNOPrsStV] ' +
  'L,lint? Z,locale= characters-as-bytes traditional copyright gen-pot help trace lint-old bignum use-lc-numeric ' +
  'non-decimal-data optimize posix re-interval no-optimize sandbox version csv';

const SED =
  '[nErszu] e,expression=:script+pattern f,file=:runs+pattern i,in-place?:in-place l,line-length= quiet silent debug ' +
  'follow-symlinks posix regexp-extended separate sandbox unbuffered null-data zero-terminated help version';

const RG =
  '# [FiILlnNopqsSuUvwxHh0acbPV.] z,search-zip:runs e,regexp=:pattern f,file=:reads+pattern [ABCmgtTjMEdr]= pre=:runs pre-glob= ' +
  'hostname-bin=:runs ignore-file=:reads files:pattern type-list:pattern version:pattern help:pattern glob= iglob= type= type-not= ' +
  'after-context= before-context= context= context-separator= max-count= max-depth= maxdepth= max-columns= ' +
  'max-columns-preview replace= sort= sortr= threads= encoding= color= colors= column count count-matches crlf debug ' +
  'dfa-size-limit= regex-size-limit= engine= field-context-separator= field-match-separator= files-with-matches ' +
  'files-without-match fixed-strings follow generate= glob-case-insensitive heading no-heading hidden no-hidden ' +
  'hyperlink-format= ignore-case case-sensitive include-zero invert-match json line-buffered line-number no-line-number ' +
  'line-regexp max-filesize= mmap multiline multiline-dotall no-config no-ignore no-ignore-dot no-ignore-exclude ' +
  'no-ignore-files no-ignore-global no-ignore-parent no-ignore-vcs no-messages no-ignore-messages no-filename null null-data ' +
  'one-file-system only-matching passthru passthrough path-separator= pcre2 pcre2-version pretty quiet smart-case stats ' +
  'stop-on-nonmatch text trace trim type-add= type-clear= unrestricted vimgrep with-filename word-regexp binary ' +
  'block-buffered auto-hybrid-regex byte-offset no-unicode unicode no-mmap no-require-git no-pcre2-unicode ignore-file-case-insensitive no-context-separator ' +
  'no-column no-crlf no-encoding no-fixed-strings no-follow no-glob-case-insensitive no-json no-max-columns-preview ' +
  'no-multiline no-multiline-dotall no-pcre2 no-search-zip no-stats no-text no-trim ignore ignore-files ignore-messages ' +
  'ignore-vcs messages require-git';

const SORT =
  '[bdfgiMhnRrVcCmsuz] o,output=:writes T,temporary-directory=:writes compress-program=:runs files0-from=:lists k,key= ' +
  't,field-separator= S,buffer-size= ignore-leading-blanks dictionary-order ignore-case general-numeric-sort ' +
  'ignore-nonprinting month-sort human-numeric-sort numeric-sort random-sort random-source=:reads reverse sort= ' +
  'version-sort check? debug merge parallel= stable unique zero-terminated batch-size= help version';

/** Commands whose input and output are text. */
export const TEXT_COMMANDS: CommandTable = {
  ...many(
    'base32 base64 cat comm cut expand fmt fold head hexdump join nl od paste rev strings sum tac tail ' +
      'tsort unexpand column cmp',
    open('read'),
  ),
  ...many('b2sum cksum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum', open('read', 'c,check:lists')),
  wc: open('read', 'files0-from=:lists'),
  ...many('grep egrep fgrep', listed('pattern', GREP, { isOpen: true })),
  diff: open('compared', 'r,recursive:walks [x]= X,exclude-from=:reads [UCWIFS]= from-file=:reads to-file=:reads'),
  ...many('awk gawk mawk', listed('pattern', AWK, { program: 'awk', stopsAtOperand: true })),
  sed: listed('pattern', SED, { program: 'sed' }),
  rg: listed('pattern', RG, { walks: true, walksHere: true }),
  sort: listed('read', SORT),
  shuf: listed(
    'read',
    '[ezr] i,input-range= n,head-count= o,output=:writes random-source=:reads echo repeat zero-terminated help version',
  ),
  uniq: listed(
    'in-out',
    '# [cdDuiz] [fsw]= count repeated all-repeated? skip-fields= group? ignore-case skip-chars= unique zero-terminated ' +
      'check-chars= help version',
  ),
  xxd: listed(
    'in-out',
    'a,autoskip b,bits c,cols= C,capitalize d E,EBCDIC e g,groupsize= h,help i,include l,len= n,name= o= p,ps,plain,postscript ' +
      's,seek= r,revert R= t u v,version',
    { dashes: 'both', stopsAtOperand: true },
  ),
  jq: open(
    'pattern',
    'f,from-file=:reads+pattern L= run-tests=:reads slurpfile=:reads rawfile=:reads argfile=:reads arg= argjson= indent= tab',
    { loads: /\b(?:import|include)\b/ },
  ),
  tr: open('none'),
  tee: listed('write', '[aip] append ignore-interrupts output-error? help version'),
  split: listed(
    'pieces',
    '# [abClnt]= [deuxv] filter=:runs suffix-length= additional-suffix= bytes= line-bytes= numeric-suffixes? hex-suffixes? ' +
      'elide-empty-files lines= number= separator= unbuffered verbose help version',
  ),
  csplit: listed(
    'pieces',
    '[bn]= [ksqz] help version suffix-format= f,prefix=:target keep-files digits= quiet silent elide-empty-files suppress-matched',
  ),
  yes: open('none'),
};
