/**
 * Runs `action` while the file mode creation mask of this Node process is `mask`: each of the machine's processes has a
 * mask of its own, which was applied to the modes already. `action` must not wait.
 */
export function withMask<T>(mask: number, action: () => T): T {
  const own = process.umask(mask);
  try {
    return action();
  } finally {
    process.umask(own);
  }
}
