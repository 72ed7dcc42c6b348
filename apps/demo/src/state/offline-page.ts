import type { Demo } from './demo.ts';

/** Registers the service worker that lets the page start without a network, and offers new versions. */
export function registerOffline(demo: Demo): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  navigator.serviceWorker
    .register(new URL('service-worker.js', document.baseURI))
    .then((registration) => {
      registration.addEventListener('updatefound', () => {
        const worker = registration.installing;
        worker?.addEventListener('statechange', () => {
          if (worker.state === 'installed' && navigator.serviceWorker.controller) offerUpdate(demo, worker);
        });
      });
    })
    .catch((error: unknown) => {
      demo.banner.value = {
        kind: 'notice',
        text: `This page will not start without a network: ${error instanceof Error ? error.message : String(error)}`,
      };
    });
}

function offerUpdate(demo: Demo, worker: ServiceWorker): void {
  demo.banner.value = {
    kind: 'notice',
    text: 'A new version of this page is ready.',
    action: {
      label: 'Reload',
      run() {
        navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
        worker.postMessage('activate');
      },
    },
  };
}
