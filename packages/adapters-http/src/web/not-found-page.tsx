import type { WebAssets } from './assets.js';
import { LanguageSwitch } from './components/language-switch.js';
import { renderDocument } from './document.js';
import type { Language } from './language.js';
import { textsOf } from './texts/texts-of.js';

export interface MessagePageInput {
  readonly language: Language;
  readonly assets: WebAssets;
}

/** What a guest reads at an address without a menu or an order. */
export function renderNotFoundPage({ what, language, assets }: MessagePageInput & { readonly what: 'menu' | 'order' }): string {
  const { notFoundTitle, notFoundMenu, notFoundOrder } = textsOf(language);
  return renderMessage(language, assets, notFoundTitle, what === 'menu' ? notFoundMenu : notFoundOrder, '404');
}

/** What stands at the root of the host. It names no establishment: which ones there are is nobody's business. */
export function renderWelcomePage({ language, assets }: MessagePageInput): string {
  const { welcomeTitle, welcomeHint } = textsOf(language);
  return renderMessage(language, assets, welcomeTitle, welcomeHint, 'Comptoir');
}

function renderMessage(language: Language, assets: WebAssets, title: string, words: string, kicker: string): string {
  return renderDocument({
    language,
    assets,
    title,
    description: null,
    canonical: null,
    body: (
      <>
        <header class="masthead masthead--small">
          <LanguageSwitch language={language} label={textsOf(language).languageSwitch} />
        </header>
        <main class="message">
          <p class="masthead__kicker">{kicker}</p>
          <h1 class="message__title">{title}</h1>
          <p>{words}</p>
        </main>
      </>
    ),
  });
}
