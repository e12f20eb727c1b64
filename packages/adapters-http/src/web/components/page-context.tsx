import type { Carte } from '@comptoir/core/carte/carte.js';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { centsOfPrice, formatCents, type Place } from '../format.js';
import type { Texts } from '../texts/texts.js';

/** What every part of a page needs to put words and numbers on it. */
export interface Page extends Place {
  readonly texts: Texts;
  /** The `lang` of text the restaurant wrote, undefined where it is the language of the page. */
  readonly contentLang: string | undefined;
  readonly money: (cents: number) => string;
  readonly price: (price: number) => string;
}

export function makePage(texts: Texts, site: Pick<Carte, 'languages' | 'currency' | 'timezone'>): Page {
  const { language } = texts;
  const [own] = site.languages;
  const place: Place = { language, currency: site.currency, timezone: site.timezone };
  return {
    ...place,
    texts,
    contentLang: own === language ? undefined : own,
    money: (cents) => formatCents(cents, place),
    price: (price) => formatCents(centsOfPrice(price), place),
  };
}

export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === null) throw new Error('A component of a page was rendered outside PageContext.');
  return page;
}
