import type { AgentTask } from './run-agent.ts';

/** The sample task: find the fault in the report, mend it, prove it, and keep a copy. No model and no network. */
export const gardenTask: AgentTask = [
  { say: 'The to-do list says that the report shows a bed called “bed”. I look for where it is made.' },
  { tool: 'glob', input: { pattern: '**/*' } },
  { tool: 'grep', input: { pattern: 'FIXME|\\[ \\]' } },
  { tool: 'read', input: { file_path: 'scripts/report.sh' } },
  { say: 'The script counts the first line of the list, which is its heading. This edit skips it.' },
  {
    tool: 'edit',
    input: {
      file_path: 'scripts/report.sh',
      old_string: '# FIXME: counts the heading as a plant\ncut -d, -f2 data/plants.csv | sort',
      new_string: '# The first line is the heading.\ntail -n +2 data/plants.csv | cut -d, -f2 | sort',
    },
    otherwise: 'Then I leave the script as it is.',
  },
  { say: 'I run the report and keep a copy, as the list asks.' },
  {
    tool: 'bash',
    input: { command: 'bash scripts/report.sh | tee REPORT.md' },
    otherwise: 'Then the report stays unproven.',
  },
];

/** With the coding tools: a watcher in the background, whose word comes by itself. */
export const watchTask: AgentTask = [
  {
    tool: 'monitor',
    input: {
      command:
        'seen=""; while :; do now=$(cksum < data/plants.csv); if [[ $now != "$seen" ]]; then seen=$now; echo "plants: $(tail -n +2 data/plants.csv | wc -l)"; fi; sleep 0.5; done',
      patterns: ['plants: 12'],
    },
    otherwise: 'Then nobody watches the list of plants.',
  },
  { say: 'A watcher counts the plants in the background. I plant one more, and wait for its word.', needs: 'monitor' },
  {
    tool: 'bash',
    input: { command: 'echo "mint,herbs,2026-05-21,30" >> data/plants.csv' },
    needs: 'monitor',
    otherwise: 'Then the garden stays as it is.',
  },
  { waitForWord: 'monitor' },
  {
    say: 'The watcher has seen it. It goes on running: stop it under Terminals, where Background lists it.',
    needs: 'monitor',
  },
];

/** The last words. */
export const farewell: AgentTask = [
  { say: 'Done. Everything you see here happened in this tab, and is still here after a reload.' },
];
