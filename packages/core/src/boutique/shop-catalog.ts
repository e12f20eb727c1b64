import { type Item, isAvailable, type Menu } from '../catalogue/item.js';
import { eurosOf } from '../kit/money.js';
import { orderingWindow } from '../sites/pickup-slots.js';
import type { Site } from '../sites/site.js';
import type { Remaining } from '../stock/remaining.js';

/** What a shop sells online, as `GET /api/boutique/catalog` answers it (decisions §3). Prices are euros, addresses absolute. */
export interface ShopCatalog {
  readonly open: boolean;
  readonly slug: string;
  readonly name: string;
  readonly currency: string;
  /** In order of display, none empty; items of no category come last, under a category without id and name. */
  readonly categories: readonly ShopCategory[];
}

export interface ShopCategory {
  readonly id: string | null;
  readonly name: string | null;
  readonly items: readonly ShopItem[];
}

export interface ShopItem {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** Over the variants; both are the one price of an item without. */
  readonly price: { readonly min: number; readonly max: number };
  readonly photo: string | null;
  /** How many can be ordered now; null: no stock is kept of it. */
  readonly remaining: number | null;
  /** The page of the item. */
  readonly url: string;
}

/** Addresses of a shop's pages and pictures, which only the host knows. */
export interface ShopLinks {
  shopItem(slug: string, itemId: string): string;
  /** The whole address of a picture, which an item may name by its path alone; null when it cannot be one. */
  picture(pathOrAddress: string): string | null;
}

/** The catalogue at `now`. A shop that takes no orders now is closed, and shows nothing. */
export function presentShopCatalog(site: Site, menu: Menu, remaining: Remaining | null, links: ShopLinks, now: Date): ShopCatalog {
  const { slug, name, currency } = site;
  const open = site.features.onlineOrders && orderingWindow(site, now).open;
  const itemsOf = (categoryId: string | null) =>
    menu.items.filter((item) => item.categoryId === categoryId).map((item) => presentItem(item, site, remaining, links, now));
  const categories = [...menu.categories, { id: null, name: null }].map((category) => ({
    id: category.id,
    name: category.name,
    items: itemsOf(category.id),
  }));
  return { open, slug, name, currency, categories: open ? categories.filter(({ items }) => items.length > 0) : [] };
}

function presentItem(item: Item, { slug }: Site, remaining: Remaining | null, links: ShopLinks, now: Date): ShopItem {
  const { id, name, description, photo } = item;
  return {
    id,
    name,
    description,
    price: priceRange(item),
    photo: photo === null ? null : links.picture(photo),
    remaining: isAvailable(item, now) ? (remaining?.ofItem(item) ?? null) : 0,
    url: links.shopItem(slug, id),
  };
}

function priceRange({ priceCents, variants }: Item): ShopItem['price'] {
  const prices = variants.length === 0 ? [priceCents] : variants.map((variant) => variant.priceCents);
  return { min: eurosOf(Math.min(...prices)), max: eurosOf(Math.max(...prices)) };
}
