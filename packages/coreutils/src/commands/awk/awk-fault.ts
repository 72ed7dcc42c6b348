import type { SourcePlace } from './syntax.ts';

/** What ends a program: thrown anywhere in it, caught where `awk` answers. */
export class AwkFault extends Error {
  override readonly name = 'AwkFault';
  readonly code = 'awk_fault';
  readonly status: number;

  /** @param message  without `awk: `, in gawk's words */
  constructor(message: string, status = 2) {
    super(message);
    this.status = status;
  }
}

/** A program's own mistake while it runs. Its message gets the place and the record at hand. */
export class RuntimeFault extends Error {
  override readonly name = 'RuntimeFault';
  readonly code = 'awk_runtime_fault';
  readonly place: SourcePlace | undefined;

  constructor(message: string, place: SourcePlace | undefined) {
    super(message);
    this.place = place;
  }
}

/** Makes the fault that a program's own mistake is while it runs; without a place, that of the statement at work. */
export function fatal(message: string, place?: SourcePlace): RuntimeFault {
  return new RuntimeFault(message, place);
}

/** Returns a place as messages show it: `cmd. line:1`. */
export function showPlace({ source, line }: SourcePlace): string {
  return `${source}:${line}`;
}
