import { type ByteReader, decodeText, encodeText } from '@cloche/system';
import type { CommandRun } from '../../command/command-run.ts';
import type { CopyHost } from './copy-tree.ts';

/** Makes what copying needs of a command's run. */
export function createCopyHost(run: Pick<CommandRun<never>, 'context' | 'name' | 'output' | 'fail'>): CopyHost {
  return {
    context: run.context,
    fail: (message) => run.fail(message),
    report: (text) => run.output.putText(`${text}\n`),
    ask: async (question) => {
      await run.output.flush();
      await run.context.stderr.write(encodeText(`${run.name}: ${question}`));
      const line = await readAnswer(run.context.stdin);
      return /^[yY]/.test(line);
    },
  };
}

/** Returns the next line of an input, and leaves what follows for the next question. */
export async function readAnswer(stdin: ByteReader): Promise<string> {
  let line = '';
  for (;;) {
    const bytes = await stdin.read();
    if (bytes.length === 0) return line;
    const end = bytes.indexOf(10);
    if (end < 0) {
      line += decodeText(bytes);
      continue;
    }
    if (end + 1 < bytes.length) stdin.unread(bytes.subarray(end + 1));
    return line + decodeText(bytes.subarray(0, end));
  }
}
