/** A call of the person's own that was not over when the page was reloaded. */
export interface PendingCall {
  readonly workspace: string;
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

const KEY = 'cloche-demo:calls';
/** What is longer is not worth a tab's session storage. */
const MAX_KEPT_UNITS = 200_000;

/** Keeps, for this tab, a call that may have to wait for the person: it is made again after a reload. */
export function keepCall(call: PendingCall): void {
  const text = JSON.stringify([...keptCalls().filter(({ id }) => id !== call.id), call]);
  if (text.length <= MAX_KEPT_UNITS) sessionStorage.setItem(KEY, text);
}

/** The call is over, or runs: a reload does not make it again. */
export function forgetCall(callId: string): void {
  sessionStorage.setItem(KEY, JSON.stringify(keptCalls().filter(({ id }) => id !== callId)));
}

/** Returns the calls of a workspace that waited when this tab's page was reloaded, oldest first. */
export function pendingCalls(workspace: string): PendingCall[] {
  return keptCalls().filter((call) => call.workspace === workspace);
}

function keptCalls(): PendingCall[] {
  const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
  return Array.isArray(value) ? value.filter(isPendingCall) : [];
}

function isPendingCall(value: unknown): value is PendingCall {
  if (typeof value !== 'object' || value === null) return false;
  const { workspace, id, name } = { workspace: undefined, id: undefined, name: undefined, ...value };
  return typeof workspace === 'string' && typeof id === 'string' && typeof name === 'string' && 'input' in value;
}
