import type { Language } from '../language.js';

/** The sentences that only the host says: titles, descriptions for search results, and pages without a script. */
export interface HostTexts {
  readonly menuOf: (name: string) => string;
  readonly description: (name: string, city: string) => string;
  readonly shopTitle: (name: string) => string;
  readonly shopDescription: (name: string, city: string) => string;
  readonly itemDescription: (name: string, shop: string, city: string) => string;
  readonly notFoundTitle: string;
  readonly notFoundMenu: string;
  readonly notFoundShop: string;
  readonly notFoundItem: string;
  readonly notFoundOrder: string;
  readonly toShop: (name: string) => string;
  readonly welcomeTitle: string;
  readonly welcomeHint: string;
  readonly orderTitle: (number: string, name: string) => string;
}

const fr: HostTexts = {
  menuOf: (name) => `La carte — ${name}`,
  description: (name, city) => `La carte, les horaires et la commande à emporter de ${name}, à ${city}.`,
  shopTitle: (name) => `${name} — la boutique en ligne`,
  shopDescription: (name, city) => `Les articles de ${name}, à commander en ligne et à retirer en boutique à ${city}.`,
  itemDescription: (name, shop, city) => `${name}, chez ${shop} : à commander en ligne et à retirer en boutique à ${city}.`,
  notFoundTitle: 'Page introuvable',
  notFoundMenu: 'Aucune carte à cette adresse. L’établissement a peut-être changé de nom ; vérifiez le lien ou le QR code.',
  notFoundShop: 'Aucune boutique à cette adresse. Elle a peut-être changé de nom ; vérifiez le lien ou le QR code.',
  notFoundItem: 'Cet article n’est plus en vente, ou son adresse est incomplète.',
  notFoundOrder: 'Aucune commande à cette adresse. Vérifiez le lien : il est long et doit être complet.',
  toShop: (name) => `Voir la boutique ${name}`,
  welcomeTitle: 'La carte est sur la table',
  welcomeHint: 'Chaque établissement a sa page : suivez le lien ou le QR code qu’il vous a donné.',
  orderTitle: (number, name) => `Commande ${number} — ${name}`,
};

const en: HostTexts = {
  menuOf: (name) => `Menu — ${name}`,
  description: (name, city) => `Menu, opening hours and takeaway orders of ${name}, ${city}.`,
  shopTitle: (name) => `${name} — online shop`,
  shopDescription: (name, city) => `What ${name} sells: order online, pick up in store in ${city}.`,
  itemDescription: (name, shop, city) => `${name} at ${shop}: order online, pick up in store in ${city}.`,
  notFoundTitle: 'Page not found',
  notFoundMenu: 'There is no menu at this address. The house may have changed its name; check the link or the QR code.',
  notFoundShop: 'There is no shop at this address. It may have changed its name; check the link or the QR code.',
  notFoundItem: 'This item is no longer sold, or its address is incomplete.',
  notFoundOrder: 'There is no order at this address. Check the link: it is long and must be complete.',
  toShop: (name) => `See the shop ${name}`,
  welcomeTitle: 'The menu is on the table',
  welcomeHint: 'Every house has its page: follow the link or the QR code it gave you.',
  orderTitle: (number, name) => `Order ${number} — ${name}`,
};

const HOST_TEXTS: Record<Language, HostTexts> = { en, fr };

export function hostTextsOf(language: Language): HostTexts {
  return HOST_TEXTS[language];
}
