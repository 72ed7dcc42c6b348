import type { OutputBuffer } from './output-buffer.ts';

/** Prints `==> name <==` above each file, as head and tail do. */
export interface Headings {
  print(name: string): void;
}

/** What headings depend on; a command's run has it. */
interface HeadingContext {
  readonly output: OutputBuffer;
  readonly arguments: { readonly operands: readonly string[] };
}

/** Creates the headings of a call: for several files, unless `mode` says otherwise. */
export function createHeadings(context: HeadingContext, mode: 'quiet' | 'verbose' | undefined): Headings {
  const isShown = mode === undefined ? context.arguments.operands.length > 1 : mode === 'verbose';
  let isFirst = true;
  return {
    print(name) {
      if (!isShown) return;
      context.output.putText(`${isFirst ? '' : '\n'}==> ${name === '-' ? 'standard input' : name} <==\n`);
      isFirst = false;
    },
  };
}
