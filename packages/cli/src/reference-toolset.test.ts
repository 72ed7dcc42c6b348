import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { betaAgentToolset20260401 } from '@anthropic-ai/sdk/tools/agent-toolset/node';
import { createMemoryRuleStore, resultText } from '@cloche/tools';
import { afterAll, describe, expect, test } from 'vitest';
import { composeToolRunner } from './compose.ts';

/*
 * The tools beside the reference SDK's own on Node, over the same trees. Where ours answer otherwise, and why:
 * - an edit that changes nothing is an error, not "1 replacement";
 * - an old text with other line endings than the file's is found;
 * - reading bytes that are no text says so and gives no replacement characters;
 * - searches say that files were searched, or that none were;
 * - `exit` in bash ends their live shell and with it the session's state; ours goes on from what was there.
 * Their glob needs Node 22's, so that it is not compared.
 */

const FILES: Readonly<Record<string, string>> = {
  'a.txt': 'one\ntwo\nthree\n',
  'src/main.ts': "import { x } from './x';\nexport const y = x + 1;\n",
  'src/x.ts': 'export const x = 1; // TODO\n',
  'docs/long.md': Array.from({ length: 60 }, (_, index) => `line ${index} of sixty`).join('\n'),
  'docs/deep/er/note.md': '# TODO\nnothing\n',
  'data/plain.csv': 'a,b\n1,2\n1,2\n',
};
const PATHS = [...Object.keys(FILES), 'missing.txt', 'src', 'a.txt/below', 'new/made.txt'];

const root = realpathSync(mkdtempSync(join(tmpdir(), 'cloche-reference-')));
afterAll(() => rmSync(root, { recursive: true }));

function plant(name: string): string {
  const directory = join(root, name);
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(join(directory, path, '..'), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return directory;
}

/** A generator of numbers below `limit`, the same ones each time. */
function createDice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

interface GeneratedCall {
  readonly name: string;
  readonly input: Record<string, unknown>;
}

function generateCalls(count: number): GeneratedCall[] {
  const dice = createDice(7);
  const pick = <Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item => {
    const item = items[dice(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  const words = ['one', 'two', 'TODO', 'line 5', 'x', 'absent', '1,2', 'export'];
  const makers: (() => GeneratedCall)[] = [
    () => ({ name: 'read', input: { file_path: pick(PATHS) } }),
    () => ({ name: 'read', input: { file_path: pick(PATHS), view_range: [1 + dice(4), 1 + dice(4) + 3] } }),
    () => ({ name: 'write', input: { file_path: pick(PATHS), content: `${pick(words)}\n${pick(words)} é\n` } }),
    () => ({
      name: 'edit',
      input: {
        file_path: pick(PATHS),
        old_string: pick(words),
        new_string: `$& ${dice(99)}`,
        replace_all: dice(2) === 0,
      },
    }),
    () => ({ name: 'grep', input: { pattern: pick([...words, 'line \\d+ of', '^# ', 'o+']) } }),
    () => ({
      name: 'bash',
      input: { command: pick(['echo hi', 'cat a.txt', 'printf x; false', 'ls src | sort', 'cd src']) },
    }),
  ];
  return Array.from({ length: count }, () => pick(makers)());
}

function treeOf(directory: string, below = ''): Record<string, string> {
  return Object.fromEntries(
    readdirSync(join(directory, below))
      .sort()
      .flatMap((name) => {
        const path = join(below, name);
        const isDirectory = statSync(join(directory, path)).isDirectory();
        return isDirectory
          ? Object.entries(treeOf(directory, path))
          : [[path, readFileSync(join(directory, path), 'utf8')]];
      }),
  );
}

describe('the tools beside the reference SDK’s', () => {
  test('answer 300 generated calls alike, and leave the same files', async () => {
    const theirs = plant('theirs');
    const ours = plant('ours');
    const reference = new Map(
      betaAgentToolset20260401({ workdir: theirs }).map((tool) => ['name' in tool ? tool.name : '', tool]),
    );
    const runner = composeToolRunner({
      root: ours,
      tools: 'agentToolset20260401',
      allowed: ['bash', 'read', 'write', 'edit', 'glob', 'grep'],
      isTrusted: false,
      ask: undefined,
      rules: createMemoryRuleStore(),
    });
    const { signal } = new AbortController();
    const differences: unknown[] = [];
    for (const [index, call] of generateCalls(300).entries()) {
      const result = await runner.run({ id: `${index}`, ...call }, { signal });
      const mine = { isError: result.isError, text: resultText(result).replaceAll(ours, 'ROOT') };
      const tool = reference.get(call.name);
      let their = { isError: false, text: '' };
      try {
        const content = await tool?.run(tool.parse(call.input));
        their.text = typeof content === 'string' ? content : JSON.stringify(content);
      } catch (error) {
        their = { isError: true, text: error instanceof Error ? error.message : '' };
      }
      their.text = their.text.replaceAll(theirs, 'ROOT');
      if (!isAlike(call, mine, their)) differences.push({ call, mine, their });
    }
    await reference.get('bash')?.close?.();
    expect(differences).toEqual([]);
    expect(treeOf(ours)).toEqual(treeOf(theirs));
  }, 60_000);
});

interface Answer {
  readonly isError: boolean;
  readonly text: string;
}

function isAlike({ name }: GeneratedCall, mine: Answer, their: Answer): boolean {
  if (mine.isError !== their.isError) return false;
  if (mine.isError) return true;
  const lines = ({ text }: Answer): string => text.trim().split('\n').sort().join('\n');
  return name === 'grep' || name === 'bash' ? lines(mine) === lines(their) : mine.text === their.text;
}
