import { describe, expect, test } from 'vitest';
import { createPatternGenerator } from '../testing/pattern-generator.ts';
import { isBacktrackingLimit, searchWithBacktracking } from './backtracking-matcher.ts';
import { parsePattern } from './parse-pattern.ts';
import { compileProgram, type Program } from './program.ts';
import { createVisitedStates } from './visited-states.ts';

describe('createVisitedStates', () => {
  test('tells states apart by step, place and the rounds that began there', () => {
    const visited = createVisitedStates({ steps: 3, registers: 2 }, 9);
    const visits = [
      [0, 4, [0, 0]],
      [1, 4, [0, 0]],
      [0, 5, [0, 0]],
      [0, 5, [5, 0]],
      [0, 5, [0, 5]],
      [2, 9, [9, 9]],
    ] as const;
    const visitAll = (): (boolean | undefined)[] =>
      visits.map(([step, at, registers]) => visited?.visit(step, at, Int32Array.from(registers)));
    expect(visitAll()).toEqual(visits.map(() => false));
    expect(visitAll()).toEqual(visits.map(() => true));
    expect(visited?.visit(0, 5, Int32Array.of(3, 2))).toBe(true);
  });

  test('notes nothing where there could be too many states', () => {
    expect(createVisitedStates({ steps: 1000, registers: 0 }, 1_000_000)).toBeUndefined();
    expect(createVisitedStates({ steps: 2, registers: 40 }, 10)).toBeUndefined();
  });
});

const PATTERNS = 2000;

describe('a search that notes its states', () => {
  const generator = createPatternGenerator(7);
  const programs = Array.from({ length: PATTERNS }, () => programOf(generator.pattern('pcre'))).filter(
    (program) => program !== undefined,
  );
  const lines = Array.from({ length: 12 }, generator.line);

  test.each(['first', 'longest'] as const)(
    'finds the same %s matches and groups as one that does not',
    (preference) => {
      let compared = 0;
      for (const { source, program, groupCount } of programs) {
        for (const text of lines) {
          const find = (stepsWithoutNotes: number): unknown => {
            const request = { text, from: 0, isAnchored: false, preference, groupCount };
            try {
              return searchWithBacktracking(program, request, stepsWithoutNotes);
            } catch (error) {
              if (isBacktrackingLimit(error)) return 'limit';
              throw error;
            }
          };
          const plain = find(Number.POSITIVE_INFINITY);
          if (plain === 'limit') continue;
          expect(find(0), `${source} in ${text}`).toEqual(plain);
          compared++;
        }
      }
      expect(compared).toBeGreaterThan(PATTERNS * lines.length * 0.8);
    },
  );
});

interface Searched {
  readonly source: string;
  readonly program: Program;
  readonly groupCount: number;
}

function programOf(source: string): Searched | undefined {
  const parsed = parsePattern(source, 'pcre');
  if (parsed.kind === 'invalid') return undefined;
  const { tree, groupCount } = parsed.pattern;
  return { source, program: compileProgram(tree), groupCount };
}
