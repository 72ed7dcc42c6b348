import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';

/** Every file of the build, filled in when it is built. */
declare const __PRECACHE__: { url: string; revision: string }[];
declare const self: {
  skipWaiting(): Promise<void>;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
};

cleanupOutdatedCaches();
// The workspace's name in the address makes no other page.
precacheAndRoute(__PRECACHE__, { cleanURLs: false, ignoreURLParametersMatching: [/./] });

// A new version waits until the page says that nothing is open any more.
self.addEventListener('message', ({ data }) => {
  if (data === 'activate') void self.skipWaiting();
});
