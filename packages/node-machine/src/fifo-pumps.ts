import { concatBytes, NO_BYTES, type OpenFile } from '@cloche/system';
import type { InputChannel, OutputChannel } from './fifo-channel.ts';

const READ_BYTES = 65_536;
const RETRY_MS = 2;
const RELEASE_MS = 20;

/** Copies a child's output; a reader that is gone closes the stream, so that the child gets SIGPIPE. */
export async function pumpOut({ stream }: OutputChannel, file: OpenFile, signal: AbortSignal): Promise<void> {
  file.retain();
  try {
    for await (const chunk of stream) await file.write(chunk, signal);
  } catch {
    stream.destroy();
  } finally {
    file.release();
  }
}

/** Copies input to a child until it or the input ends; what the child has not read goes back to the file. */
export async function pumpIn(channel: InputChannel, file: OpenFile, ended: AbortSignal): Promise<void> {
  file.retain();
  let rest: Uint8Array = NO_BYTES;
  try {
    while (!ended.aborted) {
      const bytes = await file.read(READ_BYTES, ended);
      if (bytes.length === 0) {
        channel.endWriting();
        break;
      }
      const done = await writeAll(channel, bytes, ended);
      rest = bytes.subarray(done);
    }
    await releaseUntil(channel, ended);
  } catch {
    channel.endWriting();
  } finally {
    const left = concatBytes([channel.takeBack(), rest]);
    if (left.length > 0) file.unread(left);
    file.release();
  }
}

function releaseUntil(channel: InputChannel, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => channel.releaseOpeners(), RELEASE_MS);
    const stop = (): void => {
      clearInterval(timer);
      resolve();
    };
    if (ended.aborted) stop();
    else ended.addEventListener('abort', stop, { once: true });
  });
}

/** Writes as the child makes room, and returns how much was written when it has ended meanwhile. */
async function writeAll(channel: InputChannel, bytes: Uint8Array, ended: AbortSignal): Promise<number> {
  let done = 0;
  while (done < bytes.length && !ended.aborted) {
    const count = channel.write(bytes, done);
    done += count;
    if (count === 0) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  return done;
}
