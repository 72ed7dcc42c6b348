/** Directories that the searches of the coding tools leave out; one that is named as the root is searched. */
export const SKIPPED_DIRECTORIES: readonly string[] = ['.git', '.hg', '.svn', 'node_modules', '__pycache__'];

/** Says which directories a search left out; empty when none. */
export function describeSkipped(directories: readonly string[]): string {
  if (directories.length === 0) return '';
  return `[not searched: ${directories.join(', ')}; name one as path to search it]`;
}
