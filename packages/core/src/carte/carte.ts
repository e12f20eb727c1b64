import { type Item, isAvailable, type Menu } from '../catalogue/item.js';
import { eurosOf } from '../kit/money.js';
import type { PaymentMethod } from '../payments/payment.js';
import { orderingWindow, slotCapOf } from '../sites/pickup-slots.js';
import type { Address, Site, Trade } from '../sites/site.js';

/** The public menu as `GET /api/carte` answers it (decisions §3). Prices are euros, instants ISO 8601. */
export interface Carte {
  readonly slug: string;
  readonly name: string;
  readonly trade: Trade;
  readonly description: string | null;
  readonly address: Address;
  readonly phone: string | null;
  readonly website: string | null;
  readonly currency: string;
  readonly timezone: string;
  readonly languages: readonly string[];
  readonly ordering: CarteOrdering;
  /** Of a shop: how its orders can be paid. What is ordered from a menu is paid at pickup. */
  readonly payments?: readonly PaymentMethod[];
  readonly hours: readonly { readonly day: number; readonly from: string; readonly to: string }[];
  readonly exceptions: readonly {
    readonly date: string;
    readonly closed: boolean;
    readonly label: string | null;
    readonly periods: readonly { readonly from: string; readonly to: string }[];
  }[];
  readonly categories: readonly { readonly id: string; readonly name: string; readonly position: number }[];
  readonly items: readonly CarteItem[];
}

export interface CarteOrdering {
  /** The establishment takes orders online at all. */
  readonly enabled: boolean;
  /** An order can be placed now. */
  readonly open: boolean;
  readonly nextOpening: string | null;
  readonly leadMinutes: number;
  readonly minimum: number;
  /** `remaining` is null where the slot has no cap. */
  readonly slots: readonly { readonly start: string; readonly end: string; readonly remaining: number | null }[];
}

export interface CarteItem {
  readonly id: string;
  readonly categoryId: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly price: number;
  readonly photo: string | null;
  readonly allergens: readonly string[];
  readonly available: boolean;
  /** Of a shop, where stock is kept: how many can be ordered now. Menus do not say. */
  readonly remaining?: number | null;
  readonly variants: readonly CarteVariant[];
  readonly optionGroups: readonly {
    readonly id: string;
    readonly name: string;
    readonly min: number;
    readonly max: number;
    readonly options: readonly { readonly id: string; readonly name: string; readonly price: number }[];
  }[];
}

export interface CarteVariant {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  /** As `CarteItem.remaining`. */
  readonly remaining?: number | null;
}

/** Orders taken per slot start, in milliseconds since 1970. */
export type TakenSlots = ReadonlyMap<number, number>;

/** The public menu of an establishment at `now`. */
export function presentCarte(site: Site, menu: Menu, taken: TakenSlots, now: Date): Carte {
  return {
    slug: site.slug,
    name: site.name,
    trade: site.trade,
    description: site.description,
    address: site.address,
    phone: site.phone,
    website: site.website,
    currency: site.currency,
    timezone: site.timezone,
    languages: site.languages,
    ordering: presentOrdering(site, taken, now),
    hours: site.hours.map(({ day, from, to }) => ({ day, from, to })),
    exceptions: site.exceptions.map(({ date, closed, label, periods }) => ({ date, closed, label, periods })),
    categories: menu.categories.map(({ id, name, position }) => ({ id, name, position })),
    items: menu.items.map((item) => presentItem(item, now)),
  };
}

function presentOrdering(site: Site, taken: TakenSlots, now: Date): CarteOrdering {
  const { leadMinutes, minimumCents } = site.ordering;
  const enabled = site.features.onlineOrders;
  const window = orderingWindow(site, now);
  const cap = slotCapOf(site);
  const slots = window.slots.map(({ start, end }) => ({
    start: start.toISOString(),
    end: end.toISOString(),
    remaining: cap === null ? null : Math.max(0, cap - (taken.get(start.getTime()) ?? 0)),
  }));
  return {
    enabled,
    open: enabled && window.open,
    nextOpening: window.nextOpening?.toISOString() ?? null,
    leadMinutes,
    minimum: eurosOf(minimumCents),
    slots: enabled ? slots : [],
  };
}

function presentItem(item: Item, now: Date): CarteItem {
  return {
    id: item.id,
    categoryId: item.categoryId,
    name: item.name,
    description: item.description,
    price: eurosOf(item.priceCents),
    photo: item.photo,
    allergens: item.allergens,
    available: isAvailable(item, now),
    variants: item.variants.map(({ id, name, priceCents }) => ({ id, name, price: eurosOf(priceCents) })),
    optionGroups: item.optionGroups.map(({ id, name, min, max, options }) => ({
      id,
      name,
      min,
      max,
      options: options.map((option) => ({ id: option.id, name: option.name, price: eurosOf(option.priceCents) })),
    })),
  };
}
