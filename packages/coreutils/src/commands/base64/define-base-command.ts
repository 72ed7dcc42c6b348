import type { ByteReader, Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote, quoteNameIfNeeded } from '../../arguments/quote.ts';
import { defineCommand } from '../../command/define-command.ts';
import type { OutputBuffer } from '../../command/output-buffer.ts';
import { type BaseEncoding, createBaseDecoder, createBaseEncoder } from './base-encoding.ts';

/** Makes the program that encodes and decodes in `encoding`, piece by piece. */
export function defineBaseCommand(name: string, encoding: BaseEncoding): Program {
  const usage: CommandUsage<'decode' | 'ignoreGarbage' | 'wrap'> = {
    name,
    synopsis: ['[OPTION]... [FILE]'],
    summary: `Encode FILE, or standard input, as ${name}.`,
    options: {
      decode: { short: 'dD', long: 'decode', help: 'decode' },
      ignoreGarbage: { short: 'i', long: 'ignore-garbage', help: 'when decoding, skip other characters' },
      wrap: { short: 'w', long: 'wrap', value: 'COLS', help: 'break lines after COLS characters (76); 0 for none' },
    },
  };
  return defineCommand(usage, async (run) => {
    const [file = '-', extra] = run.arguments.operands;
    if (extra !== undefined) return run.failUsage(`extra operand ${quote(extra)}`);
    const wrap = run.arguments.value('wrap') ?? '76';
    if (!/^\d+$/.test(wrap)) {
      await run.fail(`invalid wrap size: ${quote(wrap)}`);
      return 1;
    }
    await run.eachInput(
      async ({ reader }) => {
        if (!run.arguments.has('decode')) return encodeAll(reader, run.output, encoding, Number(wrap));
        const isValid = await decodeAll(reader, run.output, encoding, run.arguments.has('ignoreGarbage'));
        if (!isValid) await run.fail('invalid input');
      },
      {
        operands: [file],
        describe: (name, reason, wasOpened) =>
          wasOpened ? `read error: ${reason}` : `${quoteNameIfNeeded(name)}: ${reason}`,
      },
    );
    return run.status;
  });
}

async function encodeAll(
  reader: ByteReader,
  output: OutputBuffer,
  encoding: BaseEncoding,
  width: number,
): Promise<void> {
  const encoder = createBaseEncoder(encoding);
  let column = 0;
  for (let bytes = await reader.read(); bytes.length > 0; bytes = await reader.read()) {
    column = putWrapped(encoder.push(bytes), column, width, output);
    await output.drain();
  }
  column = putWrapped(encoder.end(), column, width, output);
  if (column > 0 && width > 0) output.putText('\n');
}

/** Returns the column behind the text. */
function putWrapped(text: string, column: number, width: number, output: OutputBuffer): number {
  if (width === 0) {
    output.putText(text);
    return 0;
  }
  let at = column;
  for (let index = 0; index < text.length; ) {
    const piece = text.slice(index, index + width - at);
    output.putText(piece);
    index += piece.length;
    at += piece.length;
    if (at < width) break;
    output.putText('\n');
    at = 0;
  }
  return at;
}

async function decodeAll(
  reader: ByteReader,
  output: OutputBuffer,
  encoding: BaseEncoding,
  ignoresGarbage: boolean,
): Promise<boolean> {
  const decoder = createBaseDecoder(encoding, ignoresGarbage);
  for (let bytes = await reader.read(); bytes.length > 0; bytes = await reader.read()) {
    output.put(decoder.push(bytes));
    if (!decoder.isValid) return false;
    await output.drain();
  }
  output.put(decoder.end());
  return decoder.isValid;
}
