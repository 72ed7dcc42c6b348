import type { Program } from '@cloche/system';

/** Succeeds. */
export const trueProgram: Program = () => 0;
