import { decodeText } from '@cloche/system';
import type { CaseMachine, MachineCases } from '../machine-case.ts';

/** What machines answer to these commands: output, then errors, then the exit code when it is not 0. */
const COMMANDS: Readonly<Record<string, readonly [command: string, answer: string]>> = {
  'both outputs apart': ['echo out; echo err >&2', 'out\n|err\n|'],
  'an exit code': ['exit 3', '||3'],
  'a command that is not there': ['no-such-command', '|bash: line 1: no-such-command: command not found\n|127'],
  'a pipe': ["printf '%s\\n' b a c | sort | tr a-z A-Z | paste -sd,", 'A,B,C\n||'],
  'the codes of a pipe': ['false | true | (exit 4); echo "${PIPESTATUS[@]}"', '1 0 4\n||'],
  pipefail: ['set -o pipefail; (exit 5) | true', '||5'],
  'a reader that ends early': ['yes | head -n 2', 'y\ny\n||'],
  'no input': ['cat; read -r x; echo $?', '1\n||'],
  'a here-document': ['cat <<< word; cat <<E\na $((2 * 3))\nE', 'word\na 6\n||'],
  redirections: ['echo one > f; echo two >> f; wc -l < f; { echo e >&2; } 2> g; cat g', '2\ne\n||'],
  'a task beside it': ['{ sleep 0.1; echo late; } & echo early; wait; echo over', 'early\nlate\nover\n||'],
  'the code of a task': ['(exit 7) & wait $!; echo $?', '7\n||'],
  'the signal of a task': ['sleep 60 & kill $!; wait $!; echo $?', '143\n||'],
  'a trap': ["(trap 'echo bye' EXIT; trap 'echo term' TERM; kill $BASHPID; echo on)", 'term\non\nbye\n||'],
  'a timeout': ['timeout 0.1 sleep 60; echo $?; timeout 0.1 bash -c "while :; do :; done"; echo $?', '124\n124\n||'],
  'its own end by a signal': ["{ bash -c 'kill -9 $$'; } 2> /dev/null; echo $?", '137\n||'],
  'any bytes': ["printf '\\0\\1\\377\\n' | od -An -tx1", ' 00 01 ff 0a\n||'],
  'a large pipe': ['seq 200000 | tail -n 1; seq 200000 | wc -c', '200000\n1288895\n||'],
  'arithmetic, arrays, expansions': [
    'a=(1 2 3); echo $((${#a[@]} ** 2)) "${a[@]:1}" {x,y}{1..2}',
    '9 2 3 x1 x2 y1 y2\n||',
  ],
  'a syntax error': ['echo before\nif', 'before\n|bash: -c: line 3: syntax error: unexpected end of file\n|2'],
};

/** Bash: output, codes, pipes, tasks, input, cancelling, time, and what a session keeps. */
export const BASH_CASES: MachineCases = {
  ...Object.fromEntries(
    Object.entries(COMMANDS).map(([title, [command, answer]]) => [
      `runs a command with ${title}`,
      {
        answer,
        async run({ bash }: CaseMachine) {
          const { out, err, exitCode } = await bash(command);
          return `${out}|${err}|${exitCode === 0 ? '' : exitCode}`;
        },
      },
    ]),
  ),
  'keeps directory, exports and functions of a session, and nothing of another': {
    answer: ['@/d me f\n', ' \n', '@ \n'],
    async run({ bash, short, session, directory, call }) {
      const inSession = { staysInSession: true };
      await bash(`cd ${directory}; mkdir d; cd d; export WHO=me; f() { echo f; }`, inSession);
      const here = short((await bash('echo "$PWD $WHO $(f)"', inSession)).out);
      const { out: elsewhere } = await bash('echo "$WHO $(f 2> /dev/null)"', { session: `${session}-other` });
      await call('bash_restart', { session });
      const { out: afterwards } = await bash('echo "$PWD $WHO"');
      return [here, elsewhere, short(afterwards)];
    },
  },
  'ends a command when its time is over, and keeps what it printed': {
    answer: [
      { kind: 'timed_out', out: 'begun\n' },
      { kind: 'timed_out', out: 'begun\n' },
      { kind: 'exited', out: 'after\n' },
    ],
    async run({ bash }) {
      const answers = [
        await bash('echo begun; sleep 60', { timeoutMs: 300 }),
        await bash('echo begun; while :; do :; done', { timeoutMs: 300 }),
        await bash('echo after'),
      ];
      return answers.map(({ kind, out }) => ({ kind, out }));
    },
  },
  'ends a command that is cancelled, and one that was before it began': {
    answer: [['cancelled', 'begun\n'], ['cancelled', ''], 'after\n'],
    async run({ bash, out }) {
      const cancelled = async (command: string, isAtOnce: boolean): Promise<string[]> => {
        const controller = new AbortController();
        if (isAtOnce) controller.abort(new Error('enough'));
        const answer = await bash(command, {
          signal: controller.signal,
          onOutput() {
            controller.abort(new Error('enough'));
            return undefined;
          },
        });
        return [answer.kind, answer.out];
      };
      return [
        await cancelled('echo begun; while :; do :; done', false),
        await cancelled('sleep 60; echo never', true),
        await out('echo after'),
      ];
    },
  },
  'passes output on while a command runs': {
    answer: ['first\n', 'first\nsecond\n'],
    async run({ bash, put }) {
      let heard = '';
      let early: string | undefined;
      await bash('echo first; while [ ! -e go ]; do sleep 0.02; done; echo second', {
        onOutput({ bytes }) {
          heard += decodeText(bytes);
          if (early !== undefined) return undefined;
          early = heard;
          return put('go', '');
        },
      });
      return [early, heard];
    },
  },
  'runs commands of two sessions side by side': {
    answer: ['two\n', 'one\n'],
    async run({ bash, session }) {
      const [one, two] = await Promise.all([
        bash('while [ ! -e go ]; do sleep 0.02; done; echo one'),
        bash('echo two; touch go', { session: `${session}-second` }),
      ]);
      return [two.out, one.out];
    },
  },
  'counts what it does not keep': {
    answer: { kept: 1000, lost: 4000, streamed: 5000 },
    async run({ bash }) {
      let streamed = 0;
      const { out, lostBytes } = await bash('head -c 5000 /dev/zero | tr "\\0" x', {
        keepBytes: 1000,
        onOutput({ bytes }) {
          streamed += bytes.length;
          return undefined;
        },
      });
      return { kept: out.length, lost: lostBytes, streamed };
    },
  },
  'passes on five megabytes of output whole': {
    answer: { streamed: 5_000_000, isSame: true },
    async run({ bash }) {
      let streamed = 0;
      let isSame = true;
      await bash('yes 0123456789abcde | head -c 5000000', {
        onOutput({ bytes }) {
          for (const [index, byte] of bytes.entries()) if (byte !== LINE[(streamed + index) % 16]) isSame = false;
          streamed += bytes.length;
          return undefined;
        },
      });
      return { streamed, isSame };
    },
  },
  'has the commands of coding': {
    answer: 'ok\n',
    run: ({ out }) => out(`for c in ${NEEDED}; do type -t "$c" > /dev/null || echo "no $c"; done; echo ok`),
  },
};

const LINE = Uint8Array.from('0123456789abcde\n', (character) => character.charCodeAt(0));
const NEEDED =
  'awk base64 bash cat chmod comm cp curl cut date diff du env expr file find fold grep gunzip gzip head jq join ln ls ' +
  'mkdir mktemp mv nl od paste patch printf ps readlink realpath rg rm rmdir sed seq sha256sum sleep sort split stat tac tail ' +
  'tar tee test timeout touch tr tree tsort uniq unzip wc wget which xargs xxd yes zip';
