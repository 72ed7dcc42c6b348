/**
 * The policy of the sandbox frame, inherited by every worker in it: scripts come from the page's messages only, and no
 * request of any kind leaves. `blob:` and `data:` let the frame make workers of the sources it was given; `unsafe-eval`
 * lets programs compile code, which can reach nothing either.
 */
export const SANDBOX_POLICY: string = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob:",
  'worker-src blob: data:',
  "connect-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');
