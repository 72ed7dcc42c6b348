import { createIgnoreFiles, type IgnoreRules, parseIgnoreRules } from '@cloche/search';
import { decodeText, encodeText, joinPath, normalizePath, type Program } from '@cloche/system';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll } from '../../command/read-lines.ts';
import { createJsonDrawing } from './draw-json.ts';
import { createLineDrawing } from './draw-lines.ts';
import { createXmlDrawing } from './draw-xml.ts';
import { createListedFiles } from './listed-files.ts';
import { createTreePainter, paintNothing } from './tree-colors.ts';
import { drawTrees, type TreeDrawing } from './tree-drawing.ts';
import { createTreeFacts } from './tree-facts.ts';
import { createTreeReader, type TreeReader, type TreeReaderContext } from './tree-reader.ts';
import { readTreeSettings } from './tree-settings.ts';
import { TREE_USAGE, type TreeOption } from './tree-usage.ts';

type TreeRun = CommandRun<TreeOption>;

/** Options that are refused, with what to do instead. */
const REFUSALS: readonly (readonly [TreeOption, string])[] = [
  ['html', '-H: HTML is not printed here; use -X for XML or -J for JSON'],
  ['rerun', '-R is not done here, since it writes an HTML page into every directory; use a larger -L'],
];

/** Shows trees of directories. */
export const tree: Program = defineCommand(TREE_USAGE, async (run) => {
  const { arguments: given, context } = run;
  const refusal = REFUSALS.find(([option]) => given.has(option))?.[1];
  const settings = readTreeSettings(given);
  const gitFile = readGitFile(run);
  const fault = refusal ?? ('fault' in settings ? settings.fault : 'fault' in gitFile ? gitFile.fault : undefined);
  if (fault !== undefined || 'fault' in settings || 'fault' in gitFile) {
    await run.fail(fault ?? '');
    return 1;
  }
  const readerOf = async (name: string): Promise<TreeReader> =>
    createTreeReader(settings, {
      ...(given.has('fromFile') ? await listedPlace(run, name) : { files: context.files, cwd: context.cwd }),
      isIgnored: createIgnoring(run, name, gitFile.rules),
      onFault: () => {
        run.status = 2;
      },
      yieldIfDue: context.yieldIfDue,
    });
  const drawing = createDrawing(run);
  const roots = given.operands.length > 0 ? given.operands : ['.'];
  const output = given.value('output');
  if (output === undefined) {
    await drawTrees(roots, readerOf, drawing, {
      put: (text) => run.output.putText(text),
      drain: () => run.output.drain(),
    });
    return run.status;
  }
  const file = context.open(output, { write: true, create: true, truncate: true });
  try {
    const parts: string[] = [];
    await drawTrees(roots, readerOf, drawing, { put: (text) => parts.push(text), drain: () => undefined });
    await file.write(encodeText(parts.join('')));
  } finally {
    file.close();
  }
  return run.status;
});

function createDrawing({ arguments: given, context }: TreeRun): TreeDrawing {
  const facts = createTreeFacts(given, context);
  switch (given.last('json', 'xml')) {
    case 'json':
      return createJsonDrawing(given, facts);
    case 'xml':
      return createXmlDrawing(given, facts);
    case undefined: {
      const paint = given.has('color') ? createTreePainter(context.env.get('LS_COLORS')) : paintNothing;
      return createLineDrawing(given, facts, paint);
    }
  }
}

function readGitFile({
  arguments: given,
  context,
}: TreeRun): { readonly rules: IgnoreRules | undefined } | { readonly fault: string } {
  const name = given.value('gitFile');
  if (name === undefined) return { rules: undefined };
  try {
    return { rules: parseIgnoreRules(decodeText(context.files.readFile(joinPath(context.cwd, name)))) };
  } catch (error) {
    if (!isInputFault(error)) throw error;
    return { fault: 'Could not load gitignore file' };
  }
}

/** Returns which paths the ignore files in the tree `root`, and `more`, leave out. */
function createIgnoring(
  { arguments: given, context }: TreeRun,
  root: string,
  more: IgnoreRules | undefined,
): TreeReaderContext['isIgnored'] {
  if (!more && !given.has('gitIgnore')) return () => false;
  const top = normalizePath(joinPath(context.cwd, root));
  const found = createIgnoreFiles(context.files, { names: ['.gitignore'], gitNames: [], top });
  return (absolute, isDirectory) => {
    const path = normalizePath(absolute);
    const relative = path.slice(top === '/' ? 1 : top.length + 1);
    return found.isIgnored(path, isDirectory) || more?.verdict(relative, isDirectory) === 'ignored';
  };
}

/** Returns the files that a file, or standard input for `.`, lists; a place that is missing when it cannot be read. */
async function listedPlace({ context }: TreeRun, name: string): Promise<Pick<TreeReaderContext, 'files' | 'cwd'>> {
  const now = context.clock.now();
  try {
    const file = name === '.' ? undefined : context.open(name);
    try {
      return { files: createListedFiles(decodeText(await readAll(file ?? context.stdin)), now), cwd: undefined };
    } finally {
      file?.close();
    }
  } catch (error) {
    if (!isInputFault(error)) throw error;
    return { files: createListedFiles('', now), cwd: '/' };
  }
}
