/** Names of the files of a type, as globs; a type that is not here is a file name extension. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  c: ['*.c', '*.h'],
  cpp: ['*.cpp', '*.cc', '*.cxx', '*.hpp', '*.hh', '*.h'],
  css: ['*.css', '*.scss', '*.sass', '*.less'],
  go: ['*.go'],
  html: ['*.html', '*.htm'],
  java: ['*.java'],
  js: ['*.js', '*.jsx', '*.mjs', '*.cjs'],
  json: ['*.json', '*.jsonc'],
  kotlin: ['*.kt', '*.kts'],
  make: ['Makefile', 'makefile', 'GNUmakefile', '*.mk'],
  md: ['*.md', '*.mdx', '*.markdown'],
  markdown: ['*.md', '*.mdx', '*.markdown'],
  php: ['*.php'],
  py: ['*.py', '*.pyi'],
  python: ['*.py', '*.pyi'],
  ruby: ['*.rb', 'Gemfile', 'Rakefile', '*.gemspec'],
  rust: ['*.rs'],
  sh: ['*.sh', '*.bash', '*.zsh'],
  swift: ['*.swift'],
  ts: ['*.ts', '*.tsx', '*.mts', '*.cts'],
  typescript: ['*.ts', '*.tsx', '*.mts', '*.cts'],
  yaml: ['*.yaml', '*.yml'],
};

/** Returns the globs of the names that files of a type have. */
export function namesOfType(type: string): readonly string[] {
  const key = type.toLowerCase();
  return Object.hasOwn(TYPES, key) ? (TYPES[key] ?? []) : [`*.${type}`];
}
