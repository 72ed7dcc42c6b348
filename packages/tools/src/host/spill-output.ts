import { baseName, directoryName, encodeText, errnoOf, type FileSystem } from '@cloche/system';
import { makeParents } from './change-file.ts';

/** Outside the workspace, so that searches of the workspace do not find old output. */
const SPILL_DIRECTORY = '/tmp/tool_outputs';

/** Writes the whole of a text that was too long for a result. Returns the path, or `undefined` when it cannot. */
export function spillOutput(files: FileSystem, callId: string, text: string): string | undefined {
  const name = baseName(callId.replace(/[^\w.-]/g, '_')) || 'output';
  const path = `${SPILL_DIRECTORY}/${name}.txt`;
  try {
    makeParents(files, directoryName(path));
    files.writeFile(path, encodeText(text));
    return path;
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}
