import { PACKAGE_PROGRAMS } from './check-commands.ts';
import { type CommandSpec, type CommandTable, listed, local, many, open } from './command-spec.ts';

const NPM_OPTIONS =
  'config.=:runs prefix=:elsewhere C,dir=:elsewhere script-shell=:runs shell=:runs userconfig=:runs globalconfig=:runs node-options=:runs cache=:writes ' +
  'c,call=:runs g,global:asks location=:asks cwd=:elsewhere use-yarnrc=:runs modules-folder=:writes init-module=:runs git=:runs editor=:runs viewer=:runs ' +
  '@=:asks python=:runs nodedir=:runs pnpmfile=:runs global-pnpmfile=:runs lockfile-dir=:elsewhere store-dir=:writes virtual-store-dir=:writes modules-dir=:writes ' +
  'w,workspace=:elsewhere workspaces ws F,filter= r,recursive s,silent loglevel= package=:runs registry=:asks proxy=:asks https-proxy=:asks tag= omit= include= scripts-prepend-node-path= browser=:runs ' +
  'node-gyp=:runs logs-dir=:writes pack-destination=:writes cafile=:reads otp= access= message= ' +
  'y,yes no no-install dry-run if-present ignore-scripts json long parseable offline prefer-offline prefer-online legacy-peer-deps strict-peer-deps ' +
  'include-workspace-root workspaces-update foreground-scripts no-audit no-fund audit fund save save-dev D,save-exact E P O f,force no-save progress no-progress ' +
  'timing verbose color no-color package-lock-only package-lock no-package-lock production frozen-lockfile no-frozen-lockfile immutable stream parallel ' +
  'recursive aggregate-output no-bail bail sequential prefer-frozen-lockfile q quiet d dd ddd watch hot bun b';

/** What follows the subcommand is a command of its own. */
const RUNS = open('command', NPM_OPTIONS, { stopsAtOperand: true, runsArguments: true });

const NODE_PACKAGES: CommandSpec = {
  ...open('any', NPM_OPTIONS, { dashes: 'both' }),
  subcommands: {
    ...many('exec x dlx', RUNS),
    ...many('explore pkg set config workspace workspaces', open('any', NPM_OPTIONS, { runsArguments: true })),
  },
};

const TSC = open(
  'any',
  'outDir=:writes outFile=:writes out=:writes declarationDir=:writes tsBuildInfoFile=:writes generateTrace=:writes generateCpuProfile=:writes ' +
    'init:writes p=:elsewhere project=:elsewhere',
  {
    dashes: 'both',
    ignoresCase: true,
    dangerousOperand: /^(?:(?:false|null)$|@)/i,
    isLocal: true,
    findsSettings: true,
  },
);

/** Their `run` finds programs of packages too, as does a name that is no command of theirs. */
const PROGRAM_RUNNERS: CommandSpec = {
  ...NODE_PACKAGES,
  subcommands: { ...NODE_PACKAGES.subcommands, run: RUNS, ...PACKAGE_PROGRAMS, tsc: TSC },
};

const CARGO_OPTIONS =
  'config=:runs manifest-path=:settings Z=:runs C=:elsewhere fix:in-place open:runs target-dir=:writes artifact-dir=:writes out-dir=:writes lockfile-path=:writes ' +
  'logfile=:writes p,package= exclude= bin= example= test= bench= F,features= target= profile= j,jobs= message-format= color= timings? explain= root=:writes path=:runs git=:runs';

const GO_OPTIONS =
  'exec=:runs toolexec=:runs vettool=:runs o=:writes c:writes C=:elsewhere overlay=:runs modfile=:runs ldflags=:runs gcflags=:runs asmflags=:runs ' +
  'gccgoflags=:runs compiler=:runs pkgdir=:writes coverprofile=:writes cpuprofile=:writes memprofile=:writes blockprofile=:writes ' +
  'mutexprofile=:writes trace=:writes outputdir=:writes test.coverprofile=:writes test.cpuprofile=:writes test.memprofile=:writes ' +
  'test.trace=:writes test.outputdir=:writes installsuffix= mod= buildmode= pgo=:reads tags= run= bench= benchtime= count= timeout= ' +
  'parallel= cpu= list= skip= fuzz= fuzztime= shuffle= covermode= coverpkg= p= args;';

const INTERPRETER: Partial<CommandSpec> = { runsArguments: true, readsProgram: true };

/** Runs programs of a language: what follows the name of one are its arguments. */
const interpreter = (options: string): CommandSpec => open('any', options, { ...INTERPRETER, stopsAtOperand: true });

const NODE_OPTIONS =
  'r,require=:loads import=:loads loader=:loads experimental-loader=:loads e,eval=:loads p,print:loads env-file=:loads env-file-if-exists=:loads ' +
  'experimental-config-file=:loads experimental-default-config-file:loads openssl-config=:loads snapshot-blob=:loads build-snapshot:loads ' +
  'build-snapshot-config=:loads run=:loads test-global-setup=:loads i,interactive:loads inspect?:loads inspect-brk?:loads inspect-wait?:loads ' +
  'test-reporter=:modules test-reporter-destination=:writes redirect-warnings=:writes tls-keylog=:writes report-directory=:writes ' +
  'report-filename=:writes report-dir=:writes prof:writes logfile=:writes experimental-policy=:loads diagnostic-dir=:writes cpu-prof:writes cpu-prof-dir=:writes cpu-prof-name=:writes heap-prof:writes heap-prof-dir=:writes ' +
  'heap-prof-name=:writes trace-event-file-pattern=:writes trace-event-categories= c,check h,help v,version C,conditions= input-type= title= ' +
  'icu-data-dir=:reads max-old-space-size= stack-trace-limit= stack-size= unhandled-rejections= dns-result-order= watch-path= disable-warning= ' +
  'test:runs-operands test-only test-name-pattern= test-skip-pattern= test-concurrency= test-timeout= test-shard= test-force-exit test-isolation= ' +
  'test-update-snapshots experimental-test-coverage watch watch-preserve-output no-warnings trace-warnings trace-deprecation trace-uncaught ' +
  'no-deprecation throw-deprecation enable-source-maps preserve-symlinks preserve-symlinks-main expose-gc experimental-strip-types ' +
  'experimental-transform-types experimental-vm-modules experimental-sqlite pending-deprecation';

const PYTHON_OPTIONS = 'm!:nests c!:loads W=:loads X= i:loads check-hash-based-pycs= [bBdEhIOPqsSuvVx] version help';

/** Of programs that run others in a project's own environment. */
const PROJECT_TOOL_OPTIONS =
  'directory=:elsewhere project=:elsewhere C=:elsewhere P=:elsewhere python=:runs p= with= with-editable=:elsewhere with-requirements=:reads extra= group= package= ' +
  'env-file=:reads config-file=:settings index-url=:asks default-index=:asks index=:asks i=:asks extra-index-url=:asks find-links=:asks f=:asks m,module!:nests s,script ' +
  'cache-dir=:writes isolated frozen locked no-sync offline q,quiet v,verbose no-project no-dev all-extras';

const PIP_OPTIONS =
  'python=:runs log=:writes t,target=:writes prefix=:writes root=:writes src=:writes cache-dir=:writes report=:writes d,dest=:writes w,wheel-dir=:writes r,requirement=:reads ' +
  'c,constraint=:reads i,index-url=:asks extra-index-url=:asks f,find-links=:asks trusted-host=:asks proxy=:asks cert=:asks client-cert=:asks e,editable=:settings ' +
  'config-settings=:asks C=:asks global-option=:asks build-option=:asks U,upgrade user no-deps pre q,quiet v,verbose format= path=:reads';

/** Programs that build, test and install what the directory holds. */
const PROJECT_COMMANDS: CommandTable = {
  npm: NODE_PACKAGES,
  ...many('pnpm yarn bun', PROGRAM_RUNNERS),
  ...many('npx pnpx bunx', { ...RUNS, dashes: 'both' }),
  // What follows `--` are options of the tests, which may write files too.
  cargo: open('any', CARGO_OPTIONS, {
    dangerousOperand: /^\+(?!(?:stable|beta|nightly|\d[\d.]*)(?:-[\w-]+)?$)/,
    hasNoEnd: true,
    runsArguments: true,
  }),
  go: {
    ...open('any', GO_OPTIONS, { dashes: 'words', findsSettings: true }),
    subcommands: {
      env: open('none', 'w:asks u:asks', { dashes: 'words' }),
      doc: open('none', 'http:runs C=:elsewhere', { dashes: 'words' }),
    },
  },
  make: open(
    'any',
    '[nksBtiq] silent always-make keep-going dry-run just-print recon no-print-directory f,file,makefile=:runs C,directory=:elsewhere I,include-dir=:runs E,eval=:runs O? j?,jobs? l? o,old-file= W,what-if,new-file,assume-new= shuffle? ' +
      'e,environment-overrides:runs',
    { dangerousOperand: /^(?!(?:V|VERBOSE|Q|DEBUG|CI)=\w*$).*=/s, isUnordered: true },
  ),
  ...many('docker podman', {
    ...open(
      'any',
      'D,debug tls tlsverify H,host=:runs config=:runs c,context=:asks log-level= l= tlscacert=:reads tlscert=:reads tlskey=:reads',
    ),
    subcommands: {
      ...many(
        'system image volume container network builder',
        open('any', 'f,force:destroys a,all:destroys filter=', { isDestructive: true }),
      ),
      ...many('rm rmi prune kill', open('any', '', { isDestructive: true })),
      ...many(
        'run exec create compose',
        open(
          'any',
          '[itdPq] rm interactive tty detach v,volume= w,workdir= e,env= p,publish= u,user= l,label= name= network= entrypoint= platform= mount= env-file=:reads cidfile=:writes',
          { runsArguments: true },
        ),
      ),
      ...many(
        'build buildx save export',
        open(
          'any',
          'o,output=:writes iidfile=:writes metadata-file=:writes cache-to=:asks secret=:asks ssh=:asks allow=:asks build-context=:elsewhere f,file=:settings ' +
            't,tag= build-arg= target= platform= cache-from= label= network= progress= no-cache pull push load q,quiet',
          { findsSettings: true },
        ),
      ),
    },
  }),
  ...many('uv poetry pipenv pdm hatch rye', {
    ...open('any', PROJECT_TOOL_OPTIONS),
    subcommands: { run: open('command', PROJECT_TOOL_OPTIONS, { stopsAtOperand: true, runsArguments: true }) },
  }),
  ...many('pip pip3', open('any', PIP_OPTIONS)),
  perl: interpreter('i?:in-place [eEIMmd]=:loads [xFlC0]? [cwWtTunpaslhvVUXSfD]'),
  ...many('python python3', interpreter(PYTHON_OPTIONS)),
  node: { ...interpreter(NODE_OPTIONS), takesUnderscores: true },
  ruby: interpreter(
    '[reI]=:loads require=:loads C=:elsewhere i?:in-place [xFEK0TW]? [cwvlnpaShyUsd] encoding= external-encoding= internal-encoding=',
  ),
  php: interpreter(
    '[dczrBRFE]=:loads define=:loads php-ini=:loads zend-extension=:loads run=:loads f,file=:reads [St]=:asks [lqnmivhwsaeC] syntax-check',
  ),
  deno: { operands: 'any', ...INTERPRETER },
  tsc: TSC,
};

/** Programs that build, test and install, and their manuals. */
export const BUILD_COMMANDS: CommandTable = {
  ...local(PROJECT_COMMANDS),
  patch: open(
    'repository',
    'o,output=:writes i,input=:reads d,directory=:elsewhere r,reject-file=:writes e,ed:runs g,get=:runs p= F= D= B= V= Y= z=',
    { isDestructive: true },
  ),
  man: listed(
    'none',
    '[kfwWacdiI5789] # P,pager=:runs C,config-file=:runs H,html?:runs all whatis apropos where path S,sections= s= L,locale= e,extension= debug help version',
    {},
  ),
};
