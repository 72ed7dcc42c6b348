import type { Program } from '@cloche/system';
import { BASE64 } from './base-encoding.ts';
import { defineBaseCommand } from './define-base-command.ts';

/** Encodes and decodes base64. */
export const base64: Program = defineBaseCommand('base64', BASE64);
