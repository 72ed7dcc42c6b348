import type { Shell } from '../shell.ts';

/** Closes the descriptors of process substitutions that were opened since there were `count` of them. */
export function closeSubstitutions(shell: Shell, count: number): void {
  while (shell.openSubstitutions.length > count) {
    const descriptor = shell.openSubstitutions.pop();
    if (descriptor !== undefined) shell.descriptors.close(descriptor);
  }
}
