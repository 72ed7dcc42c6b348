import { type Check, errorOf, readUntil, run, until } from './check.ts';

/** Starting, of which the runtime has the first part behind it when these run. */
export const BOOT_CHECKS: readonly Check[] = [
  {
    name: 'boot: the folder, the search path, one hidden frame',
    run: async ({ container }) => [
      container.workdir.endsWith('/home/demo'),
      container.path.length > 0,
      document.querySelectorAll('iframe').length,
      crossOriginIsolated,
    ],
    expected: [true, true, 1, true],
  },
  {
    name: 'boot: a second instance is refused',
    run: async ({ api }) => (await errorOf(api.WebContainer.boot()))['message'],
    expected: 'Only a single WebContainer instance can be booted',
  },
  {
    name: 'boot: names of the folder that are none',
    run: ({ api }) =>
      Promise.all(
        ['a/b', '.', '..'].map(
          async (workdirName) => (await errorOf(api.WebContainer.boot({ workdirName })))['message'],
        ),
      ),
    expected: Array(3).fill('workdirName should be a valid folder name'),
  },
  {
    name: 'configureAPIKey: only before the first boot',
    run: async ({ api }) => (await errorOf((async () => api.configureAPIKey('late'))()))['message'],
    expected: '`configureAPIKey` should always be called before `WebContainer.boot`',
  },
];

const PREVIEW_MESSAGE = {
  type: 'PREVIEW_CONSOLE_ERROR',
  previewId: '1',
  port: 3000,
  pathname: '/',
  search: '',
  hash: '',
  stack: '',
  args: ['oops'],
};

/** Events, previews, and the end. They run last. */
export const END_CHECKS: readonly Check[] = [
  {
    name: 'events: a server that begins and ends to listen',
    async run({ container }) {
      const heard: unknown[] = [];
      const offs = [
        container.on('port', (port, type, url) => heard.push([type, url.endsWith(String(port))])),
        container.on('server-ready', (port, url) => heard.push(['ready', url.endsWith(String(port))])),
      ];
      const program =
        'require("http").createServer((_, answer) => answer.end("hello")).listen(0, () => console.log("on"))';
      const process = await container.spawn('node', ['-e', program]);
      await readUntil(process.output.getReader(), 'on');
      await until(() => heard.length === 2);
      process.kill();
      await until(() => heard.length === 3);
      for (const off of offs) off();
      return heard;
    },
    expected: [
      ['open', true],
      ['ready', true],
      ['close', true],
    ],
  },
  {
    name: 'events: errors, messages of previews, what is to be opened; none after unsubscribing',
    async run(context) {
      const { container } = context;
      const heard: unknown[] = [];
      const offs = [
        container.on('error', ({ message }) => heard.push(['error', message])),
        container.on('preview-message', ({ type }) => heard.push(['preview-message', type])),
        container.on('xdg-open', (text) => heard.push(['xdg-open', text])),
        container.on('code', (type, { files }) => heard.push(['code', type, files])),
      ];
      await run(context, 'stand-in-emit', ['error', '[{"message":"boom"}]']);
      await run(context, 'stand-in-emit', ['preview-message', JSON.stringify([PREVIEW_MESSAGE])]);
      await run(context, 'stand-in-emit', ['preview-message', '[{"type":"OTHER"}]']);
      await run(context, 'xdg-open', ['f.js']);
      await run(context, 'code', ['f.js:3:4']);
      await run(context, 'code', ['--diff', 'a', 'b']);
      await until(() => heard.length === 5);
      for (const off of offs) off();
      await run(context, 'xdg-open', ['g.js']);
      return heard;
    },
    expected: [
      ['error', 'boom'],
      ['preview-message', 'PREVIEW_CONSOLE_ERROR'],
      ['xdg-open', 'f.js'],
      ['code', 'open', [{ filepath: 'f.js', line: 3, column: 4 }]],
      ['code', 'diff', [{ filepath: 'a' }, { filepath: 'b' }]],
    ],
  },
  {
    name: 'setPreviewScript: with and without options',
    async run({ container }) {
      await container.setPreviewScript('one()');
      await container.setPreviewScript('two()', { type: 'module', defer: true });
    },
    expected: undefined,
  },
  {
    name: 'reloadPreview: a frame that does not answer is loaded again',
    async run({ api }) {
      const frame = document.createElement('iframe');
      frame.src = 'about:blank';
      document.body.append(frame);
      const loaded = new Promise((resolve) => frame.addEventListener('load', () => resolve('loaded'), { once: true }));
      await api.reloadPreview(frame, 1);
      const outcome = await loaded;
      frame.remove();
      return [outcome, api.isPreviewMessage(PREVIEW_MESSAGE), api.isPreviewMessage({ type: 'OTHER' })];
    },
    expected: ['loaded', true, false],
  },
  {
    name: 'an argument that the runtime cannot take is answered',
    run: async ({ container }) =>
      Object.keys(await errorOf(container.fs.readFile(JSON.parse('null')))).includes('message'),
    expected: true,
  },
  {
    name: 'teardown: once; nothing can be used afterwards',
    async run({ container }) {
      const process = await container.spawn('node', ['-e', 'setInterval(() => {}, 1e6)']);
      container.fs.watch('.', () => undefined);
      container.on('error', () => undefined);
      container.teardown();
      const second = await errorOf((async () => container.teardown())());
      await process.exit;
      // What is asked while the runtime goes may never be answered.
      await until(async () => {
        const refused = errorOf(container.fs.readFile('a.txt')).then(({ message }) => message !== undefined);
        return Promise.race([refused, new Promise<boolean>((resolve) => setTimeout(resolve, 100, false))]);
      });
      return [second['message'], (await errorOf(container.fs.readFile('a.txt')))['message']];
    },
    expected: ['WebContainer already torn down', 'Proxy has been released and is not useable'],
  },
  {
    name: 'boot again: another folder, no files, the same frame',
    async run(context) {
      context.container = await context.api.WebContainer.boot({ workdirName: 'again' });
      return [
        context.container.workdir.endsWith('/home/again'),
        await context.container.fs.readdir('.'),
        document.querySelectorAll('iframe').length,
      ];
    },
    expected: [true, [], 1],
  },
  {
    name: 'boot again: a name of its own when none is given',
    async run(context) {
      context.container.teardown();
      context.container = await context.api.WebContainer.boot();
      const { output } = await run(context, 'pwd');
      return output.trim() === context.container.workdir;
    },
    expected: true,
  },
];
