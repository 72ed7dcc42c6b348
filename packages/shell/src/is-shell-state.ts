import type { ShellState } from './session-state.ts';

/** Says whether data that comes from outside, such as a store, is a state that a session can start with. */
export function isShellState(value: unknown): value is ShellState {
  if (!isRecord(value) || typeof value['cwd'] !== 'string' || typeof value['umask'] !== 'number') return false;
  return (
    isListOf(value['environment'], (item) => hasTexts(item, ['name', 'value'])) &&
    isListOf(value['functions'], (item) => hasTexts(item, ['name', 'text', 'sourceName'])) &&
    isListOf(value['aliases'], (item) => Array.isArray(item) && item.length === 2 && item.every(isText)) &&
    isListOf(value['options'], isText) &&
    isListOf(value['shellOptions'], isText) &&
    isListOf(value['directories'], isText)
  );
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function hasTexts(value: unknown, names: readonly string[]): boolean {
  return isRecord(value) && names.every((name) => isText(value[name]));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
