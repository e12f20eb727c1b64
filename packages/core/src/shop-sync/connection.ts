import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import type { Views } from '../stores.js';
import type { ShopConnection } from './shop-gateway.js';

export const URL_SETTING = 'shop.url';
export const KEY_SETTING = 'shop.key';

/** What the settings say; null: no shop is connected. */
export async function connectionOf(views: Pick<Views, 'settings'>, scope: Scope): Promise<ShopConnection | null> {
  return connectionFrom(await views.settings.list(scope));
}

/** The same without the key, as it is shown. */
export function connectionIn(settings: ReadonlyMap<string, unknown>) {
  const url = settings.get(URL_SETTING);
  return { connected: connectionFrom(settings) !== null, url: typeof url === 'string' ? url : null, keySet: settings.has(KEY_SETTING) };
}

function connectionFrom(settings: ReadonlyMap<string, unknown>): ShopConnection | null {
  const connection = z.object({ url: z.string(), key: z.string() });
  return connection.safeParse({ url: settings.get(URL_SETTING), key: settings.get(KEY_SETTING) }).data ?? null;
}

/** Throws `not_configured`. */
export async function neededConnection(views: Pick<Views, 'settings'>, scope: Scope): Promise<ShopConnection> {
  const connection = await connectionOf(views, scope);
  if (connection === null) throw new DomainError('not_configured', { message: 'No online shop is connected to this establishment.' });
  return connection;
}
