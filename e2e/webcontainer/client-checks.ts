import type { Check } from './check.ts';
import { FILE_CHECKS } from './file-checks.ts';
import { BOOT_CHECKS, END_CHECKS } from './instance-checks.ts';
import { PROCESS_CHECKS } from './process-checks.ts';

/** The whole public surface of the stock client, in the order in which it is checked in one page. */
export const CLIENT_CHECKS: readonly Check[] = [...BOOT_CHECKS, ...FILE_CHECKS, ...PROCESS_CHECKS, ...END_CHECKS];
