import type { Workspace } from 'cloche';

/** A message, and what to do about it. */
export interface Banner {
  readonly kind: 'error' | 'notice';
  readonly text: string;
  readonly action?: { readonly label: string; run(): void };
}

/** What is said when the workspace could not be opened. */
export function startBanner(error: unknown, takeOver: () => void): Banner {
  const isInUse = error instanceof Error && 'code' in error && error.code === 'in_use';
  return {
    kind: 'error',
    text: messageOf(error),
    ...(isInUse ? { action: { label: 'Use it here', run: takeOver } } : {}),
  };
}

/** What is said of files that could not be read. */
export function damageBanner({ damaged }: Workspace): Banner | undefined {
  if (damaged.length === 0) return undefined;
  const named = damaged.slice(0, 3).map(({ path, reason }) => (path === '' ? reason : `${path}: ${reason}`));
  const more = damaged.length > 3 ? ` and ${damaged.length - 3} more` : '';
  return {
    kind: 'error',
    text: `Some files could not be read from the browser's storage: ${named.join('; ')}${more}. The others are here.`,
  };
}

/** Returns what an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
