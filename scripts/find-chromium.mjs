import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Returns the path of a Chromium: `CHROMIUM_PATH`, else the usual names on PATH, else the usual places. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return isExecutable(named) ? named : undefined;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...PLACES];
  return candidates.find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
