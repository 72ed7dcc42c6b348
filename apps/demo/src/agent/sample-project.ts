import type { PickedFile } from 'cloche';

/** A small project with a fault in it: a report over a list of plants counts the list's heading as a plant. */
const FILES: Readonly<Record<string, string>> = {
  'README.md': `# Kitchen garden

A list of what grows where, and a report over it.

    bash scripts/report.sh

The list is \`data/plants.csv\`; one plant a line.
`,
  'data/plants.csv': `name,bed,planted,height_cm
tomato 'Matina',south,2026-05-14,140
basil,south,2026-05-20,35
runner bean,fence,2026-05-10,220
chard,north,2026-04-02,45
kale 'Nero',north,2026-04-02,60
strawberry,north,2025-09-01,20
sunflower,fence,2026-04-28,180
rosemary,herbs,2024-03-15,90
thyme,herbs,2024-03-15,25
sage,herbs,2025-04-11,55
courgette,south,2026-05-18,50
`,
  'scripts/report.sh': `#!/usr/bin/env bash
# Prints how many plants stand in each bed, fullest first.
set -euo pipefail
cd "$(dirname "$0")/.."

# FIXME: counts the heading as a plant
cut -d, -f2 data/plants.csv | sort | uniq -c | sort -rn
`,
  'notes/todo.md': `# To do

- [ ] the report shows a bed called "bed"
- [ ] keep a copy of the report in REPORT.md
- [x] count the herbs
`,
};

/** Returns the sample project as files to import. */
export function sampleFiles(): PickedFile[] {
  return Object.entries(FILES).map(([path, text]) => ({ path, file: new Blob([text]) }));
}
