const DEFAULT_FORMAT = '\nreal\t%3lR\nuser\t%3lU\nsys\t%3lS';

/** Returns what the `time` keyword prints. Processor times are not measured and read as the elapsed time and 0. */
export function formatTimes(format: string | undefined, elapsedMs: number): string {
  const template = format ?? DEFAULT_FORMAT;
  if (template === '') return '';
  const text = template.replace(
    /%(%|P|(\d?)(l?)([RUS]))/g,
    (_, all: string, digits: string, long: string, which: string) => {
      if (all === '%') return '%';
      if (all === 'P') return '0.00';
      const seconds = which === 'R' ? elapsedMs / 1000 : 0;
      const precision = digits === '' || digits === undefined ? 3 : Math.min(3, Number(digits));
      if (!long) return seconds.toFixed(precision);
      return `${Math.floor(seconds / 60)}m${(seconds % 60).toFixed(precision)}s`;
    },
  );
  return `${text}\n`;
}
