/** Where tabs lead to. */
export interface TabStops {
  /** Returns the column of the next stop behind `column`; nothing when there is none. */
  next(column: number): number | undefined;
}

/** Reads a list of tab stops such as `4`, `2,8,/4` or `1 5`; returns what is wrong with it otherwise. */
export function readTabStops(written: readonly string[]): TabStops | string {
  const stops: number[] = [];
  let every = 0;
  let isRelative = false;
  for (const item of written.flatMap((list) => list.split(/[\s,]+/)).filter((text) => text !== '')) {
    const [, prefix = '', digits] = /^([/+]?)(\d+)$/.exec(item) ?? [];
    if (digits === undefined) {
      const [bad = ''] = /[^\d/+].*/.exec(item) ?? [];
      return `tab size contains invalid character(s): ‘${bad}’`;
    }
    const size = Number(digits);
    if (size === 0 && prefix === '') return 'tab size cannot be 0';
    if (prefix !== '') {
      every = size;
      isRelative = prefix === '+';
      continue;
    }
    if (size <= (stops.at(-1) ?? 0)) return 'tab sizes must be ascending';
    stops.push(size);
  }
  if (stops.length <= 1 && every === 0) {
    every = stops[0] ?? 8;
    stops.length = 0;
  }
  const last = isRelative ? (stops.at(-1) ?? 0) : 0;
  return {
    next(column) {
      const listed = stops.find((stop) => stop > column);
      if (listed !== undefined) return listed;
      return every === 0 ? undefined : last + (Math.floor((column - last) / every) + 1) * every;
    },
  };
}
