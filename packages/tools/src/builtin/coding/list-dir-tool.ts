import { joinPath } from '@cloche/system';
import { z } from 'zod';
import { defineTool, type Tool } from '../../contract/tool.ts';
import { success } from '../../contract/tool-result.ts';
import type { ListedEntry } from '../../host/tool-host.ts';
import { fileProblem } from '../../output/describe-problem.ts';
import { readNeeds } from '../../permissions/file-needs.ts';
import { PATH_LIMIT } from '../path-limit.ts';

const MAX_ENTRIES = 1000;

/** Lists a directory with sizes. */
export const codingListDirTool: Tool = defineTool({
  name: 'list_dir',
  title: 'List a directory',
  description:
    'List what is in one directory, directories first, then by name; files with their size in bytes. The path defaults to the ' +
    'working directory. At most 1000 entries. Use it to find your way in a project; to find files by name anywhere use glob.',
  inputSchema: z.object({ path: z.string().describe('The directory; by default the working directory').optional() }),
  annotations: { readOnly: true, concurrencySafe: true },
  fieldLimits: { path: PATH_LIMIT },
  summarize: ({ path = '.' }) => `List ${path}`,
  needs: ({ path = '.' }, context) => readNeeds(path, context),
  async run({ path = '.' }, { host, workdir, signal }) {
    const params = { path: joinPath(workdir, path || '.'), maxEntries: MAX_ENTRIES };
    const outcome = await host.call('view_directory', params, { signal });
    if (outcome.kind === 'failed') return fileProblem('list_dir', path, outcome);
    const { entries, total } = outcome;
    if (total === 0) return success('(empty directory)', { total });
    const more = total > entries.length ? `[${entries.length} of ${total} entries shown; use glob with a pattern]` : '';
    return success(`${entries.map(describeEntry).join('')}${more}`, { total });
  },
});

function describeEntry({ path, kind, size }: ListedEntry): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  switch (kind) {
    case 'directory':
      return `${name}/\n`;
    case 'file':
      return `${name}\t${size} bytes\n`;
    case 'symlink':
      return `${name}\tsymbolic link\n`;
    case 'other':
      return `${name}\tspecial file\n`;
  }
}
