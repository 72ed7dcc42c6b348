import { SANDBOX_POLICY } from './content-security-policy.ts';

/**
 * Returns the sandbox frame's document, for `srcdoc` and for the frame's file.
 *
 * @param bootstrapSource  the frame's script, classic
 * @param policy           its Content-Security-Policy; empty for none, only to test that the policy matters
 */
export function createFrameDocument(bootstrapSource: string, policy: string = SANDBOX_POLICY): string {
  const meta = policy === '' ? '' : `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  const script = bootstrapSource.replaceAll('</script', '<\\/script');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">${meta}<title>Cloche sandbox</title></head><body><script>${script}</script></body></html>\n`;
}
