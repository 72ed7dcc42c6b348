import type { Pattern } from '@cloche/search';
import type { Clock } from '@cloche/system';
import { cleanOutput } from '../../output/clean-output.ts';
import { compileWatched, matches } from './output-watch.ts';
import type { ProcessTalkParams, TalkEnd } from './process-data.ts';
import type { SupervisedProcess } from './supervised-process.ts';

/** How the usual programs show that they wait: shells, Python, Node, debuggers, questions. */
const USUAL_PROMPT = String.raw`(?:[$#%>❯»]|>>>|\.\.\.|[?:]|\([\w-]+\)|\[[Yy]/[Nn]\])[ \t]?$`;
/** A prompt counts when nothing came for so long behind it. */
const SETTLE_MS = 40;
/** The end of the output is looked at for a prompt. */
const TAIL_BYTES = 4096;

/** Waits until a process has answered: a prompt stands at its end, it is quiet, it has ended, or the time is over. */
export async function talkTo(
  process: SupervisedProcess,
  { cursor, promptPattern, quietMs, timeoutMs }: ProcessTalkParams,
  clock: Clock,
  signal: AbortSignal,
): Promise<TalkEnd> {
  const endsAt = clock.monotonic() + timeoutMs;
  const compiled = compileWatched(promptPattern ?? USUAL_PROMPT);
  const prompt = compiled.kind === 'pattern' ? compiled.pattern : undefined;
  let changedAt = clock.monotonic();
  for (;;) {
    if (process.state !== 'running') return 'exited';
    const now = clock.monotonic();
    if (now >= endsAt) return 'timeout';
    const quiet = now - changedAt;
    const hasOutput = process.spool.totalBytes > cursor;
    const isAtPrompt = hasOutput && quiet >= SETTLE_MS && endsWithPrompt(process, cursor, prompt);
    if (isAtPrompt) return 'prompt';
    if (quiet >= quietMs) return 'quiet';
    const next = hasOutput && quiet < SETTLE_MS ? SETTLE_MS - quiet : quietMs - quiet;
    const seen = process.spool.totalBytes;
    await untilChangedFor(process, Math.max(1, Math.min(next, endsAt - now)), clock, signal);
    if (process.spool.totalBytes > seen) changedAt = clock.monotonic();
  }
}

function endsWithPrompt({ spool }: SupervisedProcess, cursor: number, prompt: Pattern | undefined): boolean {
  const from = Math.max(cursor, spool.totalBytes - TAIL_BYTES);
  const text = cleanOutput(spool.read(from, TAIL_BYTES).bytes);
  const line = text.slice(text.lastIndexOf('\n') + 1);
  return line !== '' && prompt !== undefined && matches(prompt, line);
}

/** Resolves when the process printed or ended, or after a time. */
async function untilChangedFor(
  process: SupervisedProcess,
  ms: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const timer = new AbortController();
  const stop = (): void => timer.abort(new Error('the wait is over'));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const over = clock.sleep(ms, timer).catch(() => undefined);
  const changed = process.changed.wait(timer.signal).catch(() => undefined);
  await Promise.race([over, changed]);
  signal.removeEventListener('abort', stop);
  stop();
  signal.throwIfAborted();
}
