import { describe, expect, test } from 'vitest';
import { verdictOf } from './command-verdict.ts';

const GUARDED = ['deny read(secrets/**)', 'deny read(.env)'];
const EVERYTHING = ['allow bash', ...GUARDED];

/** Command lines that read, or may read, what the rules guard. */
const READS = [
  'cat secrets/key',
  'cat .env',
  'cat ./.env',
  'cat src/../secrets/key',
  'cat /workspace/secrets/key',
  'head -n1 secrets/key',
  'cat < secrets/key',
  'while read x; do echo $x; done < .env',
  'echo "$(cat secrets/key)"',
  'echo "$(< secrets/key)"',
  'diff a secrets/key',
  'diff <(cat .env) a',
  'timeout 5 cat secrets/key',
  'env cat .env',
  'bash -c "cat .env"',
  'eval cat .env',
  'find . -name x -exec cat .env \\;',
  'node secrets/key',
  'node --env-file=.env a.mjs',
  'dd if=.env of=/dev/null',
  'grep -f.env x a',
  'grep -r key .',
  'grep -r key',
  'rg key',
  'rg key -g "*.ts"',
  'grep -rn -C 3 key',
  'grep -rn -e key',
  'mv secrets s',
  'tar cf - .',
  'cp .env copy',
  'cp -r . /tmp/copy',
  'cp secrets/key copy',
  'ln -s secrets link',
  'mv .env x',
  'base64 .env',
  '. ./.env',
  'source .env',
  'mapfile -t lines < .env',
  'mapfile -t lines < "$f"',
  'cat "$f"',
  'cat $(ls)',
  'cat *',
  'cat .e*',
  'cat s*/key',
  'cat s*/*',
  'cat .en[v]',
  'cat {a,.env}',
  'cat ~+/.env',
  'cd src && cat ../.env',
  'ls | xargs cat',
  'sort .env',
  'sed -n p .env',
  'awk 1 .env',
  'jq . secrets/a.json',
  'ls secrets',
];

/** Command lines that the same rules leave alone. */
const OTHERS = [
  'cat a',
  'cat src/a.ts',
  'cat *.md',
  'cat src/*.ts',
  'cat src/*',
  'wc -l README.md',
  'grep -r key src',
  'grep -rn key src',
  'grep -rn -C 3 key src lib',
  'rg key src',
  'mv a b',
  'grep key a b',
  'echo "$x"',
  'echo .env',
  'printf "%s\\n" "$x"',
  'test -n "$x"',
  'cd src && ls',
  'sort < a',
  'find . -name "*.ts"',
  'cp a b',
  'cp -r src lib',
  'node build.mjs',
  'npm test',
  'git log --oneline',
  'seq 3 | head -n 1',
  'cat .envrc',
  'cat secrets.md',
  'sleep 1',
];

describe('rules about reading files', () => {
  test.each(READS)('%s does not run under a rule that denies reading the file', (command) => {
    expect(verdictOf(EVERYTHING, command)).not.toBe('allowed');
  });

  test.each(OTHERS)('%s runs, since it reads nothing of that', (command) => {
    expect(verdictOf(EVERYTHING, command)).toBe('allowed');
  });

  test('a permission for the whole line does not reach over a rule about changing a file', () => {
    expect(verdictOf(['allow bash', 'deny edit(.env)'], 'echo x > .env')).toBe('denied');
    expect(verdictOf(['allow bash', 'ask edit(.env)'], 'echo x > .env')).toBe('asks');
    expect(verdictOf(['allow bash(echo x > .env)', 'deny edit(.env)'], 'echo x > .env')).toBe('denied');
    expect(verdictOf(['allow bash', 'deny edit(.env)'], 'echo x > out')).toBe('allowed');
  });
});
