import { type CommandTable, listed, many, open } from './command-spec.ts';

const BACKUP =
  'b backup? S,suffix= f,force i,interactive? v,verbose t,target-directory=:target T,no-target-directory help version ';
const NAMES =
  'H L P regextype= D= O1 O2 O3 depth d daystart follow:links mindepth= maxdepth= mount xdev noleaf warn nowarn ignore_readdir_race ' +
  'noignore_readdir_race amin= anewer=:reads atime= cmin= cnewer=:reads ctime= empty executable readable writable ' +
  'false true fstype= gid= group= ilname= iname= inum= ipath= iregex= iwholename= links= lname= mmin= mtime= name= newer= ' +
  'neweraa= neweram= newerat= newercm= newerct= newermt= newermm= newerma= newermc= nogroup nouser path= perm= regex= samefile= ' +
  'size= type= uid= used= user= wholename= xtype= context= a and o or not print print0 printf= ls prune quit help version ' +
  'delete:deletes fprint=:writes fprint0=:writes fprintf=:writes fls=:writes exec; execdir; ok; okdir; files0-from=:lists';

/** Commands about files and directories. */
export const FILE_COMMANDS: CommandTable = {
  ...many('ls', open('read')),
  du: open('none', 'files0-from=:lists X,exclude-from=:reads'),
  ...many('basename dirname df pwdx readlink realpath stat', open('none')),
  find: listed('none', NAMES, { dashes: 'words', hasNoEnd: true, walks: true }),
  file: listed(
    'read',
    '[bcdEhiklLnNprsSv0] list no-sandbox [zZ]:runs C,compile:writes F,separator= f,files-from=:lists m,magic-file=:reads e,exclude= P,parameter= brief ' +
      'checking-printout debug no-dereference mime mime-type mime-encoding extension apple dereference keep-going ' +
      'no-buffer no-pad print0 preserve-date raw special-files uncompress:runs uncompress-noreport:runs exclude-quiet= version help',
  ),
  tree: listed(
    'none',
    '[adflxAaCDFghinNpqQrsStuUvcJX] R:writes o=:writes [LIPHT]= charset= filelimit= timefmt= noreport inodes device dirsfirst sort= ' +
      'filesfirst gitignore gitfile=:reads infofile=:reads info matchdirs ignore-case metafirst prune fromfile:lists nolinks du si version help fflinks compress= hintro=:reads houtro=:reads',
  ),
  mkdir: listed('write', 'm,mode= p,parents v,verbose Z context? help version', { onlyCreates: true }),
  touch: listed('write', '[acfhm] d,date= r,reference=:reads t= time= no-create no-dereference help version', {
    onlyCreates: true,
  }),
  truncate: listed('write', 'c,no-create o,io-blocks r,reference=:reads s,size= help version', { isDestructive: true }),
  ...many('mkfifo mknod', open('write')),
  mktemp: listed('none', '[duqtV] p=:target tmpdir?:target suffix= directory dry-run quiet help version', {
    isOpen: true,
  }),
  rm: listed(
    'delete',
    '[fiIdv] [rR]:walks recursive:walks force interactive? one-file-system no-preserve-root preserve-root? dir verbose help version',
    { isDestructive: true },
  ),
  rmdir: listed('delete', 'p,parents v,verbose ignore-fail-on-non-empty help version', { isDestructive: true }),
  unlink: listed('delete', 'help version', { isDestructive: true }),
  shred: listed('delete', '[fuvxz] n,iterations= s,size= random-source=:reads force remove? verbose exact zero', {
    isDestructive: true,
  }),
  ...many(
    'chmod chown chgrp',
    listed(
      'mode',
      '[cfvhHLPwxXst] R,recursive:walks changes silent quiet verbose dereference no-dereference preserve-root no-preserve-root reference=:reads+pattern from= help version',
      { isOpen: true, isDestructive: true },
    ),
  ),
  cp: listed(
    'copy',
    `${BACKUP}a,archive:walks+links [rR]:walks+links recursive:walks+links d:links P,no-dereference:links attributes-only copy-contents debug H l,link:links L,dereference ` +
      'n,no-clobber u,update? p preserve? no-preserve= parents reflink? remove-destination sparse= strip-trailing-slashes s,symbolic-link:links x,one-file-system Z context? keep-directory-symlink',
    { isOpen: false },
  ),
  mv: listed('move', `${BACKUP}n,no-clobber u,update? strip-trailing-slashes Z context? debug exchange no-copy`, {
    isDestructive: true,
  }),
  ln: listed('link', `${BACKUP}d,F,directory L,logical n,no-dereference P,physical r,relative s,symbolic`, {
    makesLinks: true,
  }),
  install: listed(
    'copy',
    `${BACKUP}c C,compare d,directory:in-place D g,group= m,mode= o,owner= p,preserve-timestamps s,strip strip-program=:runs Z context? preserve-context debug`,
  ),
  dd: open('assigned', '', { dangerousOperand: /^of=/ }),
};
