import { z } from 'zod';

/**
 * A schema for whole numbers of any size. Zod's own refuses those over 2^53, which a model may well send to say "as long
 * as possible"; tools clamp what they get.
 */
export function integer(): z.ZodType<number> {
  return z.number().refine(Number.isInteger, { error: 'expected a whole number' }).meta({ type: 'integer' });
}
