import {
  type ByteReader,
  baseName,
  concatBytes,
  decodeText,
  describeError,
  directoryName,
  encodeText,
  joinPath,
  type Program,
} from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { renderHelp } from '../../arguments/render-help.ts';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { OutputBuffer } from '../../command/output-buffer.ts';
import { parseScript, type ScriptPiece } from './parse-script.ts';
import { type SedCommand, WrongScript } from './script.ts';
import { SedEditor } from './sed-editor.ts';
import { SedInput } from './sed-input.ts';
import { SedOutput } from './sed-output.ts';

type SedOption =
  | 'quiet'
  | 'debug'
  | 'expression'
  | 'file'
  | 'followSymlinks'
  | 'inPlace'
  | 'lineLength'
  | 'posix'
  | 'extended'
  | 'separate'
  | 'sandbox'
  | 'unbuffered'
  | 'null';
type SedRun = CommandRun<SedOption>;

const USAGE: CommandUsage<SedOption> = {
  name: 'sed',
  synopsis: ['[OPTION]... SCRIPT [FILE]...', '[OPTION]... -e SCRIPT... [FILE]...'],
  summary: 'Edit the lines of each FILE, or of standard input, by a script.',
  options: {
    quiet: { short: 'n', long: ['quiet', 'silent'], help: 'print only what the script prints' },
    debug: { long: 'debug', help: 'accepted' },
    expression: { short: 'e', long: 'expression', value: 'SCRIPT', help: 'add SCRIPT to the commands' },
    file: { short: 'f', long: 'file', value: 'FILE', help: 'add what is in FILE to the commands' },
    followSymlinks: { long: 'follow-symlinks', help: 'with -i, edit what links lead to' },
    inPlace: {
      short: 'i',
      long: 'in-place',
      value: 'SUFFIX',
      valueIsOptional: true,
      help: 'edit files themselves; keep the old ones with SUFFIX',
    },
    lineLength: { short: 'l', long: 'line-length', value: 'N', help: 'fold the lines of the l command to N columns' },
    posix: { long: 'posix', help: 'accepted' },
    extended: { short: 'Er', long: 'regexp-extended', help: 'patterns are extended regular expressions' },
    separate: { short: 's', long: 'separate', help: 'line numbers and $ are those of each file' },
    sandbox: { long: 'sandbox', help: 'refuse the commands e, r and w' },
    unbuffered: { short: 'u', long: 'unbuffered', help: 'write out every line at once' },
    null: { short: 'z', long: ['null-data', 'zero-terminated'], help: 'lines end with a NUL byte' },
  },
};

/** Edits streams and files. */
export const sed: Program = defineCommand(USAGE, async (run) => {
  const pieces = await readPieces(run);
  if (!pieces) return Math.max(run.status, 1);
  try {
    const commands = parseScript(pieces.script, {
      isExtended: run.arguments.has('extended'),
      isSandboxed: run.arguments.has('sandbox'),
    });
    const isSilent = run.arguments.has('quiet') || /^#n(?:\n|$)/.test(pieces.script[0]?.text ?? '');
    return await runScript(run, commands, isSilent, pieces.operands);
  } catch (error) {
    if (!(error instanceof WrongScript)) throw error;
    await run.fail(error.message, error.status);
    return error.status;
  }
});

async function readPieces(run: SedRun): Promise<{ script: ScriptPiece[]; operands: readonly string[] } | undefined> {
  const script: ScriptPiece[] = [];
  for (const { name, value } of run.arguments.given) {
    if (name === 'expression') script.push({ text: value, file: undefined });
    if (name !== 'file') continue;
    try {
      const bytes = value === '-' ? await readStdin(run) : run.context.files.readFile(joinPath(run.context.cwd, value));
      script.push({ text: decodeText(bytes).replace(/\n$/, ''), file: value });
    } catch (error) {
      if (!isInputFault(error)) throw error;
      await run.fail(`couldn't open file ${value}: ${describeError(error)}`, 4);
      return undefined;
    }
  }
  if (script.length > 0) return { script, operands: run.arguments.operands };
  const [text, ...operands] = run.arguments.operands;
  if (text !== undefined) return { script: [{ text, file: undefined }], operands };
  await run.context.stderr.write(encodeText(renderHelp(USAGE)));
  return undefined;
}

async function readStdin({ context: { stdin } }: SedRun): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (let chunk = await stdin.read(); chunk.length > 0; chunk = await stdin.read()) chunks.push(chunk);
  return concatBytes(chunks);
}

async function runScript(
  run: SedRun,
  commands: readonly SedCommand[],
  isSilent: boolean,
  operands: readonly string[],
): Promise<number> {
  const given = run.arguments;
  const end = given.has('null') ? '\0' : '\n';
  const output = new SedOutput(run.output, end);
  let current = '-';
  const inputOf = (names: readonly string[]): SedInput =>
    new SedInput(
      readers(run, names, (name) => void (current = name)),
      end.charCodeAt(0),
    );
  const names = operands.length > 0 ? operands : ['-'];
  const all = { input: inputOf(names), output, name: () => current };
  const settings = {
    prints: !isSilent,
    end,
    listWidth: Number(given.value('lineLength') ?? 70),
    isUnbuffered: given.has('unbuffered'),
  };
  const editor = new SedEditor(run.context, commands, settings, all);
  try {
    if (given.has('inPlace')) {
      if (operands.length === 0) {
        await run.fail('no input files', 1);
        return 1;
      }
      for (const name of operands) {
        if (editor.quitStatus === undefined) await editInPlace(run, editor, name, () => inputOf([name]), end);
      }
    } else if (given.has('separate')) {
      for (const name of names)
        if (editor.quitStatus === undefined) await editor.edit({ ...all, input: inputOf([name]) });
    } else await editor.edit(all);
  } finally {
    editor.close();
  }
  return editor.quitStatus || run.status;
}

async function* readers(
  run: SedRun,
  names: readonly string[],
  begin: (name: string) => void,
): AsyncGenerator<ByteReader> {
  for (const name of names) {
    begin(name);
    if (name === '-') {
      yield run.context.stdin;
      continue;
    }
    try {
      const file = run.context.open(name);
      try {
        if (file.file.kind === 'directory') throw new WrongScript(`read error on ${name}: Is a directory`, 4);
        yield file;
      } finally {
        file.close();
      }
    } catch (error) {
      if (!isInputFault(error)) throw error;
      await run.fail(`can't read ${name}: ${describeError(error)}`, 2);
    }
  }
}

async function editInPlace(
  run: SedRun,
  editor: SedEditor,
  name: string,
  openInput: () => SedInput,
  end: string,
): Promise<void> {
  const { files, cwd } = run.context;
  const given = joinPath(cwd, name);
  const chunks: Uint8Array[] = [];
  const buffer = new OutputBuffer({ isTerminal: false, write: (bytes) => void chunks.push(bytes) });
  try {
    const path = run.arguments.has('followSymlinks') ? files.realPath(given) : given;
    const { kind, mode } = files.stat(path);
    if (kind !== 'file') return await run.fail(`couldn't edit ${name}: not a regular file`, 4);
    const input = openInput();
    await editor.edit({ input, output: new SedOutput(buffer, end), name: () => name });
    await drainRest(editor, input, buffer, end);
    const suffix = run.arguments.value('inPlace') ?? '';
    if (suffix !== '') files.rename(path, backupPath(path, suffix));
    else if (files.lstat(path).kind === 'symlink') files.unlink(path);
    files.writeFile(path, concatBytes(chunks), { mode });
  } catch (error) {
    if (!isInputFault(error)) throw error;
    await run.fail(`can't read ${name}: ${describeError(error)}`, 2);
  }
}

/** A script that quits leaves the rest of the file as it was. */
async function drainRest(editor: SedEditor, input: SedInput, buffer: OutputBuffer, end: string): Promise<void> {
  if (editor.quitStatus === undefined) return;
  for (let line = await input.next(); line; line = await input.next()) {
    buffer.putText(line.isTerminated ? line.text + end : line.text);
  }
  await buffer.flush();
}

/** A `*` in the suffix stands for the name; a suffix with a slash names another directory. */
function backupPath(path: string, suffix: string): string {
  const base = baseName(path);
  const name = suffix.includes('*') ? suffix.replaceAll('*', () => base) : base + suffix;
  return joinPath(directoryName(path), name);
}
