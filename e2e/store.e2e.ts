import { call, expect, openClient, openWorkspace, test } from './support/test.ts';

test.describe('the store', () => {
  test('keeps files, modes, links and the shell over a reload', async ({ client: page }) => {
    await openWorkspace(page);
    await call(page, 'bash', {
      command:
        "mkdir -p a/b; printf 'x\\xff\\0y' > a/b/bin; echo '#!/bin/bash' > run.sh; chmod 755 run.sh; ln -s a/b here; ln run.sh hard.sh; mv a c; cd c; export KEPT=yes",
    });
    await page.reload();
    await page.waitForFunction(() => window.isReady);
    await openWorkspace(page);
    expect(
      await call(page, 'bash', {
        command: 'pwd; echo $KEPT; cd ..; ls -l run.sh | cut -c1-10; cat c/b/bin | wc -c; ls',
      }),
    ).toBe('OK /workspace/c\nyes\n-rwxr-xr-x\n4\nc\nhard.sh\nhere\nrun.sh\n');
    expect(await call(page, 'bash', { command: 'cd /workspace; echo more >> hard.sh; tail -n1 run.sh' })).toBe(
      'OK more\n',
    );
    expect(await page.evaluate(async () => [...(await window.workspace.files.read('/workspace/c/b/bin'))])).toEqual([
      120, 255, 0, 121,
    ]);
  });

  test('exports to a folder what it holds, and names what a folder cannot hold', async ({ client: page }) => {
    await openWorkspace(page);
    await call(page, 'bash', {
      command: "mkdir -p a/b empty; printf 'x\\xff' > a/b/bin; echo hi > 'ü name.txt'; ln -s a link",
    });
    const seen = await page.evaluate(async () => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('out', { create: true });
      const summary = await window.workspace.files.exportFolder(folder);
      const a = await folder.getDirectoryHandle('a');
      const file = await (await (await a.getDirectoryHandle('b')).getFileHandle('bin')).getFile();
      const names: string[] = [];
      for await (const name of folder.keys()) names.push(name);
      return { summary, names: names.sort(), bytes: [...new Uint8Array(await file.arrayBuffer())] };
    });
    expect(seen).toEqual({
      summary: { files: 2, bytes: 5, skipped: ['link'] },
      names: ['a', 'empty', 'ü name.txt'],
      bytes: [120, 255],
    });
  });

  test('lists, renames and deletes workspaces', async ({ client: page }) => {
    await openWorkspace(page, { name: 'one' });
    await call(page, 'write', { file_path: 'f', content: '12345' });
    const seen = await page.evaluate(async () => {
      await window.workspace.close();
      const { listWorkspaces, renameWorkspace, deleteWorkspace } = window.cloche;
      const codeOf = (error: Error & { code?: string }): string | undefined => error.code;
      const before = (await listWorkspaces()).map(({ name, fileCount, contentBytes }) => [
        name,
        fileCount,
        contentBytes,
      ]);
      const rule = { effect: 'deny', text: 'bash(rm:*)', scope: 'workspace' } as const;
      window.workspace = await window.openTest({ name: 'one' });
      await window.workspace.permissions.add(rule);
      await window.workspace.close();
      await renameWorkspace('one', 'two');
      const taken = await renameWorkspace('no', 'three').then(() => undefined, codeOf);
      window.workspace = await window.openTest({ name: 'two' });
      const text = new TextDecoder().decode(await window.workspace.files.read('/workspace/f'));
      const kept = (await window.workspace.permissions.list()).map((each) => each.text);
      await window.workspace.close();
      await deleteWorkspace('two');
      const after = await listWorkspaces();
      window.workspace = await window.openTest({ name: 'two' });
      const rules = await window.workspace.permissions.list();
      await window.workspace.close();
      await deleteWorkspace('two');
      return { before, taken, text, kept, after, rules };
    });
    // The rules go with the workspace, and another one of its name has none of them.
    const rules = { kept: ['bash(rm:*)'], rules: [] };
    expect(seen).toEqual({ before: [['one', 1, 5]], taken: 'not_found', text: '12345', after: [], ...rules });
  });

  test('refuses a workspace that another tab has, and lets it be taken over', async ({
    client: page,
    context,
    site,
  }) => {
    await openWorkspace(page);
    await call(page, 'write', { file_path: 'f', content: 'one' });
    const other = await context.newPage();
    await openClient(other, site.url('isolated'));
    const refused = await other.evaluate(() =>
      window.openTest().then(
        () => undefined,
        (error: Error & { code?: string }) => [error.name, error.code],
      ),
    );
    expect(refused).toEqual(['StoreError', 'in_use']);
    await openWorkspace(other, { takeOver: true });
    expect(await call(other, 'read', { file_path: 'f' })).toBe('OK one');
    const late = await page.evaluate(() =>
      window.workspace
        .session()
        .run({ name: 'write', input: { file_path: 'f', content: 'lost' } })
        .then(
          ({ persistence }) => persistence.persisted,
          (error: Error & { code?: string }) => error.code,
        ),
    );
    expect(late).not.toBe(true);
    expect(await call(other, 'read', { file_path: 'f' })).toBe('OK one');
  });

  test('says when nothing can be kept, and works on', async ({ page, site }) => {
    await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
    await page.route('**/runner.worker.js', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: `Object.defineProperty(self, 'indexedDB', { value: undefined });${await response.text()}`,
      });
    });
    await openClient(page, site.url('isolated'));
    await openWorkspace(page);
    const { persistence, text } = await page.evaluate(async () => {
      const result = await window.workspace.session().run({ name: 'write', input: { file_path: 'f', content: 'x' } });
      return { persistence: result.persistence, text: result.content[0]?.text };
    });
    expect(text).toBe('wrote 1 bytes to f');
    expect(persistence).toMatchObject({
      persisted: false,
      reason: expect.stringMatching(/no IndexedDB.*until the tab closes/),
    });
  });

  test('releases results unsaved when the quota is spent, keeps what was stored, and saves when there is room', async ({
    client: page,
    context,
    site,
  }) => {
    // Set before the first use: the browser remembers for a while how much room there was.
    const session = await context.newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: 3_000_000 });
    await openWorkspace(page);
    await call(page, 'write', { file_path: 'kept', content: 'kept' });
    const outcome = await page.evaluate(async () => {
      const runs = [];
      for (let index = 0; index < 4; index++) {
        const input = { command: `head -c 2000000 /dev/urandom > big${index}` };
        const { persistence } = await window.workspace.session().run({ name: 'bash', input });
        runs.push(persistence);
      }
      return runs.at(-1);
    });
    expect(outcome).toMatchObject({
      persisted: false,
      reason: expect.stringMatching(/storage for this site is full: export/),
    });
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin });
    expect(await call(page, 'bash', { command: 'cat kept; rm big*' })).toBe('OK kept');
    const saved = await page.evaluate(
      async () =>
        (await window.workspace.session().run({ name: 'write', input: { file_path: 'later', content: 'x' } }))
          .persistence,
    );
    expect(saved).toEqual({ persisted: true });
    await page.reload();
    await page.waitForFunction(() => window.isReady);
    await openWorkspace(page);
    expect(await call(page, 'bash', { command: 'ls' })).toBe('OK kept\nlater\n');
  });

  test('names the file of a damaged record, and gives the others', async ({ client: page }) => {
    await openWorkspace(page);
    await call(page, 'write', { file_path: 'good', content: 'good' });
    await call(page, 'write', { file_path: 'bad', content: 'bad' });
    await page.evaluate(async () => {
      await window.workspace.close();
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open('cloche');
        request.onsuccess = () => resolve(request.result);
      });
      const store = database.transaction('chunks', 'readwrite').objectStore('chunks');
      const keys = await new Promise<IDBValidKey[]>((resolve) => {
        const request = store.getAllKeys();
        request.onsuccess = () => resolve(request.result);
      });
      store.put({ pieces: 'nonsense' }, keys[1]);
      database.close();
    });
    await openWorkspace(page);
    expect(await page.evaluate(() => window.workspace.damaged)).toEqual([
      { path: 'bad', reason: 'its stored bytes are damaged or missing' },
    ]);
    expect(await call(page, 'bash', { command: 'cat good; ls' })).toBe('OK goodgood\n');
  });
});

test('an import that meets a folder where a file is to be, or has no room, changes nothing', async ({
  client: page,
}) => {
  await openWorkspace(page, { maxFileBytes: 3_000_000 });
  await call(page, 'bash', { command: 'mkdir taken; echo mine > taken/mine' });
  const problems = await page.evaluate(async () => {
    const archive = (files: Record<string, Uint8Array>): Blob => new Blob([window.zipSync(files)]);
    const attempt = (blob: Blob): Promise<string> =>
      window.workspace.files.importZip('/workspace', blob).then(
        () => 'imported',
        ({ message }: Error) => message,
      );
    return [
      await attempt(archive({ first: new Uint8Array(1), taken: new Uint8Array(1) })),
      await attempt(archive({ first: new Uint8Array(1), 'taken/mine/below': new Uint8Array(1) })),
      await attempt(archive({ first: new Uint8Array(1), big: new Uint8Array(4_000_000) })),
    ];
  });
  expect(problems[0]).toBe(
    'nothing was imported: /workspace/taken is a folder here and a file in the import; rename or remove it first',
  );
  expect(problems[1]).toBe(
    'nothing was imported: /workspace/taken/mine is a file here and a folder in the import; rename or remove it first',
  );
  expect(problems[2]).toMatch(
    /^nothing was imported: the files have 4,000,001 bytes and the workspace has room for [\d,]+/,
  );
  expect(await call(page, 'bash', { command: 'find . -type f' })).toBe('OK ./taken/mine\n');
});

test.describe('bad archives', () => {
  for (const [name, files, wanted] of [
    ['a path that leads out', { 'fine.txt': 'x', '../out.txt': 'x' }, /entry "\.\.\/out\.txt" leads out of the folder/],
    ['an absolute path', { '/etc/passwd': 'x' }, /entry "\/etc\/passwd" has an absolute path/],
    ['100,000 entries', 100_000, /more than 50,000 entries/],
    ['no archive at all', 'just some text', /not a zip archive/],
  ] as const) {
    test(`are refused whole: ${name}`, async ({ client: page }) => {
      await openWorkspace(page);
      await call(page, 'write', { file_path: 'mine', content: 'mine' });
      const error = await page.evaluate(async (given) => {
        const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
        const make = (): Uint8Array<ArrayBuffer> => {
          if (typeof given === 'string') return bytesOf(given);
          const names =
            typeof given === 'number' ? Array.from({ length: given }, (_, index) => `f${index}`) : Object.keys(given);
          return window.zipSync(Object.fromEntries(names.map((path) => [path, bytesOf('x')])), { level: 0 });
        };
        return window.workspace.files.importZip('/workspace', new Blob([make()])).then(
          () => undefined,
          ({ code, message }: Error & { code?: string }) => ({ code, message }),
        );
      }, files);
      expect(error?.code).toBe('invalid_archive');
      expect(error?.message).toMatch(wanted);
      expect(await call(page, 'bash', { command: 'ls -A' })).toBe('OK mine\n');
    });
  }
});
