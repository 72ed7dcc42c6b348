import type { CommandRun } from '../../command/command-run.ts';
import type { DigestAlgorithm } from './algorithms.ts';
import { digestOf } from './digest.ts';

/** How digests are shown. */
export interface DigestForm {
  /** Length of the digest, for algorithms of any length; 0 for the usual one. */
  readonly bits: number;
  /** As BSD shows them: with the name of the algorithm. */
  readonly isTagged: boolean;
  readonly isBinary: boolean;
  /** What ends each line; names are not escaped when it is NUL. */
  readonly end: string;
}

/** Prints the digest of each input of a command. */
export async function printDigests<Name extends string>(
  run: CommandRun<Name>,
  algorithm: DigestAlgorithm,
  { bits, isTagged, isBinary, end }: DigestForm,
): Promise<void> {
  await run.eachInput(
    async ({ name, reader }) => {
      const sum = await digestOf(reader, algorithm, bits || algorithm.digits * 4);
      const isEscaped = end !== '\0' && /[\\\n\r]/.test(name);
      const shown = isEscaped ? name.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r') : name;
      const label = bits > 0 && bits < 512 ? `${algorithm.label}-${bits}` : algorithm.label;
      const line = isTagged ? `${label} (${shown}) = ${sum}` : `${sum} ${isBinary ? '*' : ' '}${shown}`;
      run.output.putText((isEscaped ? '\\' : '') + line + end);
    },
    { describe: (name, reason) => `${name}: ${reason}` },
  );
}
