import type { checkBySchema } from './check-by-schema.ts';

/** Checks by JSON Schema, a file of its own since only an app with tools of its own needs them. */
export interface SchemaModule {
  readonly checkBySchema: typeof checkBySchema;
}

/** Loads them from beside the runner's file. */
export function loadSchemas(): Promise<SchemaModule> {
  return import(/* @vite-ignore */ new URL('schemas.js', import.meta.url).href);
}
