import type { LoadCommand } from './commands/command.ts';

/** Every command of `cloche`: the only list of them. */
export const COMMANDS: Readonly<Record<string, LoadCommand>> = {
  bash: () => import('./commands/bash.ts').then(({ bashCommand }) => bashCommand),
  serve: () => import('./commands/serve.ts').then(({ serveCommand }) => serveCommand),
  tool: () => import('./commands/tool.ts').then(({ toolCommand }) => toolCommand),
};
