const VERSION = '0.1.0';

/** The programs whose options and output commands follow, as these name themselves: scripts ask for it to know what they may use. */
const FOLLOWED: Readonly<Record<string, string>> = {
  '(GNU sed) 4.9': 'sed',
  '(GNU Awk) 5.2.1': 'awk gawk',
  '(GNU grep) 3.8': 'grep egrep fgrep',
  '(GNU findutils) 4.9.0': 'find xargs',
  '(GNU diffutils) 3.8': 'diff cmp',
  '(GNU tar) 1.34': 'tar',
  '(GNU coreutils) 9.1':
    'b2sum base32 base64 basename cat chmod chown cksum comm cp csplit cut date dd df dirname du echo env expand expr factor fmt fold ' +
    'head hostid id install join link ln ls md5sum mkdir mktemp mv nice nl nohup nproc numfmt od paste printenv printf pwd readlink ' +
    'realpath rm rmdir seq sha1sum sha224sum sha256sum sha384sum sha512sum shuf sleep sort split stat stty sum tac tail tee test timeout ' +
    'touch tr true false truncate tsort tty uname unexpand uniq unlink wc whoami yes',
};

const FOLLOWED_BY: ReadonlyMap<string, string> = new Map(
  Object.entries(FOLLOWED).flatMap(([program, names]) => names.split(' ').map((name) => [name, program] as const)),
);

/** Returns what a command answers to `--version`: which program it follows, on the first line, and that it is none of that. */
export function versionText(name: string): string {
  const followed = FOLLOWED_BY.get(name);
  if (followed === undefined) return `${name} (Cloche) ${VERSION}\n`;
  return `${name} ${followed}\nThis is Cloche's own ${name} (${VERSION}), which follows the options and output of that one.\n`;
}
