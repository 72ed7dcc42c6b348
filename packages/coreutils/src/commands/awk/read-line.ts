import { describeError } from '@cloche/system';
import { isInputFault } from '../../command/command-run.ts';
import type { AwkRuntime } from './runtime.ts';
import type { GetlineSource } from './syntax.ts';
import { InputText } from './values.ts';

/** What getline answers: 1, 0 at the end, -1 for a failure; and the text for a variable. */
export interface GetlineAnswer {
  readonly status: 1 | 0 | -1;
  readonly text?: InputText;
}

/**
 * Reads a record as getline does. Without a variable it becomes `$0`; records of the main input and of commands count
 * in NR, those of the main input in FNR too.
 */
export async function readInto(
  runtime: AwkRuntime,
  kind: GetlineSource['kind'],
  from: string,
  hasVariable: boolean,
): Promise<GetlineAnswer> {
  try {
    const record = await read(runtime, kind, from);
    if (typeof record === 'string') {
      runtime.variable('ERRNO').set(record);
      return { status: -1 };
    }
    if (!record) return { status: 0 };
    if (kind === 'command') runtime.input.recordNumber++;
    runtime.variable('RT').set(record.terminator);
    if (hasVariable) return { status: 1, text: new InputText(record.text) };
    runtime.record.text = record.text;
    return { status: 1 };
  } catch (error) {
    if (!isInputFault(error)) throw error;
    runtime.variable('ERRNO').set(describeError(error));
    return { status: -1 };
  }
}

async function read(
  runtime: AwkRuntime,
  kind: GetlineSource['kind'],
  from: string,
): Promise<Awaited<ReturnType<AwkRuntime['input']['next']>> | string> {
  if (kind === 'main') return runtime.input.next();
  const reader = kind === 'file' ? await runtime.streams.file(from) : await runtime.streams.command(from);
  return typeof reader === 'string' ? reader : reader.next(runtime.settings.recordSeparator);
}
