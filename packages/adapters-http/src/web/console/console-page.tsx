import type { WebAssets } from '../assets.js';
import { renderDocument } from '../document.js';
import { ConsoleApp } from './components/console-app.js';
import type { ConsoleState } from './console-view.js';
import { CONSOLE_TEXTS } from './texts/console-texts.js';

/** A page of the console, without what it shows: that is asked for with the session of whoever looks at it. */
export function renderConsolePage(state: ConsoleState, assets: WebAssets): string {
  const texts = CONSOLE_TEXTS[state.language];
  return renderDocument({
    language: state.language,
    assets,
    title: `${texts.pages[state.page]} — Comptoir`,
    description: null,
    canonical: null,
    stylesheet: 'console.css',
    body: <ConsoleApp {...state} />,
    client: { script: 'console.js', state },
  });
}
