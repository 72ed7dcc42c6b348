import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { HiddenCharacters } from './hidden-characters.tsx';

/** The fields of a call's input, to be changed; what comes of it is checked and shown before it can be allowed. */
export function EditForm({
  input,
  isReady,
  onEdit,
}: {
  input: unknown;
  isReady: boolean;
  onEdit: (input: unknown) => void;
}): VNode | null {
  const fields = useSignal<readonly Field[]>([]);
  const problem = useSignal('');
  useEffect(() => {
    fields.value = fieldsOf(input);
    problem.value = '';
  }, [input, fields, problem]);
  if (typeof input !== 'object' || input === null) return null;
  return (
    <details class="always">
      <summary>Change it first…</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isReady) return;
          const wrong = fields.value.find(({ text, isText }) => !isText && readJson(text) === undefined);
          problem.value = wrong ? `${wrong.name} is no JSON` : '';
          if (!wrong) onEdit(inputOf(fields.value));
        }}
      >
        {fields.value.map(({ name, text, isText }) => (
          <label key={name}>
            <span>
              Changed <code>{name}</code>
              {isText ? '' : ' (JSON)'}
            </span>
            <textarea
              rows={Math.min(12, Math.max(2, text.split('\n').length))}
              value={text}
              spellcheck={false}
              onInput={({ currentTarget }) => {
                fields.value = fields.value.map((field) =>
                  field.name === name ? { ...field, text: currentTarget.value } : field,
                );
              }}
            />
            <HiddenCharacters text={text} />
          </label>
        ))}
        {problem.value === '' ? null : (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        <button type="submit" aria-disabled={!isReady}>
          Check the change
        </button>
      </form>
    </details>
  );
}

interface Field {
  readonly name: string;
  readonly text: string;
  /** The value is the text itself, not JSON. */
  readonly isText: boolean;
}

function fieldsOf(input: unknown): Field[] {
  if (typeof input !== 'object' || input === null) return [];
  return Object.entries(input).map(([name, value]: [string, unknown]) =>
    typeof value === 'string'
      ? { name, text: value, isText: true }
      : { name, text: JSON.stringify(value, undefined, 2), isText: false },
  );
}

function inputOf(fields: readonly Field[]): Record<string, unknown> {
  return Object.fromEntries(fields.map(({ name, text, isText }) => [name, isText ? text : readJson(text)]));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
