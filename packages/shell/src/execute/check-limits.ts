import { type OpenFile, SystemError } from '@cloche/system';
import { LimitExceeded, type RunBudget, type ShellLimits } from '../limits.ts';
import type { Shell } from '../shell.ts';

/** Counts a command; ends the script when the run has had too many, or has written too much. */
export function countStep(shell: Shell): void {
  const { budget, limits } = shell;
  budget.steps++;
  if (budget.steps > limits.maxSteps) throw new LimitExceeded('maxSteps', limits.maxSteps, 'commands of a script');
  checkOutput(shell);
}

/** Ends the script when its run has written too much. */
export function checkOutput({ budget, limits: { maxOutputBytes } }: Shell): void {
  if (budget.outputBytes > maxOutputBytes) throw new LimitExceeded('maxOutputBytes', maxOutputBytes, 'bytes of output');
}

/** Ends the script when a text is longer than a value may be. */
export function checkTextLength({ limits }: Shell, length: number, what: string): void {
  if (length > limits.maxTextBytes) throw new LimitExceeded('maxTextBytes', limits.maxTextBytes, what);
}

/** How much is assigned between two measurements, in UTF-16 units. */
const MEASURE_EVERY_UNITS = 16 * 1024 * 1024;

/** About what a variable takes besides its text. */
const OVERHEAD_UNITS = 64;

/** Counts an assignment of `length` units; ends the script when its variables and functions fill too much memory. */
export function countAssigned(shell: Shell, length: number): void {
  checkTextLength(shell, length, 'bytes of a value');
  shell.budget.assignedUnits += length + OVERHEAD_UNITS;
  if (shell.budget.assignedUnits < MEASURE_EVERY_UNITS) return;
  shell.budget.assignedUnits = 0;
  const { maxMemoryBytes } = shell.limits;
  if (measureShell(shell) > maxMemoryBytes)
    throw new LimitExceeded('maxMemoryBytes', maxMemoryBytes, 'bytes of variables and functions');
}

function measureShell({ variables, functions }: Shell): number {
  let units = 0;
  for (const { value } of variables.all()) {
    units += OVERHEAD_UNITS;
    if (typeof value === 'string') units += value.length;
    else if (value) for (const element of value.values()) units += element.length + OVERHEAD_UNITS;
  }
  const sources = new Set([...functions.values()].map((fn) => fn.source));
  for (const { text } of sources) units += text.length + OVERHEAD_UNITS;
  return units;
}

/**
 * Returns the file with its writes counted. When the run has written too much, writes fail as on a closed pipe, which
 * ends programs; the shell then says why.
 */
export function countOutput(file: OpenFile, budget: RunBudget, { maxOutputBytes }: ShellLimits): OpenFile {
  const counted: OpenFile = {
    ...file,
    write(bytes, signal) {
      budget.outputBytes += bytes.length;
      // What tells of the limit on standard error still gets through.
      if (budget.outputBytes > maxOutputBytes && budget.reported.size === 0) throw new SystemError('EPIPE', 'write');
      return file.write(bytes, signal);
    },
    retain() {
      file.retain();
      return counted;
    },
  };
  return counted;
}
