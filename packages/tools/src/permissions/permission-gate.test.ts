import { describe, expect, test } from 'vitest';
import type { ApprovalAnswer, ApprovalRequest } from './approval.ts';
import type { AnalyzedPart, CommandAnalysis } from './command-analyzer.ts';
import type { DecisionRecord } from './decision-record.ts';
import type { GateDecision } from './gate-call.ts';
import { createPermissionGate, type PermissionMode, type PermissionPolicy } from './permission-gate.ts';
import type { PermissionNeeds } from './permission-needs.ts';
import { parseRule } from './permission-rule.ts';
import { readCommands } from './read-command.ts';
import { createMemoryRuleStore, createRuleBook, type RuleStore } from './rule-book.ts';

const { signal } = new AbortController();

/** The analysis of a command of plain words. */
function plain(command: string): CommandAnalysis {
  const words = command
    .split(' ')
    .map((value) => ({ text: value, value, isBare: true, isPattern: false, isSingle: true, start: value }));
  const part: AnalyzedPart = {
    text: command,
    words,
    command: { name: words[0]?.value ?? '', kind: 'program' },
    assignments: [],
    redirections: [],
    parent: undefined,
    origin: 'line',
    getsMoreArguments: false,
    isElsewhere: false,
    isUnderstood: true,
    problems: [],
  };
  return readCommands({ parts: [part], isUnderstood: true, problems: [] });
}

const BASH = {
  name: 'bash',
  title: 'Run a command',
  annotations: { readOnly: false, concurrencySafe: false, destructive: true },
};
const READ = {
  name: 'read',
  title: 'Read',
  annotations: { readOnly: true, concurrencySafe: true, destructive: false },
};
const WRITE = {
  name: 'write',
  title: 'Write',
  annotations: { readOnly: false, concurrencySafe: false, destructive: true },
};

function bash(command: string): PermissionNeeds {
  return {
    tool: 'bash',
    command: { text: command, cwd: '/workspace', analysis: plain(command) },
    paths: [],
    network: [],
  };
}

function file(tool: string, access: 'read' | 'write', path = '/workspace/a'): PermissionNeeds {
  return { tool, paths: [{ access, path, text: path }], network: [] };
}

interface Setting {
  readonly rules?: readonly string[];
  readonly mode?: PermissionMode;
  readonly policies?: Readonly<Record<string, PermissionPolicy>>;
  readonly answer?: (request: ApprovalRequest) => ApprovalAnswer;
  readonly store?: RuleStore;
}

async function decide(
  tool: typeof BASH,
  needs: PermissionNeeds,
  { rules = [], mode = 'default', policies = {}, answer, store = createMemoryRuleStore() }: Setting = {},
): Promise<GateDecision> {
  const book = createRuleBook(store);
  for (const text of rules) {
    const [, effect = '', rest = ''] = /^(\w+) (.*)$/.exec(text) ?? [];
    if (effect === 'deny' || effect === 'ask' || effect === 'allow')
      await book.add([parseRule(effect, rest, '/workspace')], { scope: 'workspace' });
  }
  const gate = createPermissionGate({
    policies,
    rules: book,
    root: '/workspace',
    mode: () => mode,
    now: () => 0,
    newId: () => 'id',
    ...(answer ? { ask: async (request) => answer(request) } : {}),
  });
  const subject = { summary: 'x', detail: { kind: 'query' as const, text: 'x' } };
  return gate.decide({ callId: 'c', session: 's', tool, input: {}, prepared: { subject, needs } }, { signal });
}

describe('the permission gate', () => {
  test.each<[string, typeof BASH, PermissionNeeds, Setting, GateDecision['kind']]>([
    ['read-only tools run', READ, file('read', 'read'), {}, 'allowed'],
    ['others ask', WRITE, file('write', 'write'), {}, 'approval_required'],
    ['a policy allows', BASH, bash('ls'), { policies: { bash: 'always_allow' } }, 'allowed'],
    [
      'a policy asks also for reading',
      READ,
      file('read', 'read'),
      { policies: { read: 'always_ask' } },
      'approval_required',
    ],
    ['a rule allows', BASH, bash('git log -1'), { rules: ['allow bash(git log:*)'] }, 'allowed'],
    [
      'a denial beats a permission',
      BASH,
      bash('git push origin dev'),
      { rules: ['allow bash(git push origin dev)', 'deny bash(git push *)'] },
      'denied',
    ],
    [
      'a question beats a permission',
      BASH,
      bash('git push x'),
      { rules: ['allow bash(git push:*)', 'ask bash(git push:*)'] },
      'approval_required',
    ],
    [
      'a denial beats a policy',
      BASH,
      bash('rm x'),
      { rules: ['deny bash(rm:*)'], policies: { bash: 'always_allow' } },
      'denied',
    ],
    ['a denial beats bypass', BASH, bash('rm x'), { rules: ['deny bash(rm:*)'], mode: 'bypass' }, 'denied'],
    ['the safety floor beats bypass', BASH, bash('rm -rf /'), { mode: 'bypass' }, 'denied'],
    ['bypass allows the rest', BASH, bash('rm x'), { mode: 'bypass' }, 'allowed'],
    ['plan denies changes', WRITE, file('write', 'write'), { mode: 'plan' }, 'denied'],
    ['plan allows reading', READ, file('read', 'read'), { mode: 'plan' }, 'allowed'],
    ['acceptEdits allows write', WRITE, file('write', 'write'), { mode: 'acceptEdits' }, 'allowed'],
    ['acceptEdits asks for bash', BASH, bash('ls'), { mode: 'acceptEdits' }, 'approval_required'],
    ['dontAsk denies', BASH, bash('ls'), { mode: 'dontAsk' }, 'denied'],
    [
      'a denied file cannot be read',
      READ,
      file('read', 'read', '/workspace/.env'),
      { rules: ['deny read(.env)'] },
      'denied',
    ],
    [
      'a denied tree cannot be written',
      WRITE,
      file('write', 'write', '/workspace/.git/x'),
      { rules: ['deny edit(.git/**)', 'allow edit(**)'] },
      'denied',
    ],
    [
      'an allowed tree can',
      WRITE,
      file('write', 'write', '/workspace/src/a/b'),
      { rules: ['allow edit(src/**)'] },
      'allowed',
    ],
    [
      'a neighbour of it cannot',
      WRITE,
      file('write', 'write', '/workspace/src2/a'),
      { rules: ['allow edit(src/**)'] },
      'approval_required',
    ],
  ])('%s', async (_, tool, needs, setting, kind) => {
    expect((await decide(tool, needs, setting)).kind).toBe(kind);
  });

  test('says which rule decided, and for what', async () => {
    expect(await decide(BASH, bash('git log'), { rules: ['allow bash(git log:*)'] })).toEqual({
      kind: 'allowed',
      decidedBy: 'the rule allow bash(git log:*) (workspace)',
    });
    expect(await decide(BASH, bash('rm x'), { rules: ['deny bash(rm:*)'] })).toEqual({
      kind: 'denied',
      decidedBy: 'the rule deny bash(rm:*) (workspace), for "rm x"',
    });
  });

  test('keeps the rules of an answer before it allows, and only rules that allow the call', async () => {
    const store = createMemoryRuleStore();
    const asked: ApprovalRequest[] = [];
    const answers: ApprovalAnswer[] = [
      { action: 'allow', always: { rules: ['bash(ls:*)'], scope: 'workspace' } },
      { action: 'allow', always: { rules: ['no rule!'], scope: 'workspace' } },
      { action: 'allow', always: { rules: ['bash(git log:*)'], scope: 'workspace' } },
    ];
    const decision = await decide(BASH, bash('git log -1'), {
      store,
      answer(request) {
        asked.push(request);
        return answers[asked.length - 1] ?? { action: 'deny' };
      },
    });
    expect(decision).toMatchObject({ kind: 'allowed', decidedBy: 'a person, always: bash(git log:*) (workspace)' });
    expect(asked.map(({ problem }) => problem)).toEqual([
      undefined,
      'bash(ls:*) would not allow this call',
      expect.stringMatching(/no rule/),
    ]);
    expect(await store.load('workspace')).toEqual([parseRule('allow', 'bash(git log:*)', '/')]);
  });

  test('offers the exact command and its family, and nothing for what destroys', async () => {
    const offers: (readonly string[])[][] = [];
    const answer = (request: ApprovalRequest): ApprovalAnswer => {
      offers.push(request.offers.map(({ rules }) => rules));
      return { action: 'deny' };
    };
    await decide(BASH, bash('npm run build --fast'), { answer });
    await decide(BASH, bash('rm -r x'), { answer });
    expect(offers).toEqual([[['bash(npm run build --fast)'], ['bash(npm run build:*)']], []]);
  });

  test('allows nothing while stored rules cannot be read, and says why', async () => {
    const store: RuleStore = {
      load: () => Promise.reject(new Error('rules[2]: wrong')),
      update: () => Promise.reject(new Error('full')),
    };
    const problems: (string | undefined)[] = [];
    const answer = ({ problem }: ApprovalRequest): ApprovalAnswer => {
      problems.push(problem);
      return problems.length === 1
        ? { action: 'allow', always: { rules: ['bash(ls:*)'], scope: 'workspace' } }
        : { action: 'deny', note: ' no ' };
    };
    const policies = { bash: 'always_allow' } as const;
    expect(await decide(BASH, bash('ls'), { store, policies })).toEqual({ kind: 'approval_required' });
    expect(await decide(BASH, bash('ls'), { store, answer })).toEqual({
      kind: 'denied',
      decidedBy: 'a person',
      note: 'no',
    });
    expect(problems).toEqual(['the stored rules cannot be read: rules[2]: wrong', 'full']);
  });
});

describe('what is told of decisions', () => {
  const open = (answer: ApprovalAnswer | undefined, rules: readonly string[] = []) => {
    const told: DecisionRecord[] = [];
    const book = createRuleBook(createMemoryRuleStore());
    const gate = createPermissionGate({
      rules: book,
      policies: {},
      root: '/workspace',
      now: () => 7,
      newId: () => 'r',
      ...(answer ? { ask: async () => answer } : {}),
      onDecided: (record) => void told.push(record),
    });
    const added = book.add(
      rules.map((text) => parseRule('deny', text, '/workspace')),
      { scope: 'workspace' },
    );
    const decide = async (tool: typeof BASH, needs: PermissionNeeds, isPreview = false): Promise<DecisionRecord[]> => {
      await added;
      const text = needs.command?.text ?? 'x';
      const subject = { summary: `Use ${tool.name}`, detail: { kind: 'command', command: text } } as const;
      const call = { callId: 'c', session: 's', tool, input: {}, prepared: { subject, needs } };
      await gate.decide(call, { signal, isPreview });
      return told;
    };
    return decide;
  };
  const record = { atMs: 7, callId: 'c', session: 's', tool: 'bash', summary: 'Use bash', subject: 'ls -l' };

  test('an answer, with its note', async () => {
    expect(await open({ action: 'allow' })(BASH, bash('ls -l'))).toEqual([
      { ...record, verdict: 'allowed', decidedBy: 'a person, once' },
    ]);
    expect(await open({ action: 'deny', note: 'no' })(BASH, bash('ls -l'))).toEqual([
      { ...record, verdict: 'denied', decidedBy: 'a person', note: 'no' },
    ]);
  });

  test('a rule, and that nobody was there', async () => {
    expect(await open(undefined, ['bash(ls:*)'])(BASH, bash('ls -l'))).toEqual([
      { ...record, verdict: 'denied', decidedBy: 'the rule deny bash(ls:*) (workspace), for "ls -l"' },
    ]);
    expect(await open(undefined)(BASH, bash('ls -l'))).toEqual([
      { ...record, verdict: 'approval_required', decidedBy: '' },
    ]);
  });

  test('nothing of a preview, and of what only reads', async () => {
    expect(await open({ action: 'allow' })(BASH, bash('ls -l'), true)).toEqual([]);
    expect(await open(undefined)(READ, file('read', 'read'))).toEqual([]);
  });

  test('a long text is cut', async () => {
    const [told] = await open({ action: 'allow' })(BASH, bash(`echo ${'x'.repeat(2000)}`));
    expect(told?.subject).toHaveLength(501);
  });
});
