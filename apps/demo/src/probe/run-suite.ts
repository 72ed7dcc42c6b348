import { answerOf, connectMachine, MACHINE_CASES, type OwnMachine, runMachineCase } from '@cloche/tools/conformance';
import { bootWebContainer } from '@cloche/webcontainer';

/** A case that answers otherwise than it should. */
export interface DifferingCase {
  readonly title: string;
  readonly expected: unknown;
  readonly given: unknown;
}

/** What came of the machine suite. */
export interface SuiteResult {
  readonly cases: number;
  readonly differing: readonly DifferingCase[];
}

/** Runs every case that all machines pass on Cloche's own machine in WebContainer. */
export async function runSuite(
  loadGuest: () => Promise<Uint8Array<ArrayBuffer>>,
  onCase: (title: string) => void,
): Promise<SuiteResult> {
  let current: Promise<OwnMachine> | undefined;
  const close = async (): Promise<void> => {
    const last = current;
    current = undefined;
    await (await last)?.dispose();
  };
  // A page has one container at most: a case's own machine takes the place of the shared one.
  const source = {
    shared: () => (current ??= open(loadGuest)),
    async own() {
      await close();
      return open(loadGuest);
    },
  };
  const differing: DifferingCase[] = [];
  for (const [title, { answer: common }] of Object.entries(MACHINE_CASES)) {
    onCase(title);
    const expected = answerOf('webcontainer', title, common).answer;
    const given = await runMachineCase(title, source).catch((error: unknown) => String(error));
    if (toText(given) !== toText(expected)) differing.push({ title, expected, given });
  }
  await close();
  return { cases: Object.keys(MACHINE_CASES).length, differing };
}

/** As text, so that two answers can be compared whatever order their fields have. */
function toText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

async function open(loadGuest: () => Promise<Uint8Array<ArrayBuffer>>): Promise<OwnMachine> {
  const { signal } = new AbortController();
  const { port, root, failed, dispose } = await bootWebContainer({ loadGuest, signal });
  return connectMachine(port, {
    root,
    failed,
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    dispose: () => dispose(),
  });
}
