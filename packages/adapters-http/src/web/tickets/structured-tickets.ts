import type { TicketWindow } from '@comptoir/core/ticketing/ticket-counter.js';
import { sharedPhoto } from '../menu-sections.js';
import { structuredPlace } from '../structured-data.js';

/** The establishment and what it sells tickets for, in the terms of schema.org. */
export function structuredTickets({ site, offers }: TicketWindow, address: string): unknown {
  return {
    '@context': 'https://schema.org',
    ...structuredPlace(site, address),
    publicAccess: true,
    hasOfferCatalog: {
      '@type': 'OfferCatalog',
      itemListElement: offers.flatMap((offer) =>
        offer.rates.map(({ name, priceCents }) => ({
          '@type': 'Offer',
          name,
          url: `${address}#o=${encodeURIComponent(offer.id)}`,
          price: (priceCents / 100).toFixed(2),
          priceCurrency: site.currency,
          itemOffered: {
            '@type': 'Product',
            name: offer.title,
            description: offer.description ?? undefined,
            image: sharedPhoto(offer, address),
          },
        })),
      ),
    },
  };
}
