import type { CompiledProgram } from './compile-program.ts';
import { type Code, type Flow, Machine } from './machine.ts';
import type { AwkRuntime } from './runtime.ts';

/** Runs a program: the BEGIN rules, the rules for every record, the END rules. Throws `AwkFault`. */
export async function runAwk(program: CompiledProgram, runtime: AwkRuntime): Promise<void> {
  const machine = new Machine(runtime);
  const run = (code: Code | undefined): Flow | Promise<Flow> => (code ? machine.run(code) : 'done');
  runtime.input.setHooks({
    handlesFaults: program.beginFile !== undefined,
    begin: () => run(program.beginFile),
    end: () => run(program.endFile),
  });
  const flow = await run(program.begin);
  const readsInput = program.main ?? program.end ?? program.beginFile ?? program.endFile;
  const hasExited = flow === 'exit' || (readsInput !== undefined && (await runRecords(program, runtime, machine)));
  if (!hasExited || program.end) await run(program.end);
  runtime.input.close();
  await runtime.streams.closeAll();
}

/** Returns whether the program has exited. */
async function runRecords({ main }: CompiledProgram, runtime: AwkRuntime, machine: Machine): Promise<boolean> {
  const terminator = runtime.variable('RT');
  for (;;) {
    const next = runtime.input.next();
    const record = next instanceof Promise ? await next : next;
    if (!record) return runtime.input.hasExited;
    runtime.record.text = record.text;
    terminator.set(record.terminator);
    if (!main) continue;
    const running = machine.run(main);
    const flow = running instanceof Promise ? await running : running;
    if (flow === 'exit') return true;
    if (flow === 'nextfile') await runtime.input.skipFile();
    const wait = runtime.output.drain();
    if (wait) await wait;
  }
}
