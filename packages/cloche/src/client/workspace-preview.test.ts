import { describe, expect, test } from 'vitest';
import type { WorkspaceEvent } from '../wire/runner-api.ts';
import { WorkspacePreview } from './workspace-preview.ts';

const port = (state: 'open' | 'close', url = 'http://a'): WorkspaceEvent => ({
  kind: 'preview',
  event: { kind: 'port', port: 80, state, url },
});
const ready: WorkspaceEvent = { kind: 'preview', event: { kind: 'server_ready', port: 80, url: 'http://a' } };
const lost: WorkspaceEvent = { kind: 'machine', state: { kind: 'lost', reason: 'it hangs' } };

/** What is told when these events happen. */
function told(events: readonly WorkspaceEvent[]): string[] {
  const preview = new WorkspacePreview();
  const heard: string[] = [];
  preview.listen(({ kind, url, isReady }) => heard.push(`${kind} ${url} ${isReady}`));
  for (const event of events) preview.hear(event);
  return heard;
}

describe('WorkspacePreview', () => {
  test.each<[string, WorkspaceEvent[], string[]]>([
    [
      'a port that opens, answers and closes',
      [port('open'), ready, port('close')],
      ['open http://a false', 'ready http://a true', 'close http://a true'],
    ],
    ['a server before its port', [ready, port('open')], ['open http://a false', 'ready http://a true']],
    ['what it knows', [port('open'), port('open'), ready, ready], ['open http://a false', 'ready http://a true']],
    ['a new place', [port('open'), port('open', 'http://b')], ['open http://a false', 'open http://b false']],
    ['the end of the machine', [port('open'), lost, lost], ['open http://a false', 'close http://a false']],
    ['a port that was never open', [port('close')], []],
  ])('tells of %s', (_, events, wanted) => {
    expect(told(events)).toEqual(wanted);
  });

  test('has the open ports with their URLs, and tells nobody who has stopped listening', () => {
    const preview = new WorkspacePreview();
    const heard: unknown[] = [];
    const stop = preview.listen((event) => heard.push(event));
    stop();
    preview.hear(ready);
    expect(preview.ports).toEqual([{ port: 80, url: 'http://a', isReady: true }]);
    expect([preview.url(80), preview.url(81), heard.length]).toEqual(['http://a', undefined, 0]);
    preview.closeAll();
    expect(preview.ports).toEqual([]);
  });
});
