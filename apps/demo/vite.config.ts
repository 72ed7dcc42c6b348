import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Connect, Plugin } from 'vite';
import { defineConfig } from 'vite';
import { bundle } from '../../build/assets.mjs';

/** What a server of the demo must send with every page; the README says why. */
const pageHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** The runtime of WebContainer is a frame of the vendor's; tests have theirs elsewhere. */
const RUNTIME_FRAMES = process.env['CLOCHE_DEMO_RUNTIME_FRAMES'] ?? 'https://stackblitz.com https://*.webcontainer.io';

/** Returns the Content-Security-Policy of a page: only those with WebContainer let a frame come from elsewhere. */
function policyOf(path: string): string {
  const frames = /\/(?:webcontainer|probe)\.html$/.test(path) ? ` ${RUNTIME_FRAMES}` : '';
  return [
    "default-src 'self'",
    // Inherited by the sandbox frame, whose document comes inline so that it starts without a network.
    "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:",
    "worker-src 'self' blob: data:",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // The page fetches for the agent what a person allows; the sandbox frame has a policy of its own that lets it fetch nothing.
    "connect-src 'self' https:",
    // The sandbox frame must not be able to lead itself anywhere else.
    `frame-src 'self'${frames}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

const assets = readAssets(fileURLToPath(new URL('../../packages/cloche/dist/assets/', import.meta.url)));

const PAGES = ['index.html', 'probe.html'].map((name) => fileURLToPath(new URL(name, import.meta.url)));

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  resolve: { conditions: ['cloche-source', 'import', 'module', 'browser', 'default'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  define: { __CLOCHE_ASSETS__: JSON.stringify(`./${assets.folder}/`) },
  server: { headers: pageHeaders },
  preview: { headers: pageHeaders },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: PAGES },
  },
  plugins: [sendPolicies(), serveAssets(), addWebContainerPage(), precacheAll(), cacheForEver()],
});

interface AssetFiles {
  /** Named by what is in the files, so that they may be cached for ever. */
  readonly folder: string;
  readonly files: ReadonlyMap<string, Buffer>;
}

function readAssets(source: string): AssetFiles {
  const names = readdirSync(source).sort();
  const files = new Map(names.map((name) => [name, readFileSync(`${source}${name}`)]));
  const hash = createHash('sha256');
  for (const [name, bytes] of files) hash.update(name).update(bytes);
  return { folder: `cloche/${hash.digest('hex').slice(0, 12)}`, files };
}

/** Sends each page the policy that it needs. */
function sendPolicies(): Plugin {
  const send: Connect.NextHandleFunction = (request, response, next) => {
    response.setHeader('Content-Security-Policy', policyOf(new URL(request.url ?? '/', 'http://localhost').pathname));
    next();
  };
  return {
    name: 'send-policies',
    configureServer: ({ middlewares }) => void middlewares.use(send),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(send),
  };
}

/** Puts Cloche's asset files beside the demo's own. */
function serveAssets(): Plugin {
  return {
    name: 'cloche-assets',
    generateBundle() {
      for (const [name, source] of assets.files)
        this.emitFile({ type: 'asset', fileName: `${assets.folder}/${name}`, source });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname;
        const bytes = path.startsWith(`/${assets.folder}/`)
          ? assets.files.get(path.slice(assets.folder.length + 2))
          : undefined;
        if (!bytes) {
          next();
          return;
        }
        response.setHeader('Content-Type', path.endsWith('.html') ? 'text/html' : 'text/javascript');
        for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
        response.removeHeader('Content-Security-Policy');
        response.end(bytes);
      });
    },
  };
}

/** The page with WebContainer is the same as the other, under another name and policy. */
function addWebContainerPage(): Plugin {
  const fileName = 'webcontainer.html';
  return {
    name: 'add-webcontainer-page',
    enforce: 'post',
    configureServer({ middlewares }) {
      middlewares.use((request, _, next) => {
        request.url = request.url?.replace(/^\/webcontainer\.html/, '/index.html');
        next();
      });
    },
    generateBundle(_, output) {
      const page = output['index.html'];
      if (page?.type !== 'asset') this.error('the page is not among the files of the build');
      this.emitFile({ type: 'asset', fileName, source: page.source });
    },
  };
}

/** Of no use without a network. */
const NEEDS_NETWORK = /\/(?:webcontainer|guest)\.js$|(?:^|\/)(?:probe|run-probe)[\w.-]*$/;

/** Emits a service worker that keeps every file of the build, so that the page reloads without a network. */
function precacheAll(): Plugin {
  return {
    name: 'precache-all',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, output) {
      const kept = Object.values(output).filter(({ fileName }) => !NEEDS_NETWORK.test(fileName));
      const manifest = kept.map((file) => ({
        url: file.fileName,
        revision: createHash('sha256')
          .update(file.type === 'chunk' ? file.code : file.source)
          .digest('hex')
          .slice(0, 16),
      }));
      const entry = new URL('src/service-worker.ts', import.meta.url).href;
      const code = await bundle({ entry, format: 'iife', define: { __PRECACHE__: JSON.stringify(manifest) } });
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: code });
    },
  };
}

/** Tells browsers that files named by their content never change. */
function cacheForEver(): Plugin {
  return {
    name: 'cache-for-ever',
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = request.url ?? '/';
        const isVersioned = /^\/(?:assets|cloche)\//.test(path);
        response.setHeader('Cache-Control', isVersioned ? 'public, max-age=31536000, immutable' : 'no-cache');
        next();
      });
    },
  };
}
