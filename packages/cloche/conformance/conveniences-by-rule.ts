/** Everyday commands under rules that name a subcommand, a pattern or an address. */
export const BY_RULE: readonly { readonly rules: readonly string[]; readonly commands: readonly string[] }[] = [
  {
    rules: [
      'allow bash(git push:*)',
      'allow bash(git config:*)',
      'allow bash(git bisect:*)',
      'allow bash(git stash:*)',
    ],
    commands: [
      'git push -u origin feature',
      'git push --set-upstream origin feature',
      'git config user.name',
      'git config --get user.name',
      'git config --list',
      'git bisect start HEAD v1',
      'git bisect good',
      'git stash list',
      'git stash push -m wip',
    ],
  },
  {
    rules: ['npm run b*', 'cat src/*.ts', 'git * --oneline', 'node scripts/*.mjs'].map((rule) => `allow bash(${rule})`),
    commands: [
      'npm run build',
      'npm run b',
      'cat src/a.ts',
      'cat src/lib/a.ts',
      'git log --oneline',
      'git log -3 --oneline',
      'node scripts/build.mjs',
    ],
  },
  {
    rules: [
      'allow bash(curl https://host.example/a.json:*)',
      'allow bash(find:*)',
      'allow bash(xxd:*)',
      'allow bash(sed:*)',
    ],
    commands: [
      'curl https://host.example/a.json -s',
      'curl https://host.example/a.json --retry 3 --max-time 5',
      "curl https://host.example/a.json -H 'Accept: text/plain' -w '%{http_code}'",
      "find . -name '*.ts' -exec sed -n 1p '{}' +",
      'xxd -l 16 a',
      "sed 'a\\\nline one\\\nline two' f",
      "sed '1i\\  indented' f",
      "sed '/x/a after' f",
    ],
  },
];
