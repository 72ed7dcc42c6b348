/** A call's part in the turn of its conversation. */
export interface TurnMember {
  /** Aborted when a person ends the turn. */
  readonly signal: AbortSignal;
  /** Ends the turn: all calls in it are stopped. */
  end(): void;
  leave(): void;
}

/** The turns that run, by conversation. */
export interface Turns {
  join(conversation: string): TurnMember;
}

/** Creates no turns yet; one lasts from the first of its calls to the last. */
export function createTurns(): Turns {
  const running = new Map<string, { readonly controller: AbortController; members: number }>();
  return {
    join(conversation) {
      const turn = running.get(conversation) ?? { controller: new AbortController(), members: 0 };
      running.set(conversation, turn);
      turn.members++;
      const drop = (): void => {
        if (running.get(conversation) === turn) running.delete(conversation);
      };
      return {
        signal: turn.controller.signal,
        end() {
          drop();
          turn.controller.abort(new Error('a person stopped the turn'));
        },
        leave() {
          turn.members--;
          if (turn.members === 0) drop();
        },
      };
    },
  };
}
