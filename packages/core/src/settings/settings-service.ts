import { DomainError } from '../kit/errors.js';
import type { Scope, TenantScope } from '../kit/scope.js';
import type { Transact } from '../kit/transact.js';
import { issuesOf } from '../kit/validate.js';
import type { Stores } from '../stores.js';
import { SETTINGS, type SettingSpec } from './settings-inventory.js';

/** A setting as it stands. */
export interface Setting {
  readonly spec: SettingSpec;
  /** True when a value was stored; false while the fallback holds. */
  readonly set: boolean;
  /** The value that holds. Always null for a secret. */
  readonly value: unknown;
}

/** What settings are kept for: an organisation, and one of its establishments or none. */
export interface SettingsScope {
  readonly tenant: TenantScope;
  readonly site: Scope | null;
}

/** The typed settings of organisations and establishments (`settings-inventory.ts`). */
export interface SettingsService {
  /** The setting with this key. Throws `unknown_record`. */
  spec(key: string): SettingSpec;
  /** Every setting that the scope has, by key: without an establishment, only those of the organisation. */
  list(scope: SettingsScope): Promise<readonly Setting[]>;
  /** Throws `unknown_record`, `forbidden` (a setting of an establishment, and none is chosen). */
  get(scope: SettingsScope, key: string): Promise<Setting>;
  /** As `get`; throws `invalid_request` too, with the faults under `value`. */
  set(scope: SettingsScope, key: string, value: unknown): Promise<Setting>;
  /** Forgets what was stored: the fallback holds again. */
  reset(scope: SettingsScope, key: string): Promise<Setting>;
}

type SettingsStores = Pick<Stores, 'settings' | 'tenantSettings'>;

export function makeSettingsService({ transact }: { readonly transact: Transact<SettingsStores> }): SettingsService {
  const specs = new Map(SETTINGS.map((spec) => [spec.key, spec]));

  function spec(key: string): SettingSpec {
    const found = specs.get(key);
    if (found === undefined) throw new DomainError('unknown_record', { message: 'There is no such setting.' });
    return found;
  }

  async function store(scope: SettingsScope, key: string, value: unknown): Promise<Setting> {
    const found = spec(key);
    await transact(scope.tenant, (stores) => kept(stores, scope, found).set(value));
    return settingOf(found, value);
  }

  return {
    spec,
    async list(scope) {
      const shown = SETTINGS.filter(({ level }) => level === 'tenant' || scope.site !== null);
      const stored = await transact(scope.tenant, async ({ settings, tenantSettings }) => ({
        tenant: await tenantSettings.list(scope.tenant),
        site: scope.site === null ? new Map<string, unknown>() : await settings.list(scope.site),
      }));
      return shown.map((each) => settingOf(each, stored[each.level].get(each.key)));
    },
    async get(scope, key) {
      const found = spec(key);
      return settingOf(found, await transact(scope.tenant, (stores) => kept(stores, scope, found).get()));
    },
    async set(scope, key, value) {
      const checked = spec(key).contract.safeParse(value);
      if (checked.success) return store(scope, key, checked.data);
      const issues = issuesOf(checked.error).map(({ path, message }) => ({ path: path === '' ? 'value' : `value.${path}`, message }));
      throw new DomainError('invalid_request', { issues });
    },
    reset: (scope, key) => store(scope, key, undefined),
  };
}

/** Where a setting is kept. */
function kept({ settings, tenantSettings }: SettingsStores, { tenant, site }: SettingsScope, { key, level }: SettingSpec) {
  if (level === 'tenant') {
    return { get: () => tenantSettings.get(tenant, key), set: (value: unknown) => tenantSettings.set(tenant, key, value) };
  }
  if (site === null) throw new DomainError('forbidden', { message: 'Choose an establishment for this call.' });
  return { get: () => settings.get(site, key), set: (value: unknown) => settings.set(site, key, value) };
}

function settingOf(spec: SettingSpec, stored: unknown): Setting {
  const set = stored !== undefined;
  return { spec, set, value: spec.secret ? null : set ? stored : spec.fallback };
}
