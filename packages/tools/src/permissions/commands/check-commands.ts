import { type CommandTable, local, many, open } from './command-spec.ts';

/** Commands of sqlite3 that do more than show, and functions that write files, load code or open other databases. */
const SQL_THAT_REACHES =
  /^\s*\.(?!(?:tables|schema|fullschema|indexes|databases|dump|headers?|mode|nullvalue|width|show|timer|eqp)\b)|\b(?:writefile|load_extension|attach|vacuum[^;]*\binto)\b|\bedit["'`\]]?\s*(?:\(|--|\/\*)/im;

/** Programs of packages, which `npx` and its like find too. */
export const PACKAGE_PROGRAMS: CommandTable = {
  eslint: open(
    'any',
    'o,output-file=:writes fix:in-place fix-dry-run fix-type= init:runs inspect-config:runs mcp:runs rulesdir=:runs c,config=:settings ' +
      'resolve-plugins-relative-to=:runs parser=:runs plugin=:runs f,format=:modules cache-location=:writes cache-file=:writes ' +
      'suppress-all:writes suppress-rule=:writes prune-suppressions:writes suppressions-location=:writes cache cache-strategy= color ext= rule= env= global= ignore-pattern= max-warnings=',
    { findsSettings: true },
  ),
  prettier: open(
    'any',
    'w,write:in-place config=:settings plugin=:runs plugin-search-dir=:runs parser=:modules cache cache-strategy= cache-location=:writes ignore-path=:reads',
    { findsSettings: true },
  ),
  ...many(
    'vitest jest',
    open(
      'any',
      'root=:settings rootDir=:settings r=:settings c,config=:settings dir=:settings outputFile=:writes coverage? coverageDirectory=:writes coverage.reportsDirectory=:writes t= testNamePattern= project= reporter=:modules testPathPattern= testPathPatterns= testPathIgnorePatterns=',
      { findsSettings: true },
    ),
  ),
};

/** Programs that show, search and check files. */
export const CHECK_COMMANDS: CommandTable = {
  ...many('fd fdfind', open('none', '[HIuasipg1qlLV0] [xX]=:runs exec=:runs exec-batch=:runs ignore-file=:reads')),
  ...many(
    'bat batcat',
    open(
      'read',
      '[ApnsSuPdfE] [lrHm]= pager=:runs lessopen:runs config-file=:runs generate-config-file:writes build:writes clear:deletes target=:writes',
      { dangerousOperand: /^cache$/ },
    ),
  ),
  ...many(
    'ag ack',
    open('pattern', 'pager=:runs ackrc=:runs output=:asks p,path-to-ignore=:reads', { walks: true, walksHere: true }),
  ),
  ...many(
    'less more',
    open(
      'read',
      '[oO]=:writes cmd=:runs log-file=:writes LOG-FILE=:writes [kt]=:asks lesskey-file=:asks lesskey-src=:asks',
      {
        dangerousOperand: /^\+/,
      },
    ),
  ),
  ...many('iconv sdiff', open('read', 'o,output=:writes diff-program=:runs')),
  xmllint: open('read', 'o,output=:writes shell:runs', { dashes: 'both' }),
  yq: open('pattern', 'i,inplace,in-place:in-place s,split-exp=:writes f,from-file=:reads+pattern', {
    dangerousOperand: /\bsystem\b/,
    loads: /\b(?:load|import|include)/,
  }),
  sqlite3: open('any', 'A:asks cmd=:runs init=:runs', {
    dangerousOperand: SQL_THAT_REACHES,
    dashes: 'both',
    runsInput: 2,
    runsArguments: true,
    loads: /\b(?:readfile|fsdir|zipfile|csv)\b/i,
  }),
  ...local({
    ...PACKAGE_PROGRAMS,
    pytest: open(
      'any',
      '[qvxsl] rootdir=:settings confcutdir=:settings c=:settings config-file=:settings cov-config=:settings basetemp=:writes ' +
        'junitxml=:writes junit-xml=:writes log-file=:writes pastebin=:asks [kmnrW]= o,override-ini=:modules p=:modules maxfail= tb= durations= lf ff no-header',
      { findsSettings: true },
    ),
    unittest: open('any', 's,start-directory=:elsewhere t,top-level-directory=:elsewhere p,pattern= k= f c b v q', {
      findsSettings: true,
    }),
    mypy: open(
      'any',
      'config-file=:settings python-executable=:runs cache-dir=:writes junit-xml=:writes install-types:runs p,package= m,module= python-version= platform=',
      { findsSettings: true },
    ),
  }),
  'json.tool': open('in-out', 'json-lines sort-keys no-ensure-ascii indent= tab no-indent compact'),
  kubectl: open(
    'any',
    'kubeconfig=:runs cache-dir=:writes log-file=:writes log-dir=:writes profile-output=:writes output-directory=:writes ' +
      's,server=:asks context=:asks cluster=:asks user=:asks as=:asks as-group=:asks as-uid=:asks token=:asks insecure-skip-tls-verify:asks ' +
      'client-certificate=:reads client-key=:reads certificate-authority=:reads password=:asks username=:asks tls-server-name=:asks ' +
      'o,output=:modules template=:reads f,filename=:reads k,kustomize=:reads n,namespace= l,selector= L,label-columns= c,container=',
    { runsArguments: true, usesNetwork: true },
  ),
};
