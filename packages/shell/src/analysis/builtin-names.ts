/** The names of the builtins, for those who analyse commands without running them. */
export const BUILTIN_NAMES: ReadonlySet<string> = new Set(
  (
    '. : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo ' +
    'enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf ' +
    'pushd pwd read readarray readonly return set shift shopt source test times trap true type typeset ulimit ' +
    'umask unalias unset wait'
  ).split(' '),
);
