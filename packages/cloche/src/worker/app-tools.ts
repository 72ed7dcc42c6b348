import { defineTool, type Tool } from '@cloche/tools';
import * as Comlink from 'comlink';
import { z } from 'zod';
import type { AppToolDescription, AppToolNews, PageApi } from '../wire/runner-api.ts';
import { loadSchemas, type SchemaModule } from './load-schemas.ts';

/** The app's own tools. */
export interface AppTools {
  readonly tools: readonly Tool[];
  /** Those whose schemas the model gets only by asking. */
  readonly deferred: readonly Tool[];
}

/** Returns the app's tools for the runner: checked and decided on here, carried out in the page. */
export async function proxyAppTools(descriptions: readonly AppToolDescription[], page: PageApi): Promise<AppTools> {
  if (descriptions.length === 0) return { tools: [], deferred: [] };
  const schemas = await loadSchemas();
  const proxied = (wanted: boolean): Tool[] =>
    descriptions.filter(({ isDeferred }) => isDeferred === wanted).map((each) => proxyTool(each, page, schemas));
  return { tools: proxied(false), deferred: proxied(true) };
}

function proxyTool(
  { name, title, description, inputSchema, annotations }: AppToolDescription,
  page: PageApi,
  schemas: SchemaModule,
): Tool {
  const tool = defineTool<unknown>({
    name,
    title,
    description,
    inputSchema: readSchema(name, inputSchema, schemas),
    annotations,
    async run(input, { callId, session, signal, onProgress, onOutput }) {
      const onAbort = (): void => void page.cancelAppTool(callId);
      signal.addEventListener('abort', onAbort, { once: true });
      const hear = (news: AppToolNews): undefined => {
        if (news.kind === 'progress') onProgress({ message: news.message });
        else void onOutput({ stream: news.stream, bytes: news.bytes });
        return undefined;
      };
      try {
        const running = page.runAppTool({ name, input, callId, session }, Comlink.proxy(hear));
        return await Promise.race([running, aborted(signal)]);
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    },
  });
  return { ...tool, inputSchema };
}

/** Rejects when the signal is aborted: an app's tool may go on after it was told to stop. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** Returns a check by a JSON Schema; what is wrong names the field. */
function readSchema(
  name: string,
  schema: Readonly<Record<string, unknown>>,
  { checkBySchema }: SchemaModule,
): z.ZodType<unknown> {
  if (schema['type'] !== 'object') throw new TypeError(`${name}: the type of inputSchema must be "object"`);
  const check = checkBySchema(schema);
  return z.looseObject({}).check(({ value, issues }) => {
    const problem = check(value);
    if (problem) issues.push({ code: 'custom', input: value, ...problem });
  });
}
