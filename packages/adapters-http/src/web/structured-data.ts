import type { Carte, CarteItem } from '@comptoir/core/carte/carte.js';
import { menuSections, sharedPhoto } from './menu-sections.js';

const TYPES = { restaurant: 'Restaurant', bar: 'BarOrPub', shop: 'Store', museum: 'Museum' } as const;
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** The establishment and its menu in the terms of schema.org. */
export function structuredCarte(carte: Carte, address: string): unknown {
  return {
    '@context': 'https://schema.org',
    ...structuredPlace(carte, address),
    acceptsReservations: false,
    hasMenu: {
      '@type': 'Menu',
      url: address,
      inLanguage: carte.languages[0],
      hasMenuSection: menuSections(carte).map(({ name, items }) => ({
        '@type': 'MenuSection',
        name: name ?? undefined,
        hasMenuItem: items.map((item) => structuredItem(item, carte, address)),
      })),
    },
  };
}

type Place = Pick<Carte, 'trade' | 'website' | 'name' | 'description' | 'phone' | 'address' | 'hours' | 'exceptions'>;

/** The establishment itself: what it is, where, and when it is open. */
export function structuredPlace(carte: Place, address: string) {
  return {
    '@type': TYPES[carte.trade],
    '@id': address,
    url: carte.website ?? address,
    name: carte.name,
    description: carte.description ?? undefined,
    telephone: carte.phone ?? undefined,
    address: {
      '@type': 'PostalAddress',
      streetAddress: [carte.address.line1, carte.address.line2].filter((line) => line !== null).join(', '),
      postalCode: carte.address.postcode,
      addressLocality: carte.address.city,
      addressCountry: carte.address.country,
    },
    openingHoursSpecification: [...carte.hours.map(usualHours), ...carte.exceptions.flatMap(exceptionalHours)],
  };
}

function usualHours({ day, from, to }: Carte['hours'][number]) {
  return { '@type': 'OpeningHoursSpecification', dayOfWeek: DAYS[day - 1], opens: from, closes: closing(to) };
}

function exceptionalHours({ date, closed, periods }: Carte['exceptions'][number]) {
  return (closed || periods.length === 0 ? [{ from: '00:00', to: '00:00' }] : periods).map(({ from, to }) => ({
    '@type': 'OpeningHoursSpecification',
    validFrom: date,
    validThrough: date,
    opens: from,
    closes: closing(to),
  }));
}

/** schema.org has no 24:00; the last minute of a day is what search engines read as "until midnight". */
function closing(to: string): string {
  return to === '24:00' ? '23:59' : to;
}

function structuredItem(item: CarteItem, carte: Carte, address: string): unknown {
  const prices = item.variants.length === 0 ? [{ name: undefined, price: item.price }] : item.variants;
  return {
    '@type': 'MenuItem',
    name: item.name,
    description: item.description ?? undefined,
    image: sharedPhoto(item, address),
    offers: prices.map(({ name, price }) => ({ '@type': 'Offer', name, price: price.toFixed(2), priceCurrency: carte.currency })),
  };
}
