/** One case: a script and what the real bash printed for it. */
export interface ConformanceCase {
  readonly name: string;
  readonly code: string;
  readonly stdout: string;
  readonly status: number;
}

/** Reads the cases of a `.test.sh` file. */
export function readCases(text: string): ConformanceCase[] {
  return text
    .split(/^(?=#### )/m)
    .filter((block) => block.startsWith('#### '))
    .map((block) => {
      const match = /^#### (.*)\n([^]*?)\n## STDOUT:\n([^]*?)## END\n## status: (\d+)/.exec(block);
      if (!match) throw new Error(`a case is not recorded: ${block.split('\n')[0]}`);
      const [, name = '', code = '', stdout = '', status = ''] = match;
      return { name, code, stdout, status: Number(status) };
    });
}
