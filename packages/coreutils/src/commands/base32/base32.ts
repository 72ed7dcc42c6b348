import type { Program } from '@cloche/system';
import { defineBaseCommand } from '../base64/define-base-command.ts';

/** Encodes and decodes base32. */
export const base32: Program = defineBaseCommand('base32', {
  alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  bitsPerLetter: 5,
  bytesPerGroup: 5,
  lettersPerGroup: 8,
});
