import { existsSync } from 'node:fs';
import { findChromium } from './find-chromium.mjs';
import { run } from './run.mjs';

const ADVICE = 'install Chromium, or set CHROMIUM_PATH to the program, then run npm test again';

/** Returns the path of a Chromium; installs Debian's package when there is none and this user may. */
export async function requireChromium() {
  const found = findChromium();
  if (found) return found;
  if (process.env.CHROMIUM_PATH)
    throw new Error(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, which is no program: ${ADVICE}`);
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) throw new Error(`no Chromium was found: ${ADVICE}`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
  const installed = findChromium();
  if (!installed) throw new Error(`apt-get installed no Chromium: ${ADVICE}`);
  return installed;
}
