import { useSignal } from '@preact/signals';
import {
  type CommandVerdict,
  type DiagnosedRule,
  describeRuleBreadth,
  type RuleEffect,
  type RuleScope,
  showHidden,
} from 'cloche';
import type { VNode } from 'preact';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import type { Demo } from '../state/demo.ts';
import { BroadRuleCheck } from './broad-rule-check.tsx';
import { DecisionList } from './decision-list.tsx';
import { PartList } from './part-list.tsx';

/** The session whose rules are shown: the agent's. */
const SESSION = 'agent';
const EFFECTS: readonly RuleEffect[] = ['allow', 'ask', 'deny'];
const SCOPES: readonly RuleScope[] = ['session', 'workspace', 'app'];
const VERDICTS = {
  allowed: 'It would run without a question.',
  asks: 'It would ask.',
  denied: 'It would be denied.',
} as const;

/** The permission rules: what there is, adding and deleting, and what they would say about a command. */
export function RulesPanel({ demo }: { demo: Demo }): VNode {
  const rules = useSignal<readonly DiagnosedRule[]>([]);
  const effect = useSignal<RuleEffect>('allow');
  const text = useSignal('');
  const scope = useSignal<RuleScope>('workspace');
  const isSure = useSignal(false);
  const problem = useSignal<string | undefined>(undefined);
  const command = useSignal('');
  const verdict = useSignal<CommandVerdict | undefined>(undefined);
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => answer.current?.scrollIntoView({ block: 'nearest' }), [verdict.value]);
  const refresh = useCallback(
    () =>
      demo.attempt(async () => {
        rules.value = await (await demo.whenOpen()).permissions.list(SESSION);
      }),
    [demo, rules],
  );
  const pending = demo.approvals.pending.value.length;
  // An answered card may have made a rule.
  useEffect(() => void refresh(), [refresh, pending]);
  const breadth = effect.value === 'allow' ? describeRuleBreadth(text.value) : undefined;
  const change = (work: () => Promise<void>): void => {
    problem.value = undefined;
    void work()
      .catch((error: unknown) => {
        problem.value = error instanceof Error ? error.message : String(error);
      })
      .then(refresh);
  };
  return (
    <div class="rules">
      <h3>Rules</h3>
      {rules.value.length === 0 ? <p class="empty">No rules: every call that changes something asks.</p> : null}
      <ul>
        {rules.value.map((rule) => (
          <li key={`${rule.scope} ${rule.effect} ${rule.text}`} data-effect={rule.effect}>
            <span class="verdict">{rule.effect}</span> <code>{showHidden(rule.text)}</code>{' '}
            <span class="facts">
              {rule.scope}, {describeUse(rule)}
            </span>
            {rule.diagnostics.map(({ code, message }) => (
              <span key={code} class={code === 'rule_too_broad' ? 'problem' : 'facts'}>
                {showHidden(message)}
              </span>
            ))}
            <button
              type="button"
              aria-label={`Delete the rule ${rule.effect} ${rule.text}`}
              onClick={() => change(async () => (await demo.whenOpen()).permissions.remove(rule, SESSION))}
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (breadth !== undefined && !isSure.value) return;
          const added = { effect: effect.value, text: text.value, scope: scope.value };
          change(async () => {
            await (await demo.whenOpen()).permissions.add(added, SESSION, { isConfirmed: isSure.value });
            text.value = '';
            isSure.value = false;
          });
        }}
      >
        <label>
          <span>Effect</span>
          <select
            value={effect.value}
            onChange={(event) => {
              effect.value = EFFECTS.find((name) => name === event.currentTarget.value) ?? 'allow';
            }}
          >
            {EFFECTS.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          <span>Rule</span>
          <input
            value={text.value}
            placeholder="bash(git log:*)"
            spellcheck={false}
            onInput={(event) => {
              text.value = event.currentTarget.value;
              isSure.value = false;
              problem.value = undefined;
            }}
          />
        </label>
        <label>
          <span>Where</span>
          <select
            value={scope.value}
            onChange={(event) => {
              scope.value = SCOPES.find((name) => name === event.currentTarget.value) ?? 'workspace';
            }}
          >
            {SCOPES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <BroadRuleCheck breadth={breadth} isSure={isSure} />
        {problem.value === undefined ? null : (
          <p class="problem" role="alert">
            {showHidden(problem.value)}
          </p>
        )}
        <button type="submit" aria-disabled={breadth !== undefined && !isSure.value}>
          Add
        </button>
      </form>
      <h3>Try a command</h3>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (command.value.trim() === '') return;
          void demo.attempt(async () => {
            verdict.value = await (await demo.whenOpen()).permissions.check(command.value, SESSION);
          });
        }}
      >
        <label>
          <span>Command, which is not run</span>
          <input
            value={command.value}
            placeholder="git log; rm -rf x"
            spellcheck={false}
            onInput={(event) => {
              command.value = event.currentTarget.value;
            }}
          />
        </label>
        <button type="submit">Ask the rules</button>
      </form>
      {verdict.value ? (
        <div role="status" ref={answer}>
          <p>{VERDICTS[verdict.value.verdict]}</p>
          <PartList parts={verdict.value.parts} />
        </div>
      ) : null}
      <DecisionList demo={demo} />
    </div>
  );
}

function describeUse({ use }: DiagnosedRule): string {
  if (!use) return 'never used here';
  const times = use.count === 1 ? 'once' : `${use.count} times`;
  return `used ${times}, last ${new Date(use.lastUsedMs).toLocaleString()}`;
}
