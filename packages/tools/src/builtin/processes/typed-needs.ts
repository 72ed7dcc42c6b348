import type { CallNeeds, ToolContext } from '../../contract/tool.ts';
import type { ProcessView } from '../../host/processes/process-data.ts';
import type { PathNeed } from '../../permissions/evaluate-rules.ts';
import { networkNeedsOf } from '../../permissions/network-needs.ts';
import { pathNeedsOf } from '../../permissions/path-needs.ts';
import { ANY_HOST } from '../../web/web-access.ts';

/** Programs that run what they read. */
const INTERPRETER =
  /^(?:(?:ba|da|z|k|fi|a|c|tc)?sh|busybox|python[\d.]*|ipython|node|deno|bun|irb|ruby|perl|php|lua|R|julia|ghci|scala|jshell|psql|mysql|sqlite3|ssh|telnet|su|sudo|docker|podman|kubectl|gdb|lldb|xargs|bc|awk|make|tclsh|expect|screen|tmux)$/;

/** Says whether what is typed at a process may be run by it: it is a terminal, or a word of its command is an interpreter. */
export function readsCommands({ kind, command }: Pick<ProcessView, 'kind' | 'command'>): boolean {
  if (kind === 'terminal') return true;
  const words = command.split(/[\s;|&()<>'"`]+/);
  return words.some((word) => INTERPRETER.test(word.slice(word.lastIndexOf('/') + 1)));
}

/** What text needs that a shell or an interpreter gets: the same as a command, read as well as it can be from outside. */
export async function typedNeeds(text: string, context: ToolContext): Promise<CallNeeds> {
  const analysis = await context.analyzeCommand(text, { isRestarted: false });
  const problem = {
    kind: 'typed',
    message: 'it is typed at a program whose own state (functions, aliases, directory) is not known',
  };
  const typed = { ...analysis, isUnderstood: false, problems: [...analysis.problems, problem] };
  const { workdir } = context;
  // Whatever the words are, the program may take them for others: its directory, its language and its earlier input say.
  const anyFile = { path: undefined, text, isTree: true, isPossible: true, isCovered: true } as const;
  const files: PathNeed[] = [
    { access: 'read', ...anyFile },
    { access: 'write', ...anyFile },
  ];
  return {
    gateAs: 'bash',
    command: { text, cwd: workdir, analysis: typed, isTyped: true },
    paths: [...pathNeedsOf(typed, workdir), ...files],
    network: [...networkNeedsOf(typed), { host: ANY_HOST, port: 443, isImplied: true, isPossible: true }],
  };
}
