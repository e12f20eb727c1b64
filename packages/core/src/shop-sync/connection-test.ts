import { z } from 'zod';
import type { ErrorCode } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import type { Services } from '../services.js';
import type { SettingsStore } from '../sites/settings-store.js';
import { connectionOf, KEY_SETTING, URL_SETTING } from './connection.js';
import { refusalOfFault } from './run-errors.js';
import { type ShopConnection, ShopFault, type ShopProbe } from './shop-gateway.js';
import { connectionTestRecord } from './shop-sync-contract.js';

/** What the last try of a connection showed, kept beside it so that everybody sees it, not only who has tried. */
const LAST_TEST_SETTING = 'shop.lastTest';

/** With the address that was tried: of another one it says nothing. */
const storedTest = connectionTestRecord.extend({ at: z.coerce.date(), url: z.string() });

export type ConnectionTest = z.output<typeof connectionTestRecord>;

/** The last try of the shop that is connected; null: there was none. */
export function lastTestIn(settings: ReadonlyMap<string, unknown>): ConnectionTest | null {
  const { data } = storedTest.safeParse(settings.get(LAST_TEST_SETTING));
  if (data === undefined || data.url !== settings.get(URL_SETTING)) return null;
  const { at, probe, fault } = data;
  return { at, probe, fault };
}

/** Connects the establishment; `probe` is what the shop has just answered, null when it was not asked. */
export async function storeConnection(
  settings: SettingsStore,
  scope: Scope,
  { url, key }: ShopConnection,
  probe: ShopProbe | null,
  at: Date,
): Promise<void> {
  await settings.set(scope, URL_SETTING, url);
  await settings.set(scope, KEY_SETTING, key);
  await settings.set(scope, LAST_TEST_SETTING, probe === null ? undefined : { at: at.toISOString(), url, probe, fault: null });
}

/** Disconnects it. */
export async function forgetConnection(settings: SettingsStore, scope: Scope): Promise<void> {
  for (const key of [URL_SETTING, KEY_SETTING, LAST_TEST_SETTING]) await settings.set(scope, key, undefined);
}

/** Tries the shop that is connected, and keeps what that showed. Throws `not_configured`, and the refusal of a shop that does not answer usefully. */
export async function testConnection(
  services: Pick<Services, 'clock' | 'shopSync' | 'unitOfWork' | 'views'>,
  scope: Scope,
): Promise<ShopProbe> {
  const { clock, shopSync, unitOfWork, views } = services;
  const connection = await connectionOf(views, scope);
  const note = (probe: ShopProbe | null, fault: ErrorCode | null) => {
    const test = { at: clock.now().toISOString(), url: connection?.url, probe, fault };
    return unitOfWork(scope, (_services, { settings }) => settings.set(scope, LAST_TEST_SETTING, test));
  };
  const probe = await shopSync.probe(scope).catch(async (error: unknown) => {
    if (!(error instanceof ShopFault)) throw error;
    const refusal = refusalOfFault(error);
    await note(null, refusal.code);
    throw refusal;
  });
  await note(probe, null);
  return probe;
}
