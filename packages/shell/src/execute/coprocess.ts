import { createPipe } from '@cloche/system';
import type { Coproc } from '../script/parse-script.ts';
import type { Shell } from '../shell.ts';
import { IndexedArray } from '../variables/indexed-array.ts';
import { assignVariable } from '../variables/shell-variables.ts';
import { startSubshell } from './subshell.ts';

/** Starts `coproc NAME command`: two pipes, whose ends NAME[0] (read) and NAME[1] (write) hold. */
export function startCoprocess(shell: Shell, node: Coproc): void {
  const { body } = node;
  const name = node.name?.text ?? 'COPROC';
  const input = createPipe();
  const output = createPipe();
  const text = shell.source.text.slice(node.pos, node.end);
  const descriptors = new Map([
    [0, input.reader],
    [1, output.writer],
  ]);
  const process = startSubshell(shell, { argv: [text], descriptors }, (child) =>
    body.type === 'CompoundList'
      ? child.interpreter.executeStatements(child, body.commands)
      : child.interpreter.executeCommand(child, body),
  );
  input.reader.release();
  output.writer.release();
  const readEnd = shell.descriptors.nextHigh();
  shell.descriptors.set(readEnd, output.reader);
  const writeEnd = shell.descriptors.nextHigh();
  shell.descriptors.set(writeEnd, input.writer);
  shell.variables.getOrCreate(name).value = new IndexedArray([String(readEnd), String(writeEnd)]);
  assignVariable(shell, `${name}_PID`, String(process.pid));
  shell.lastBackgroundPid = process.pid;
  shell.jobs.add(process, text);
  void process.exited.then((status) => shell.jobs.rememberEnded(process.pid, status));
  shell.status = 0;
}
