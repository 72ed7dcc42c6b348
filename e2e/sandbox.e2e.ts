import { call, expect, openClient, openWorkspace, test } from './support/test.ts';

/**
 * What an untrusted program would try, from a worker started as program workers are. `ORIGIN` is the app's origin, whose
 * `/trap/` writes down every request; `TAG` tells the runs apart.
 */
const PROBE = String.raw`
  const report = {};
  const attempt = async (name, action) => {
    try {
      const value = await Promise.race([action(), new Promise((_, reject) => setTimeout(() => reject(new Error('no answer')), 1500))]);
      report[name] = 'reached ' + String(value).slice(0, 60);
    } catch (error) {
      report[name] = 'refused';
    }
  };
  const trap = (name) => 'ORIGIN/trap/TAG-' + name;
  (async () => {
    await attempt('indexedDB', () => new Promise((resolve, reject) => { const request = indexedDB.open('cloche'); request.onsuccess = () => resolve('open'); request.onerror = () => reject(request.error); }));
    await attempt('caches', () => caches.open('x'));
    await attempt('opfs', () => navigator.storage.getDirectory());
    await attempt('cookie', async () => { if (typeof cookieStore === 'undefined') throw 0; return (await cookieStore.getAll()).length; });
    await attempt('localStorage', async () => localStorage.length);
    await attempt('locks', () => navigator.locks.query());
    await attempt('fetch', async () => (await fetch(trap('fetch'), { mode: 'no-cors' })).type);
    await attempt('xhr', () => new Promise((resolve, reject) => { const request = new XMLHttpRequest(); request.open('GET', trap('xhr')); request.onload = () => resolve('loaded'); request.onerror = reject; request.send(); }));
    await attempt('websocket', () => new Promise((resolve, reject) => { const socket = new WebSocket('ORIGIN'.replace('http', 'ws') + '/TAG-websocket'); socket.onopen = resolve; socket.onerror = reject; }));
    await attempt('eventsource', () => new Promise((resolve, reject) => { const source = new EventSource(trap('eventsource')); source.onopen = resolve; source.onerror = () => { source.close(); reject(0); }; }));
    await attempt('beacon', async () => { if (!navigator.sendBeacon?.(trap('beacon'), 'x')) throw 0; return 'sent'; });
    await attempt('importScripts', async () => importScripts(trap('importScripts')));
    await attempt('import', () => import(trap('import')));
    await attempt('import data', () => import('data:text/javascript,export default 1'));
    await attempt('nested worker', () => new Promise((resolve, reject) => {
      const source = 'fetch("' + trap('nested') + '", { mode: "no-cors" }).then(() => postMessage("reached"), () => postMessage("refused"))';
      const worker = new Worker(URL.createObjectURL(new Blob([source])));
      worker.onmessage = ({ data }) => (data === 'reached' ? resolve(data) : reject(0));
      worker.onerror = reject;
    }));
    await attempt('nested remote worker', () => new Promise((resolve, reject) => { const worker = new Worker(trap('worker')); worker.onmessage = resolve; worker.onerror = reject; setTimeout(() => reject(0), 500); }));
    await attempt('webrtc', async () => new RTCPeerConnection());
    await attempt('parent', async () => parent.document.title);
    postMessage(report);
  })();
`;

test.describe('the sandbox', () => {
  test('lets a program worker reach neither the app nor the network; without its policy the same worker reaches the trap', async ({
    page,
    site,
  }) => {
    const probe = async (
      kind: 'probe' | 'probe-without-policy',
    ): Promise<{ report: Record<string, string>; trapped: string[] }> => {
      await openClient(page, site.url(kind));
      await page.evaluate(() => {
        document.cookie = 'secret=1; SameSite=Lax';
      });
      await openWorkspace(page, { name: kind });
      const source = PROBE.replaceAll('ORIGIN', site.origin).replaceAll('TAG', kind);
      await call(page, 'write', { file_path: 'probe.js', content: source });
      site.takeTrapped();
      const answer = await call(page, 'bash', { command: 'probe < probe.js' });
      return { report: JSON.parse(answer.replace(/^OK /, '')), trapped: site.takeTrapped() };
    };
    const guarded = await probe('probe');
    expect(guarded.trapped).toEqual([]);
    expect(Object.entries(guarded.report).filter(([, outcome]) => outcome !== 'refused')).toEqual([]);
    const open = await probe('probe-without-policy');
    expect(open.trapped).toEqual(
      expect.arrayContaining([
        'probe-without-policy-fetch',
        'probe-without-policy-nested',
        'probe-without-policy-importScripts',
      ]),
    );
    expect(open.report['indexedDB']).toBe('refused');
  });

  test('keeps the frame itself where it is', async ({ page, site }) => {
    await openClient(page, site.url('probe'));
    await openWorkspace(page, { name: 'frame' });
    const frame = page.frames().find((candidate) => candidate !== page.mainFrame());
    if (!frame) throw new Error('the page has no sandbox frame');
    site.takeTrapped();
    const other = site.origin.replace('localhost', '127.0.0.1');
    await frame.evaluate((url) => {
      location.href = url;
    }, `${other}/trap/navigation`);
    await page.waitForTimeout(500);
    expect(site.takeTrapped()).toEqual([]);
    expect(await frame.evaluate(() => origin).catch(() => 'blocked')).not.toBe(site.origin);
  });

  test('gives the frame an origin of its own', async ({ client: page }) => {
    await openWorkspace(page);
    const frame = page.frames().find((candidate) => candidate !== page.mainFrame());
    expect(await frame?.evaluate(() => [origin, crossOriginIsolated])).toEqual(['null', true]);
  });
});
