import type { Signal } from '@preact/signals';
import type { VNode } from 'preact';

/** Asks a second time about a rule that allows nearly everything; nothing for other rules. */
export function BroadRuleCheck({
  breadth,
  isSure,
}: {
  breadth: string | undefined;
  isSure: Signal<boolean>;
}): VNode | null {
  if (breadth === undefined) return null;
  return (
    <label class="problem">
      <input
        type="checkbox"
        checked={isSure.value}
        onChange={(event) => {
          isSure.value = event.currentTarget.checked;
        }}
      />{' '}
      This is a very broad rule: {breadth}. I mean it.
    </label>
  );
}
