/** Returns the path of a Chromium: `CHROMIUM_PATH`, else the usual names on PATH, else the usual places. */
export function findChromium(): string | undefined;
