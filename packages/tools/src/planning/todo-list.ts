/** One thing to do. */
export interface Todo {
  readonly content: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
}

/** A loop's list of things to do, and when to remind the model of it. */
export interface TodoList {
  readonly items: readonly Todo[];
  /** Replaces the list, and begins to count turns anew. */
  replace(items: readonly Todo[]): void;
  /** Counts a turn of the model; returns the reminder when it is due. */
  nextTurn(): string | undefined;
}

/** What a list is kept as. */
export interface TodoState {
  readonly items: readonly Todo[];
  readonly turnsSinceWrite: number;
  readonly turnsSinceReminder: number;
}

/** Turns without a change of the list, and without a reminder, after which the model is reminded. */
const REMINDER_TURNS = 10;

/** Creates a list from what was kept, and the function that gives what to keep. */
export function createTodoList(kept?: TodoState): TodoList & { state(): TodoState } {
  let { items, turnsSinceWrite, turnsSinceReminder } = kept ?? {
    items: [],
    turnsSinceWrite: 0,
    turnsSinceReminder: REMINDER_TURNS,
  };
  return {
    get items() {
      return items;
    },
    replace(next) {
      items = next.map((item) => ({ ...item }));
      turnsSinceWrite = 0;
    },
    nextTurn() {
      turnsSinceWrite++;
      turnsSinceReminder++;
      if (items.length === 0 || turnsSinceWrite < REMINDER_TURNS || turnsSinceReminder < REMINDER_TURNS)
        return undefined;
      turnsSinceReminder = 0;
      return `<system-reminder>\nThe list of things to do, which has not changed for a while:\n${describeTodos(items)}\nKeep it up to date with todo_write, or go on when it is right.\n</system-reminder>`;
    },
    state: () => ({ items, turnsSinceWrite, turnsSinceReminder }),
  };
}

/** Returns the list as text, one numbered line for each thing; empty for an empty list. */
export function describeTodos(items: readonly Todo[]): string {
  return items.map(({ content, status }, index) => `${index + 1}. [${status}] ${content}`).join('\n');
}
