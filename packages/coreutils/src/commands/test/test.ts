import { encodeText, type Program } from '@cloche/system';
import { evaluateTest } from './evaluate-test.ts';

/** Answers whether a condition holds: 0 yes, 1 no, 2 a wrong condition. */
export const test: Program = (context) => answer(context, context.argv.slice(1), 'test');

/** `test` with a closing bracket. */
export const bracket: Program = async (context) => {
  if (context.argv.at(-1) === ']') return answer(context, context.argv.slice(1, -1), '[');
  await context.stderr.write(encodeText('[: missing ‘]’\n'));
  return 2;
};

async function answer(context: Parameters<Program>[0], words: readonly string[], name: string): Promise<number> {
  const result = evaluateTest(words, context);
  if (typeof result === 'boolean') return result ? 0 : 1;
  await context.stderr.write(encodeText(`${name}: ${result.fault}\n`));
  return 2;
}
