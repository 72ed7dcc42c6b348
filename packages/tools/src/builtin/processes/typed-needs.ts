import { decodeText } from '@cloche/system';
import type { CallNeeds, ToolContext } from '../../contract/tool.ts';
import type { ProcessView } from '../../host/processes/process-data.ts';
import { networkNeedsOf } from '../../permissions/network-needs.ts';
import { pathNeedsOf } from '../../permissions/path-needs.ts';
import type { PathNeed } from '../../permissions/permission-needs.ts';
import { ANY_HOST } from '../../web/web-access.ts';

/** Programs that take what they read for text, whatever it is. */
const TEXT_READERS: ReadonlySet<string> = new Set(
  (
    'cat tee sort uniq wc grep egrep fgrep rg head tail tr cut nl od xxd hexdump base32 base64 md5sum sha1sum sha256sum sha512sum cksum jq tac ' +
    'rev fold fmt column paste expand unexpand comm join diff cmp tsort echo printf sleep true false cd pwd :'
  ).split(' '),
);

/**
 * Says whether what is typed at a process may be run by it: at a terminal, and at any command that is more than programs
 * that take it for text.
 */
export async function readsCommands(
  { kind, command }: Pick<ProcessView, 'kind' | 'command'>,
  context: Pick<ToolContext, 'analyzeCommand'>,
): Promise<boolean> {
  if (kind === 'terminal') return true;
  const { parts, isUnderstood } = await context.analyzeCommand(command, { isRestarted: false });
  const isText = parts.every(
    ({ command: program, ...part }) =>
      part.isUnderstood && (!program || (program.kind !== 'function' && TEXT_READERS.has(program.name))),
  );
  return !isUnderstood || !isText;
}

/** What stands in a process's line and was not sent: what is typed now goes on with it. */
export async function pendingLine(
  id: string,
  { host, session, loop, signal }: Pick<ToolContext, 'host' | 'session' | 'loop' | 'signal'>,
): Promise<string> {
  const asked = { owner: { session, loop: loop.name }, id };
  const line = await host.call('process_pending_line', asked, { signal });
  return 'error' in line ? '' : `${line.isCut ? '…' : ''}${decodeText(line.bytes)}`;
}

/** Returns typed text for people, behind the line that it goes on with. */
export function withPending(pending: string, typed: string): string {
  return pending === '' ? typed : `[in the line already]${pending}[typed now]${typed}`;
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
