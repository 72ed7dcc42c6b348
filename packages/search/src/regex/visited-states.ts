/** States that may be noted, one bit each: a megabyte. */
const MAX_STATES = 8_388_608;

/** Where a search that goes back was: a step of the program, a place in the text, and the loops whose round began there. */
export interface VisitedStates {
  /** Notes the state and returns whether it was noted before. */
  visit(step: number, at: number, registers: Int32Array): boolean;
}

/**
 * Creates a note of states for a search in a text; nothing where there could be too many. What follows a state depends
 * on nothing else, unless the program looks at what its groups took: a way that comes to a noted state fails as the
 * first one did.
 */
export function createVisitedStates(
  size: { readonly steps: number; readonly registers: number },
  textLength: number,
): VisitedStates | undefined {
  const places = textLength + 1;
  const loops = 2 ** size.registers;
  const count = size.steps * places * loops;
  if (count > MAX_STATES) return undefined;
  const bits = new Uint8Array(Math.ceil(count / 8));
  return {
    visit(step, at, registers) {
      let state = step * places + at;
      for (const began of registers) state = state * 2 + (began === at ? 1 : 0);
      const bit = 1 << (state & 7);
      const isNoted = ((bits[state >> 3] ?? 0) & bit) !== 0;
      bits[state >> 3] = (bits[state >> 3] ?? 0) | bit;
      return isNoted;
    },
  };
}
