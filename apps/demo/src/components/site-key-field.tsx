import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { keepKey, keyOfSite } from '../state/machine-wish.ts';

/** Where the visitor puts the key that the vendor of WebContainer gave for this site; this browser keeps it. */
export function SiteKeyField(): VNode {
  const key = useSignal(keyOfSite());
  return (
    <label>
      Key for this site; localhost needs none
      <input
        value={key.value}
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => {
          key.value = event.currentTarget.value.trim();
          keepKey(key.value);
        }}
      />
    </label>
  );
}
