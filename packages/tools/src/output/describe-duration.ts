/** Returns a duration as Go prints it: `500ms`, `1.5s`, `2m0s`, `1h0m0s`. */
export function describeDuration(ms: number): string {
  if (ms < 1000) return `${ms}ms`;
  const seconds = Math.floor(ms / 1000) % 60;
  const fraction =
    ms % 1000 === 0
      ? ''
      : `.${String(ms % 1000)
          .padStart(3, '0')
          .replace(/0+$/, '')}`;
  const minutes = Math.floor(ms / 60_000) % 60;
  const hours = Math.floor(ms / 3_600_000);
  if (hours > 0) return `${hours}h${minutes}m${seconds}${fraction}s`;
  return minutes > 0 ? `${minutes}m${seconds}${fraction}s` : `${seconds}${fraction}s`;
}
