import type { Carte, CarteItem } from '@comptoir/core/carte/carte.js';
import type { VNode } from 'preact';
import type { WebAssets } from './assets.js';
import { startingPrice } from './choices.js';
import { ShopApp, type ShopState } from './components/shop-app.js';
import { type DocumentInput, renderDocument } from './document.js';
import type { Language } from './language.js';
import { sharedPhoto } from './menu-sections.js';
import { boutiquePath } from './page-paths.js';
import { structuredProduct, structuredShop } from './structured-shop.js';
import { hostTextsOf } from './texts/host-texts.js';

export interface ShopPageInput {
  /** As `shopWindow` of the core gives it. */
  readonly shop: Carte;
  readonly language: Language;
  /** The language was asked for in the address, so links keep it. */
  readonly isLanguageChosen: boolean;
  readonly assets: WebAssets;
  /** The address of this host as guests reach it, without a trailing slash. */
  readonly publicUrl: string;
  readonly now: Date;
}

/** The page of a shop: complete as it is, and ordered from once its script runs. */
export function renderShopPage(input: ShopPageInput): string {
  const { shop, language, publicUrl } = input;
  const texts = hostTextsOf(language);
  const canonical = `${publicUrl}${boutiquePath(shop.slug)}`;
  const photo = shop.items.map((item) => sharedPhoto(item, canonical)).find((address) => address !== undefined);
  return renderWith(input, null, {
    title: texts.shopTitle(shop.name),
    description: shop.description ?? texts.shopDescription(shop.name, shop.address.city),
    canonical,
    type: 'website',
    photo,
    structured: structuredShop(shop, publicUrl),
  });
}

/** The page of an item of the shop. */
export function renderItemPage(input: ShopPageInput, item: CarteItem): string {
  const { shop, language, publicUrl } = input;
  const canonical = `${publicUrl}${boutiquePath(shop.slug, item.id)}`;
  return renderWith(input, item.id, {
    title: `${item.name} — ${shop.name}`,
    description: item.description ?? hostTextsOf(language).itemDescription(item.name, shop.name, shop.address.city),
    canonical,
    type: 'product',
    photo: sharedPhoto(item, canonical),
    product: <ProductMeta item={item} currency={shop.currency} />,
    structured: structuredProduct(item, shop, publicUrl),
  });
}

interface ShopHead extends Required<Pick<DocumentInput, 'title' | 'structured'>> {
  readonly description: string;
  readonly canonical: string;
  /** In the terms of Open Graph. */
  readonly type: 'website' | 'product';
  readonly photo: string | undefined;
  readonly product?: VNode;
}

function renderWith(input: ShopPageInput, itemId: string | null, head: ShopHead): string {
  const { shop, language, isLanguageChosen, assets, now } = input;
  const { title, description, canonical, type, photo, structured, product } = head;
  const languageQuery = isLanguageChosen ? `?lang=${language}` : '';
  const state: ShopState = { carte: shop, itemId, language, languageQuery, now: now.toISOString() };
  return renderDocument({
    language,
    assets,
    title,
    description,
    canonical,
    stylesheet: 'shop.css',
    structured,
    head: (
      <>
        <meta property="og:type" content={type} />
        <meta property="og:site_name" content={shop.name} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        {photo !== undefined && <meta property="og:image" content={photo} />}
        {product}
      </>
    ),
    body: <ShopApp {...state} />,
    client: { script: 'shop.js', state },
  });
}

/** What sites that show a shared link as a product look for. */
function ProductMeta({ item, currency }: { item: CarteItem; currency: string }) {
  return (
    <>
      <meta property="product:price:amount" content={(startingPrice(item).cents / 100).toFixed(2)} />
      <meta property="product:price:currency" content={currency} />
      <meta property="product:availability" content={item.available ? 'in stock' : 'out of stock'} />
    </>
  );
}
