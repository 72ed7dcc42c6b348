import { joinPath } from '@cloche/system';
import { z } from 'zod';
import { defineTool, type Tool } from '../../contract/tool.ts';
import { failure, success } from '../../contract/tool-result.ts';
import { fileProblem } from '../../output/describe-problem.ts';
import { readNeeds } from '../../permissions/file-needs.ts';
import { PATH_LIMIT } from '../path-limit.ts';
import { capText } from './cap-text.ts';
import { pathProblem } from './workspace-path.ts';

const MAX_ENTRIES = 1000;
const MAX_LISTED = 100_000;

/** Lists a directory of the workspace. */
export const filesListDirTool: Tool = defineTool({
  name: 'list_dir',
  title: 'List a directory',
  description:
    'List what is in one directory of the workspace, sorted by name; directories end with a slash. The path . is the workspace ' +
    'itself. At most 1000 entries. Example: {"path": "src"}. To find files by name in all directories use glob. A file that ' +
    'is listed has not been read.',
  inputSchema: z.object({ path: z.string().describe('The directory; . is the workspace') }),
  annotations: { readOnly: true, concurrencySafe: true },
  fieldLimits: { path: PATH_LIMIT },
  summarize: ({ path }) => `List ${path}`,
  needs: ({ path }, context) => readNeeds(path, context),
  check: ({ path }, { workdir }) => pathProblem('list_dir', 'path', path, workdir),
  async run({ path }, { host, workdir, signal }) {
    const params = { path: joinPath(workdir, path), maxEntries: MAX_LISTED };
    const outcome = await host.call('view_directory', params, { signal });
    if (outcome.kind === 'failed') {
      if (outcome.code === 'ENOTDIR') return failure('not_a_file', `list_dir: "${path}" is not a directory; use read`);
      return fileProblem('list_dir', path, outcome);
    }
    if (outcome.total === 0) return success('directory is empty', { total: 0 });
    const names = outcome.entries
      .map((entry) => entry.path.slice(entry.path.lastIndexOf('/') + 1) + (entry.kind === 'directory' ? '/' : ''))
      .sort();
    const cut = names.length > MAX_ENTRIES ? `\n... [output truncated: showing first ${MAX_ENTRIES} entries]` : '';
    return success(capText(names.slice(0, MAX_ENTRIES).join('\n')) + cut, { total: outcome.total });
  },
});
