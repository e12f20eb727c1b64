import type { ComponentChildren } from 'preact';
import type { WebAssets } from './assets.js';
import { LanguageSwitch } from './components/language-switch.js';
import { renderDocument } from './document.js';
import type { Language } from './language.js';
import { boutiquePath } from './page-paths.js';
import type { ShopPageInput } from './shop-page.js';
import { hostTextsOf } from './texts/host-texts.js';
import { textsOf } from './texts/texts-of.js';

export interface MessagePageInput {
  readonly language: Language;
  readonly assets: WebAssets;
}

/** What a guest reads at an address without a menu, a shop or an order. */
export function renderNotFoundPage({ what, language, assets }: MessagePageInput & { readonly what: keyof typeof WORDS }): string {
  const texts = hostTextsOf(language);
  return renderMessage(language, assets, texts.notFoundTitle, texts[WORDS[what]], '404');
}

const WORDS = { menu: 'notFoundMenu', shop: 'notFoundShop', order: 'notFoundOrder' } as const;

/** What a guest reads at the address of an item that the shop does not sell, or no longer. */
export function renderUnknownItemPage(input: Omit<ShopPageInput, 'publicUrl' | 'now'>): string {
  const { shop, language, isLanguageChosen, assets } = input;
  const { notFoundTitle, notFoundItem, toShop } = hostTextsOf(language);
  const href = boutiquePath(shop.slug) + (isLanguageChosen ? `?lang=${language}` : '');
  const words = (
    <>
      {notFoundItem}{' '}
      <a class="message__link" href={href}>
        {toShop(shop.name)}
      </a>
    </>
  );
  return renderMessage(language, assets, notFoundTitle, words, '404');
}

/** What stands at the root of the host. It names no establishment: which ones there are is nobody's business. */
export function renderWelcomePage({ language, assets }: MessagePageInput): string {
  const { welcomeTitle, welcomeHint } = hostTextsOf(language);
  return renderMessage(language, assets, welcomeTitle, welcomeHint, 'Comptoir');
}

function renderMessage(language: Language, assets: WebAssets, title: string, words: ComponentChildren, kicker: string): string {
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
