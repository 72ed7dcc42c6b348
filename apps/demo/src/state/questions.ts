import { type Signal, signal } from '@preact/signals';
import type { AskUser, UserQuestion } from 'cloche';

/** A question of the model that waits for the person. */
export interface PendingQuestion {
  readonly id: number;
  readonly question: UserQuestion;
  /** Nothing means that the person does not answer. */
  answer(answers: readonly string[]): void;
}

/** The questions that wait, oldest first. */
export interface Questions {
  readonly pending: Signal<readonly PendingQuestion[]>;
  /** What `openWorkspace` calls. */
  readonly ask: AskUser;
}

/** Creates an empty list of questions. */
export function createQuestions(): Questions {
  const pending = signal<readonly PendingQuestion[]>([]);
  let lastId = 0;
  return {
    pending,
    ask: (question, options) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        const drop = (): void => {
          pending.value = pending.value.filter((other) => other.id !== id);
        };
        options.signal.addEventListener('abort', () => {
          drop();
          reject(options.signal.reason);
        });
        const answer = (answers: readonly string[]): void => {
          drop();
          resolve(answers);
        };
        pending.value = [...pending.value, { id, question, answer }];
      }),
  };
}
