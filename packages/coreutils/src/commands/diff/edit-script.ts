/** A difference: lines `[leftStart, leftEnd)` of one file stand for `[rightStart, rightEnd)` of the other. */
export interface Change {
  readonly leftStart: number;
  readonly leftEnd: number;
  readonly rightStart: number;
  readonly rightEnd: number;
  /** It does not count by itself; it is shown where others are near. */
  readonly isIgnored?: boolean;
}

/**
 * Returns the smallest set of differences between two sequences, in order: Myers' O(ND) algorithm in linear space ("An
 * O(ND) Difference Algorithm and Its Variations", 1986). Where a difference could lie in several places it lies last,
 * unless another place joins it to a difference of the other file.
 */
export function editScript(left: Int32Array, right: Int32Array): Change[] {
  const changed = { left: new Uint8Array(left.length + 1), right: new Uint8Array(right.length + 1) };
  new Comparison(left, right, changed.left, changed.right).run();
  slideChanges(left, changed.left, changed.right);
  slideChanges(right, changed.right, changed.left);
  return collectChanges(changed.left, changed.right, left.length, right.length);
}

/** A point where both searches meet. */
interface Meeting {
  readonly left: number;
  readonly right: number;
}

class Comparison {
  readonly #left: Int32Array;
  readonly #right: Int32Array;
  readonly #isLeftChanged: Uint8Array;
  readonly #isRightChanged: Uint8Array;
  readonly #forward: Int32Array;
  readonly #backward: Int32Array;
  readonly #origin: number;

  constructor(left: Int32Array, right: Int32Array, isLeftChanged: Uint8Array, isRightChanged: Uint8Array) {
    this.#left = left;
    this.#right = right;
    this.#isLeftChanged = isLeftChanged;
    this.#isRightChanged = isRightChanged;
    const diagonals = left.length + right.length + 3;
    this.#forward = new Int32Array(diagonals);
    this.#backward = new Int32Array(diagonals);
    this.#origin = right.length + 1;
  }

  run(): void {
    const waiting: (readonly [number, number, number, number])[] = [[0, this.#left.length, 0, this.#right.length]];
    for (let part = waiting.pop(); part; part = waiting.pop()) {
      let [leftStart, leftEnd, rightStart, rightEnd] = part;
      while (leftStart < leftEnd && rightStart < rightEnd && this.#left[leftStart] === this.#right[rightStart]) {
        leftStart++;
        rightStart++;
      }
      while (leftStart < leftEnd && rightStart < rightEnd && this.#left[leftEnd - 1] === this.#right[rightEnd - 1]) {
        leftEnd--;
        rightEnd--;
      }
      if (leftStart === leftEnd) this.#isRightChanged.fill(1, rightStart, rightEnd);
      else if (rightStart === rightEnd) this.#isLeftChanged.fill(1, leftStart, leftEnd);
      else {
        const { left, right } = this.#meet(leftStart, leftEnd, rightStart, rightEnd);
        waiting.push([leftStart, left, rightStart, right], [left, leftEnd, right, rightEnd]);
      }
    }
  }

  /** Returns a point on a shortest path, found by searching from both ends at once. */
  #meet(leftStart: number, leftEnd: number, rightStart: number, rightEnd: number): Meeting {
    const forward = this.#forward;
    const backward = this.#backward;
    const origin = this.#origin;
    const lowest = leftStart - rightEnd;
    const highest = leftEnd - rightStart;
    const start = leftStart - rightStart;
    const end = leftEnd - rightEnd;
    const isOdd = ((start - end) & 1) !== 0;
    let [forwardLow, forwardHigh, backwardLow, backwardHigh] = [start, start, end, end];
    forward[origin + start] = leftStart;
    backward[origin + end] = leftEnd;
    for (;;) {
      if (forwardLow > lowest) forward[origin + --forwardLow - 1] = -1;
      else forwardLow++;
      if (forwardHigh < highest) forward[origin + ++forwardHigh + 1] = -1;
      else forwardHigh--;
      for (let diagonal = forwardHigh; diagonal >= forwardLow; diagonal -= 2) {
        const below = forward[origin + diagonal - 1] ?? -1;
        const above = forward[origin + diagonal + 1] ?? -1;
        let left = below >= above ? below + 1 : above;
        let right = left - diagonal;
        while (left < leftEnd && right < rightEnd && this.#left[left] === this.#right[right]) {
          left++;
          right++;
        }
        forward[origin + diagonal] = left;
        const isMet = isOdd && diagonal >= backwardLow && diagonal <= backwardHigh;
        if (isMet && (backward[origin + diagonal] ?? 0) <= left) return { left, right };
      }
      const far = Number.MAX_SAFE_INTEGER;
      if (backwardLow > lowest) backward[origin + --backwardLow - 1] = 0x7fffffff;
      else backwardLow++;
      if (backwardHigh < highest) backward[origin + ++backwardHigh + 1] = 0x7fffffff;
      else backwardHigh--;
      for (let diagonal = backwardHigh; diagonal >= backwardLow; diagonal -= 2) {
        const below = backward[origin + diagonal - 1] ?? far;
        const above = backward[origin + diagonal + 1] ?? far;
        let left = below < above ? below : above - 1;
        let right = left - diagonal;
        while (left > leftStart && right > rightStart && this.#left[left - 1] === this.#right[right - 1]) {
          left--;
          right--;
        }
        backward[origin + diagonal] = left;
        const isMet = !isOdd && diagonal >= forwardLow && diagonal <= forwardHigh;
        if (isMet && left <= (forward[origin + diagonal] ?? 0)) return { left, right };
      }
    }
  }
}

/**
 * Moves each run of changed lines to where it is read best: as far back as it goes, joining the runs it meets, then as
 * far forward; back again to the last place at which the other file has a change too.
 */
function slideChanges(lines: Int32Array, isChanged: Uint8Array, isOtherChanged: Uint8Array): void {
  const otherGaps = gapsWithChanges(isOtherChanged);
  let at = 0;
  /** Lines that did not change before `at`: the place in the other file. */
  let gap = 0;
  for (;;) {
    while (at < lines.length && !isChanged[at]) {
      at++;
      gap++;
    }
    if (at >= lines.length) return;
    let start = at;
    while (isChanged[at]) at++;
    let together = -1;
    for (let length = -1; length !== at - start; ) {
      length = at - start;
      while (start > 0 && lines[start - 1] === lines[at - 1]) {
        isChanged[--start] = 1;
        isChanged[--at] = 0;
        gap--;
        while (start > 0 && isChanged[start - 1]) start--;
      }
      together = otherGaps.has(gap) ? at : -1;
      while (at < lines.length && lines[start] === lines[at]) {
        isChanged[start++] = 0;
        isChanged[at++] = 1;
        gap++;
        while (isChanged[at]) at++;
        if (otherGaps.has(gap)) together = at;
      }
    }
    while (together >= 0 && together < at) {
      isChanged[--start] = 1;
      isChanged[--at] = 0;
      gap--;
    }
  }
}

/** Returns how many unchanged lines lie before each run of changed ones. */
function gapsWithChanges(isChanged: Uint8Array): Set<number> {
  const gaps = new Set<number>();
  let gap = 0;
  for (const changed of isChanged) {
    if (changed) gaps.add(gap);
    else gap++;
  }
  return gaps;
}

function collectChanges(isLeftChanged: Uint8Array, isRightChanged: Uint8Array, left: number, right: number): Change[] {
  const changes: Change[] = [];
  let [at, other] = [0, 0];
  while (at < left || other < right) {
    const [leftStart, rightStart] = [at, other];
    while (isLeftChanged[at]) at++;
    while (isRightChanged[other]) other++;
    if (at > leftStart || other > rightStart) changes.push({ leftStart, leftEnd: at, rightStart, rightEnd: other });
    at++;
    other++;
  }
  return changes;
}
