import { type CommandTable, listed, many, open } from './command-spec.ts';

const TAR =
  't,list x,extract,get:extracts c,create:writes r,append:writes u,update:writes A,catenate,concatenate:writes delete:writes ' +
  'd,diff,compare:walks test-label f,file= C,directory=:elsewhere T,files-from=:lists X,exclude-from=:reads exclude= exclude-vcs ' +
  'exclude-caches v,verbose z,gzip,gunzip,ungzip j,bzip2 J,xz Z,compress lzma lzop lzip zstd a,auto-compress R,block-number ' +
  'k,keep-old-files p,preserve-permissions,same-permissions m,touch o h,dereference l,check-links w,interactive,confirmation O,to-stdout ' +
  'P,absolute-names:asks b,blocking-factor= H,format= n,seek N,newer,after-date= newer-mtime= strip-components= transform,xform= ' +
  'wildcards no-wildcards anchored no-anchored ignore-case no-ignore-case full-time utc totals? block-number sort= mtime= owner= ' +
  'group= numeric-owner show-transformed-names show-stored-names quoting-style= force-local no-recursion recursion one-file-system null ' +
  'no-null occurrence? ignore-zeros i wildcards-match-slash no-wildcards-match-slash help version usage ' +
  'I,use-compress-program=:runs to-command=:runs checkpoint? checkpoint-action=:runs F,info-script,new-volume-script=:runs ' +
  'rsh-command=:runs rmt-command=:runs index-file=:writes remove-files:deletes g,listed-incremental=:writes S,sparse U,unlink-first ' +
  'M,multi-volume:asks volno-file=:writes L,tape-length= one-top-level?:writes add-file=:reads exclude-backups exclude-caches-all ' +
  'exclude-caches-under exclude-ignore= exclude-ignore-recursive= exclude-tag= exclude-tag-all= exclude-tag-under= exclude-vcs-ignores ' +
  'unquote no-unquote verbatim-files-from no-verbatim-files-from keep-newer-files skip-old-files keep-directory-symlink overwrite:destroys ' +
  'overwrite-dir no-overwrite-dir recursive-unlink:destroys W,verify same-owner no-same-owner no-same-permissions mode= clamp-mtime ' +
  'atime-preserve? group-map=:reads owner-map=:reads acls no-acls selinux no-selinux xattrs no-xattrs xattrs-include= xattrs-exclude= ' +
  'ignore-failed-read ignore-command-error no-ignore-command-error delay-directory-restore no-delay-directory-restore posix old-archive,portability ' +
  'pax-option= s,preserve-order,same-order B,read-full-records record-size= G,incremental no-check-device check-device hole-detection= level= ' +
  'no-seek sparse-version=';

/** Commands that pack, unpack and transfer. */
export const ARCHIVE_COMMANDS: CommandTable = {
  tar: listed('archive', TAR, {
    hasOldStyle: true,
    walks: true,
    makesLinks: true,
  }),
  zip: open(
    'archive',
    '@:lists T,test:runs TT,unzip-command=:runs r,recurse-paths:walks R:walks m,move:deletes d,delete:destroys y,symlinks o b,temp-path=:writes i,include= x,exclude= n,suffixes= P,password= O,output-file=:writes t= tt= s,split-size= logfile-path=:writes lf=:writes',
    {
      dashes: 'both',
      isDestructive: true,
    },
  ),
  unzip: listed('unpack', '[lvtzZqpcCaLVMjnUX1] o:destroys x= d=:target P= f:destroys u:destroys', {
    makesLinks: true,
    isDestructive: true,
  }),
  ...many(
    'gzip gunzip bzip2 bunzip2 xz unxz zstd compress uncompress',
    open(
      'convert',
      'c,stdout,to-stdout:reads l,list:reads t,test:reads r,recursive:walks S,suffix= o=:writes trace=:writes filelist=:lists files?:lists files0?:lists output-dir-flat=:writes output-dir-mirror=:writes rm:deletes patch-from=:reads D=',
      {
        isDestructive: true,
      },
    ),
  ),
  ...many('zcat bzcat xzcat gzcat', open('read')),
  cpio: open(
    'any',
    '[optiv]:lists create:lists pass-through:lists extract:extracts F,file=:writes O=:writes rsh-command=:runs [DEHMRCI]=',
    {
      makesLinks: true,
      isDestructive: true,
    },
  ),
  rsync: open(
    'copy',
    '[vzuncpogtDHAXPhqSKLIWxbi] a,archive:walks+links r,recursive:walks l,links:links e,rsh=:runs rsync-path=:runs M,remote-option=:runs ' +
      'delete:destroys del:destroys delete-before:destroys delete-during:destroys delete-delay:destroys delete-after:destroys ' +
      'delete-excluded:destroys remove-source-files:destroys files-from=:lists exclude-from=:reads include-from=:reads ' +
      'exclude= include= f,filter= log-file=:writes password-file=:reads backup-dir=:writes T,temp-dir=:writes partial-dir=:writes ' +
      'write-batch=:writes only-write-batch=:writes read-batch=:reads compare-dest= copy-dest= link-dest= B= max-size= min-size= out-format= port= timeout= bwlimit= chmod= chown= info= config=:runs daemon:runs',
    { makesLinks: true, usesNetwork: true },
  ),
  curl: open(
    'any',
    'o,output=:writes O,remote-name:extracts remote-name-all:extracts J,remote-header-name:extracts output-dir=:writes K,config=:runs+lists c,cookie-jar=:writes D,dump-header=:writes ' +
      'trace=:writes trace-ascii=:writes stderr=:writes libcurl=:writes etag-save=:writes hsts=:writes alt-svc=:writes d,data=:uploads+sends-at data-ascii=:uploads+sends-at data-binary=:uploads+sends-at ' +
      'data-urlencode=:uploads+sends json=:uploads+sends-at url-query=:uploads+sends F,form=:uploads+sends T,upload-file=:reads+sends b,cookie=:reads E,cert=:reads key=:reads cacert=:reads netrc-file=:reads etag-compare=:reads ' +
      '[sSfLkvigGINqRaBjlnpZ#0123460] silent show-error fail fail-with-body location insecure include get head verbose compressed globoff netrc no-progress-meter progress-bar ' +
      'H,header=:uploads+sends-at ipfs-gateway=:asks ech=:asks form-string= data-raw= proxy-user= [Pth]= [AeuXmrCyYzU]= user-agent= referer= user= request= max-time= w,write-out=:uploads+formats range= variable=:uploads engine=:runs Q,quote=:asks proxy-header=:uploads+sends-at ' +
      'x,proxy=:asks preproxy=:asks proxy1.0=:asks socks4=:asks socks4a=:asks socks5=:asks socks5-hostname=:asks connect-to=:asks resolve=:asks doh-url=:asks ' +
      'dns-servers=:asks unix-socket=:asks abstract-unix-socket=:asks ssl-sessions=:writes expand-=:asks url= ' +
      'retry= retry-delay= retry-max-time= connect-timeout= limit-rate= max-redirs= max-filesize= keepalive-time= speed-limit= speed-time= interface= ' +
      'local-port= ciphers= proto= proto-default= proto-redir= tls-max= cert-type= key-type= pass= continue-at= oauth2-bearer= aws-sigv4=',
    { usesNetwork: true, hasTargets: true },
  ),
  wget: open(
    'any',
    'O,output-document=:writes o,output-file=:writes a,append-output=:writes P,directory-prefix=:writes i,input-file=:lists e,execute=:runs config=:runs use-askpass=:runs post-file=:reads+sends body-file=:reads+sends ' +
      'load-cookies=:reads save-cookies=:writes hsts-file=:writes ca-directory= crl-file=:reads warc-dedup=:reads warc-tempdir=:writes backups= ca-certificate=:reads certificate=:reads private-key=:reads warc-file=:writes rejected-log=:writes [UBltTwQRADXI]=',
    { usesNetwork: true, isDestructive: true, hasTargets: true },
  ),
  scp: open('copy', '[DS]=:runs o=:runs F=:runs r:walks [ciJlPX]=', { usesNetwork: true }),
  ssh: open('any', 'o=:runs F=:runs I=:runs E=:writes [bcDeiJLlmpQRSWwOPB]= [46AaCfGgKkMNnqsTtVvXxYy]', {
    usesNetwork: true,
    runsArguments: true,
  }),
  sftp: open('any', 'o=:runs F=:runs [bDS]=:runs [BciJlPRsX]=', { usesNetwork: true }),
  ...many(
    'nc ncat netcat',
    open(
      'any',
      '[ec]=:runs U,unixsock:asks exec=:runs sh-exec=:runs lua-exec=:runs o,output=:writes x,hex-dump=:writes',
      {
        usesNetwork: true,
      },
    ),
  ),
  ...many('ftp telnet', open('any', '', { usesNetwork: true })),
};
