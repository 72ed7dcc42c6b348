import { formatTime, localTime } from '@cloche/system';
import type { Shell } from '../shell.ts';
import { findVariable, readVariable } from '../variables/shell-variables.ts';

/** What `date` has beyond C's `strftime`; a percent sign before it stands for itself, `%%` stays one. */
const NOT_OF_STRFTIME = /%%|%(?=[Nq:])/g;

/**
 * Formats seconds since 1970 as C's `strftime` does in the C locale; an empty format is `%X`. The zone is the exported
 * `TZ`'s, else the machine's.
 */
export function strftime(shell: Shell, format: string, seconds: number): string {
  const zone = findVariable(shell, 'TZ')?.isExported ? readVariable(shell, 'TZ') : undefined;
  const own = format === '' ? '%X' : format.replaceAll(NOT_OF_STRFTIME, '%%');
  return formatTime(own, localTime(seconds * 1000, zone));
}
