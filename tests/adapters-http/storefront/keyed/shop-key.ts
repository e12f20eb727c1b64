import type { KeyRight } from '@comptoir/core/api-keys/api-key.js';
import { NO_FIELDS } from '@comptoir/core/api-keys/key-contract.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Services } from '@comptoir/core/services.js';
import type { Site } from '@comptoir/core/sites/site.js';
import { type Establishment, NOON } from '../../../suites/builders.js';
import { aProduct } from '../../../support/a-product.js';
import { type FakeCatalogue, makeFakeCatalogue } from '../../../support/fake-catalogue.js';
import { type Answer, type CallOptions, call } from '../../call.js';
import { openRestaurant, type Till, type TillOptions } from '../till.js';

/** An establishment with a key for each right, over HTTP. */
export interface KeyedTill extends Till, Establishment {
  readonly catalogue: FakeCatalogue;
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

/** A restaurant (unless told) with two dishes in the catalogue. */
export async function openKeyedTill(changes: Partial<Site> = {}, options: TillOptions = {}): Promise<KeyedTill> {
  const clock = options.clock ?? fixedClock(NOON);
  const catalogue = makeFakeCatalogue(clock);
  const till = await openRestaurant(changes, { ...options, clock, catalogue });
  catalogue.put(
    till.scope,
    aProduct({ id: 'galette', name: 'Galette', position: 1 }),
    aProduct({ id: 'cidre', name: 'Cidre', position: 2 }),
  );
  const keys = await keysOf(till.services, till.scope);
  return { ...till, catalogue, keys, ask: (path, asked = {}) => askWith(till.origin, keys.write, path, asked) };
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
