/** What a parameter stands for. */
export type ParameterValue =
  | { readonly kind: 'text'; readonly text: string | undefined }
  | {
      readonly kind: 'list';
      readonly values: readonly string[];
      readonly joiner: '@' | '*';
      readonly keys?: readonly string[];
    };

/** A parameter with its subscript expanded: the place that `:=` assigns. */
export interface Parameter {
  readonly name: string;
  /** Expanded key or index of one element. */
  readonly subscript: string | undefined;
  readonly value: ParameterValue;
}

/** Applies a change to a text, or to each element; an unset text stays unset. */
export function mapValue(value: ParameterValue, change: (text: string) => string): ParameterValue {
  if (value.kind === 'list') return { ...value, values: value.values.map(change) };
  return value.text === undefined ? value : { kind: 'text', text: change(value.text) };
}
