import { hydrate } from 'preact';
import { GateApp, type GateState } from '../gate/gate-app.js';
import { readState } from './page-state.js';

const { state, root } = readState<GateState>();

hydrate(<GateApp {...state} />, root);
void keepForLater();

/** Lets the page be opened without the network: the worker keeps it with everything it is made of. Where there is none, it needs the network. */
async function keepForLater(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/controle/worker.js', { scope: '/controle/' }).catch(() => undefined);
  const { active } = await navigator.serviceWorker.ready;
  const parts = document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>('script[src], link[rel="stylesheet"], link[rel="icon"]');
  const assets = [...parts].map((part) => ('src' in part ? part.src : part.href));
  active?.postMessage([location.pathname + location.search, ...assets]);
}
