import type { Program } from '@cloche/system';
import { defineBaseCommand } from './define-base-command.ts';

/** Encodes and decodes base64. */
export const base64: Program = defineBaseCommand('base64', {
  alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  bitsPerLetter: 6,
  bytesPerGroup: 3,
  lettersPerGroup: 4,
});
