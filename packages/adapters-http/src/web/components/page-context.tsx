import type { Carte } from '@comptoir/core/carte/carte.js';
import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { centsOfPrice, formatCents, type Place } from '../format.js';
import type { Language } from '../language.js';
import type { SharedTexts } from '../texts/shared-texts.js';
import type { Texts } from '../texts/texts.js';

/** What the parts that all public pages share need to put words and numbers on them. */
export interface SharedPage extends Place {
  readonly texts: SharedTexts;
  /** The `lang` of text the establishment wrote, undefined where it is the language of the page. */
  readonly contentLang: string | undefined;
  readonly money: (cents: number) => string;
}

/** What every part of a page of a menu or a shop needs. */
export interface Page extends SharedPage {
  readonly language: Language;
  readonly texts: Texts;
  readonly price: (price: number) => string;
}

type PageSite = Pick<Carte, 'languages' | 'currency' | 'timezone'>;

export function makePage(texts: Texts, site: PageSite): Page {
  const { language } = texts;
  const shared = makeSharedPage(texts, language, site);
  return { ...shared, language, texts, price: (price) => shared.money(centsOfPrice(price)) };
}

export function makeSharedPage(texts: SharedTexts, language: Place['language'], site: PageSite): SharedPage {
  const [own] = site.languages;
  const place: Place = { language, currency: site.currency, timezone: site.timezone };
  return { ...place, texts, contentLang: own === language ? undefined : own, money: (cents) => formatCents(cents, place) };
}

export const SharedPageContext = createContext<SharedPage | null>(null);
const PageContext = createContext<Page | null>(null);

export function PageProvider({ page, children }: { page: Page; children: ComponentChildren }) {
  return (
    <SharedPageContext.Provider value={page}>
      <PageContext.Provider value={page}>{children}</PageContext.Provider>
    </SharedPageContext.Provider>
  );
}

export function useSharedPage(): SharedPage {
  return given(useContext(SharedPageContext));
}

export function usePage(): Page {
  return given(useContext(PageContext));
}

function given<Value>(value: Value | null): Value {
  if (value === null) throw new Error('A component of a page was rendered outside the provider of its page.');
  return value;
}
