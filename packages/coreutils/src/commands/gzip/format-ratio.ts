/** Returns how much of `plain` was won, as `gzip -v` shows it. */
export function formatRatio(plain: number, packed: number): string {
  const ratio = plain === 0 ? 0 : ((plain - packed) / plain) * 100;
  return `${ratio.toFixed(1).padStart(5)}%`;
}
