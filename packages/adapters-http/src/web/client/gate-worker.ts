/** Keeps the page of a gate, so that it opens without the network. Data are none of its business: what it is asked of the host goes there. */

interface Waits {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

/** What of a service worker's scope is used here; the types of pages do not know it. */
interface WorkerScope {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: 'install' | 'activate', listen: (event: Waits) => void): void;
  addEventListener(kind: 'message', listen: (event: Waits & { readonly data: unknown }) => void): void;
  addEventListener(kind: 'fetch', listen: (event: Fetching) => void): void;
}

const worker = globalThis as unknown as WorkerScope;
const CACHE = 'comptoir.gate';

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('message', (event) => {
  const { data } = event;
  if (Array.isArray(data) && data.every((path) => typeof path === 'string')) event.waitUntil(keep(data));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.method !== 'GET') return;
  if (pathname.startsWith('/assets/')) event.respondWith(keptFirst(request));
  else if (request.mode === 'navigate') event.respondWith(hostFirst(request));
});

/** Exactly what the page is made of now: of an older one nothing stays. */
async function keep(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([...paths]);
  const wanted = new Set(paths.map((path) => new URL(path, location.origin).href));
  const isPage = (url: string) => new URL(url).pathname.startsWith('/controle/');
  for (const { url } of await cache.keys()) if (!wanted.has(url) && !isPage(url)) await cache.delete(url);
}

/** Assets change their names with their content. */
async function keptFirst(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function hostFirst(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request, { ignoreSearch: true, ignoreVary: true });
    if (kept === undefined) throw error;
    return kept;
  }
}
