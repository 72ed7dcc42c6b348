/** A page to be made text of. */
export interface HtmlRequest {
  readonly html: string;
  /** Its address, which its links are relative to. */
  readonly url: string;
  readonly extract: boolean;
}

/** Makes Markdown of a page. Rejects when that takes too long, and with `signal.reason`. */
export type ReadHtml = (request: HtmlRequest, options: { readonly signal: AbortSignal }) => Promise<string>;

const LIMIT_MS = 10_000;

/**
 * Creates a reader that works in a worker, one a page: what a stranger wrote is taken apart beside the page's own thread, and
 * ends with its time.
 */
export function createHtmlReader(assetsUrl: URL): ReadHtml {
  return (request, { signal }) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('html.worker.js', assetsUrl), { type: 'module', name: 'cloche html' });
      const settle = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        worker.terminate();
      };
      const onAbort = (): void => {
        settle();
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        settle();
        reject(new Error(`the page could not be made text of within ${LIMIT_MS / 1000} s`));
      }, LIMIT_MS);
      worker.onmessage = ({ data }: MessageEvent<string>) => {
        settle();
        resolve(data);
      };
      worker.onerror = (event) => {
        settle();
        reject(
          new Error(`the page could not be made text of: ${event.message || 'html.worker.js could not be loaded'}`),
        );
      };
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
      else worker.postMessage(request);
    });
}
