import { Validator } from '@cfworker/json-schema';
import { defineTool, type Tool } from '@cloche/tools';
import * as Comlink from 'comlink';
import { z } from 'zod';
import type { AppToolDescription, AppToolNews, PageApi } from '../wire/runner-api.ts';

/** Returns the app's tools for the runner: checked and decided on here, carried out in the page. */
export function proxyAppTools(descriptions: readonly AppToolDescription[], page: PageApi): Tool[] {
  return descriptions.map(({ name, title, description, inputSchema, annotations }) => {
    const tool = defineTool<unknown>({
      name,
      title,
      description,
      inputSchema: readSchema(name, inputSchema),
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
  });
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
function readSchema(name: string, schema: Readonly<Record<string, unknown>>): z.ZodType<unknown> {
  if (schema['type'] !== 'object') throw new TypeError(`${name}: the type of inputSchema must be "object"`);
  const validator = new Validator({ ...schema }, '2020-12');
  return z.looseObject({}).check(({ value, issues }) => {
    const { errors } = validator.validate(value);
    // The last ones are about the deepest place, and say what is wrong with it.
    const last = errors.at(-1);
    if (last) issues.push({ code: 'custom', input: value, path: pathOf(last.instanceLocation), message: last.error });
  });
}

/** `#/items/0/name` is `["items", 0, "name"]`. */
function pathOf(location: string): (string | number)[] {
  const names = location.split('/').slice(1);
  return names.map((name) => (/^\d+$/.test(name) ? Number(name) : name.replaceAll('~1', '/').replaceAll('~0', '~')));
}
