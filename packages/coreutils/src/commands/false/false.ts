import type { Program } from '@cloche/system';

/** Fails. */
export const falseProgram: Program = () => 1;
