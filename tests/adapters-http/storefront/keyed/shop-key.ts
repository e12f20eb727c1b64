import type { KeyRight } from '@comptoir/core/api-keys/api-key.js';
import { NO_FIELDS } from '@comptoir/core/api-keys/key-contract.js';
import type { Product } from '@comptoir/core/catalogue/item.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Services } from '@comptoir/core/services.js';
import type { Site } from '@comptoir/core/sites/site.js';
import type { StockUnit } from '@comptoir/core/stock/stock-action.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { aProduct, type Establishment, NOON } from '../../../suites/builders.js';
import { aStockAction } from '../../../suites/stock-builders.js';
import { type Answer, type CallOptions, call } from '../../call.js';
import { aRestaurant, openTill, type Till, type TillOptions, WITHOUT_CAPS } from '../till.js';

/** An establishment with a key for each right, over HTTP. */
export interface KeyedTill extends Till, Establishment {
  readonly catalogue: KeptCatalogue;
  readonly keys: Readonly<Record<KeyRight, string>>;
  /** Calls with the key that may write, unless another one is named. */
  ask(path: string, options?: KeyedOptions): Promise<Answer>;
}

export interface KeyedOptions extends Omit<CallOptions, 'body'> {
  readonly key?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
}

export const API = '/api/v1';

/** The catalogue and the shelves, for a test to arrange. */
export interface KeptCatalogue {
  /** Stores the products, over those that are there. */
  put(...products: readonly Product[]): Promise<void>;
  /** Keeps that much stock of the units. */
  putStock(...levels: readonly (StockUnit & { readonly stock: number })[]): Promise<void>;
  /** How often the whole catalogue was read. */
  reads(): number;
  /** The next reading of the whole catalogue breaks. */
  failOnce(): void;
}

/** A restaurant (unless told) with two dishes in the catalogue. */
export async function openKeyedTill(changes: Partial<Site> = {}, options: TillOptions = {}): Promise<KeyedTill> {
  let reads = 0;
  let isBroken = false;
  const counted = (services: Services): Services => {
    const { products } = services.views;
    const all: typeof products.all = (scope) => {
      reads += 1;
      if (!isBroken) return products.all(scope);
      isBroken = false;
      return Promise.reject(new Error('gone'));
    };
    return { ...services, views: { ...services.views, products: { ...products, all } } };
  };
  const till = await openTill({ around: counted, ...options });
  const dishes = [aProduct({ id: 'galette', name: 'Galette', position: 1 }), aProduct({ id: 'cidre', name: 'Cidre', position: 2 })];
  const restaurant = await aRestaurant(till.persistence, { features: WITHOUT_CAPS, ...changes }, dishes);
  const keys = await keysOf(till.services, restaurant.scope);
  const failOnce = () => {
    isBroken = true;
  };
  const catalogue = { ...keptCatalogue(till.persistence, restaurant.scope), reads: () => reads, failOnce };
  return { ...till, ...restaurant, catalogue, keys, ask: (path, asked = {}) => askWith(till.origin, keys.write, path, asked) };
}

function keptCatalogue({ transact }: Persistence, scope: Scope): Omit<KeptCatalogue, 'reads' | 'failOnce'> {
  return {
    put: (...given) =>
      transact(scope, async ({ products, sites }) => {
        for (const product of given) {
          const [replaced] = await products.change(scope, [product.id], () => product);
          if (replaced === undefined) await products.create(scope, [product]);
        }
        await sites.touch(scope);
      }),
    putStock: (...levels) =>
      transact(scope, async ({ stock }) => {
        await stock.open(scope, levels, NOON);
        const moved = levels.filter((level) => level.stock !== 0);
        const actions = moved.map(({ itemId, variantId, stock: by }) =>
          aStockAction({ itemId, variantId, direction: by > 0 ? 'INCREMENT' : 'DECREMENT', quantity: Math.abs(by) }),
        );
        await stock.post(scope, actions, 'fact');
      }),
  };
}

export async function keysOf(services: Services, scope: Scope): Promise<Record<KeyRight, string>> {
  const make = async (right: KeyRight) =>
    (await services.keys.create(scope, 'keyed', { ...NO_FIELDS, name: `Site ${right}`, right })).secret;
  return { read: await make('read'), write: await make('write'), export: await make('export') };
}

export function askWith(origin: string, key: string, path: string, { key: other, body, headers, ...rest }: KeyedOptions): Promise<Answer> {
  const content = body === undefined ? {} : { 'Content-Type': 'application/json' };
  return call(`${origin}${API}${path}`, {
    ...rest,
    headers: { Authorization: `Bearer ${other ?? key}`, ...content, ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}
