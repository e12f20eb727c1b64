import type { Carte, CarteItem } from '@comptoir/core/carte/carte.js';
import { menuSections, sharedPhoto } from './menu-sections.js';
import { boutiquePath } from './page-paths.js';
import { structuredPlace } from './structured-data.js';

/** The shop and what it sells in the terms of schema.org; each item is described at length on its own page. */
export function structuredShop(shop: Carte, publicUrl: string): unknown {
  return {
    '@context': 'https://schema.org',
    ...structuredPlace(shop, shopAddress(shop, publicUrl)),
    hasOfferCatalog: {
      '@type': 'OfferCatalog',
      itemListElement: menuSections(shop).map(({ name, items }) => ({
        '@type': 'OfferCatalog',
        name: name ?? undefined,
        itemListElement: items.map(({ id, name: item }) => ({
          '@type': 'Offer',
          itemOffered: { '@type': 'Product', name: item, url: `${publicUrl}${boutiquePath(shop.slug, id)}` },
        })),
      })),
    },
  };
}

/** An item with an offer for each of its variants, picked up in store. */
export function structuredProduct(item: CarteItem, shop: Carte, publicUrl: string): unknown {
  const address = `${publicUrl}${boutiquePath(shop.slug, item.id)}`;
  const variants = item.variants.length === 0 ? [{ ...item, name: undefined }] : item.variants;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': address,
    url: address,
    name: item.name,
    description: item.description ?? undefined,
    image: sharedPhoto(item, address),
    category: shop.categories.find(({ id }) => id === item.categoryId)?.name,
    offers: variants.map(({ name, price, remaining }) => ({
      '@type': 'Offer',
      name,
      url: address,
      price: price.toFixed(2),
      priceCurrency: shop.currency,
      availability: `https://schema.org/${item.available && remaining !== 0 ? 'InStock' : 'OutOfStock'}`,
      availableDeliveryMethod: 'https://schema.org/OnSitePickup',
      seller: { '@type': 'Organization', '@id': shopAddress(shop, publicUrl), name: shop.name },
    })),
  };
}

function shopAddress({ slug }: Carte, publicUrl: string): string {
  return `${publicUrl}${boutiquePath(slug)}`;
}
