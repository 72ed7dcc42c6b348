import { useSignal } from '@preact/signals';
import { type AlwaysAnswer, type ApprovalRequest, describeRuleBreadth, type RuleScope, showHidden } from 'cloche';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { BroadRuleCheck } from './broad-rule-check.tsx';
import { HiddenCharacters } from './hidden-characters.tsx';

const SCOPES: readonly (readonly [RuleScope, string])[] = [
  ['session', 'in this session'],
  ['workspace', 'in this workspace'],
  ['app', 'in all workspaces'],
];

/** Rules that would answer the next call like this one: chosen, looked at and changed before they are kept. */
export function AlwaysForm({
  request,
  isReady,
  onAllow,
}: {
  request: ApprovalRequest;
  isReady: boolean;
  onAllow: (always: AlwaysAnswer) => void;
}): VNode | null {
  const [first] = request.offers;
  const text = useSignal(first?.rules.join('\n') ?? '');
  const scope = useSignal<RuleScope>('session');
  const isSure = useSignal(false);
  const group = useId();
  if (!first) return <p class="facts">{describeAbsence(request)}</p>;
  const rules = text.value.split('\n').filter((line) => line.trim() !== '');
  const breadth = rules.map((rule) => describeRuleBreadth(rule)).find((each) => each !== undefined);
  const mayAllow = isReady && rules.length > 0 && (breadth === undefined || isSure.value);
  return (
    <details class="always">
      <summary>Allow this always…</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (mayAllow) onAllow({ rules, scope: scope.value, isConfirmed: isSure.value });
        }}
      >
        <fieldset>
          <legend>What</legend>
          {request.offers.map((offer) => {
            const offered = offer.rules.join('\n');
            return (
              <label key={offered}>
                <input
                  type="radio"
                  name={`${group}-offer`}
                  checked={text.value === offered}
                  onChange={() => {
                    text.value = offered;
                    isSure.value = false;
                  }}
                />{' '}
                <code>{showHidden(offer.rules.join(' and '))}</code>
              </label>
            );
          })}
          <label>
            <span>Rule, as it will be kept</span>
            <textarea
              rows={Math.max(1, rules.length)}
              value={text.value}
              spellcheck={false}
              onInput={(event) => {
                text.value = event.currentTarget.value;
                isSure.value = false;
              }}
            />
          </label>
          <HiddenCharacters text={text.value} />
        </fieldset>
        <label>
          <span>Where</span>{' '}
          <select
            value={scope.value}
            onChange={(event) => {
              const chosen = SCOPES.find(([name]) => name === event.currentTarget.value);
              if (chosen) [scope.value] = chosen;
            }}
          >
            {SCOPES.map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <BroadRuleCheck breadth={breadth} isSure={isSure} />
        <button type="submit" aria-disabled={!mayAllow}>
          Allow always
        </button>
      </form>
    </details>
  );
}

/** Says why no rule is offered. */
function describeAbsence({ risks, problem }: ApprovalRequest): string {
  if (problem !== undefined) return 'Nothing can be allowed always before that is settled.';
  if (risks.some(({ kind }) => kind === 'deletes'))
    return 'It destroys something: such calls are asked about each time.';
  return 'No rule can stand for exactly this: it is asked about each time.';
}
