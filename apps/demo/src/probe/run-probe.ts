import { configureAPIKey, WebContainer } from '@webcontainer/api';
import { OBSERVATIONS } from './observations.ts';
import { type Observed, observe, shapeOf, within } from './observe.ts';
import { runSuite, type SuiteResult } from './run-suite.ts';

declare const __CLOCHE_ASSETS__: string;

/** All that the probe found, as it is copied. */
export interface ProbeReport {
  readonly probe: 1;
  readonly at: string;
  readonly isIsolated: boolean;
  readonly boot: { readonly ms: number; readonly error?: Record<string, unknown> };
  readonly observations: Record<string, Observed>;
  /** Cloche's own machine suite in this runtime. */
  readonly suite?: SuiteResult | { readonly error: Record<string, unknown> };
}

const BOOT_LIMIT_MS = 60_000;

/** Boots the runtime, looks at everything, and then runs the machine suite. Never rejects: failures are in the report. */
export async function runProbe(apiKey: string, onStep: (step: string) => void): Promise<ProbeReport> {
  const begin = performance.now();
  const base = { probe: 1, at: new Date().toISOString(), isIsolated: crossOriginIsolated } as const;
  const observations: Record<string, Observed> = {};
  onStep('boot');
  let container: WebContainer;
  try {
    if (apiKey !== '') configureAPIKey(apiKey);
    const booted = await within(WebContainer.boot({ coep: 'require-corp' }), BOOT_LIMIT_MS);
    if (!booted) throw new Error(`the runtime did not answer in ${BOOT_LIMIT_MS / 1000} seconds`);
    container = booted;
  } catch (error) {
    return { ...base, boot: { ms: Math.round(performance.now() - begin), error: shapeOf(error) }, observations };
  }
  const boot = { ms: Math.round(performance.now() - begin) };
  for (const observation of OBSERVATIONS) {
    onStep(observation.name);
    observations[observation.name] = await observe(observation, container);
  }
  container.teardown();
  const suite = await runSuite(loadGuest, (title) => onStep(`machine suite: ${title}`)).catch((error: unknown) => ({
    error: shapeOf(error),
  }));
  return { ...base, boot, observations, suite };
}

async function loadGuest(): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(new URL(`${__CLOCHE_ASSETS__}guest.js`, document.baseURI));
  if (!response.ok) throw new Error(`guest.js answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
