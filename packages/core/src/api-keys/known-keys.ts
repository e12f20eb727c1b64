import type { Clock } from '../kit/clock.js';
import type { Signals } from '../kit/signals.js';
import type { Views } from '../stores.js';
import type { ApiKey, KeyKind } from './api-key.js';
import { KEY_TTL_MS } from './keys-service.js';

/** Keys as they were read a moment ago, so that a caller who comes often costs no query. One for the process. */
export interface KnownKeys {
  /** The key, however it stands by now; null when there is none, or what it belongs to is not in business. */
  find(kind: KeyKind, id: string): Promise<ApiKey | null>;
}

/** Beyond it the one read longest ago is dropped. What does not exist is not kept: made-up ids must not push real ones out. */
const KEPT_MAX = 10_000;

export function makeKnownKeys(deps: {
  readonly views: Pick<Views, 'apiKeys' | 'sites' | 'tenants'>;
  readonly clock: Clock;
  readonly signals: Signals;
}): KnownKeys {
  const { views, clock, signals } = deps;
  const kept = new Map<string, { readonly key: ApiKey; readonly until: number }>();
  /** Counts changes: what was read before one of them must not be kept after it. */
  let changes = 0;

  signals.listen((signal) => {
    if (signal.kind === 'key-changed') kept.delete(signal.keyId);
    else if (signal.kind === 'identity-changed' && signal.userId === null) kept.clear();
    else return;
    changes += 1;
  });

  function keep(key: ApiKey): void {
    kept.delete(key.id);
    kept.set(key.id, { key, until: clock.now().getTime() + KEY_TTL_MS });
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_MAX) break;
      kept.delete(oldest);
    }
  }

  async function read(kind: KeyKind, id: string): Promise<ApiKey | null> {
    const key = await views.apiKeys.byId(kind, id);
    if (key === null) return null;
    const scope = { tenantId: key.tenantId, siteId: key.siteId, actor: { kind: 'key', keyId: id } } as const;
    const [tenant, site] = await Promise.all([views.tenants.get(scope), views.sites.get(scope)]);
    return tenant?.status === 'active' && site !== null ? key : null;
  }

  return {
    async find(kind, id) {
      const known = kept.get(id);
      if (known !== undefined && known.key.kind === kind && known.until > clock.now().getTime()) return known.key;
      const changesBefore = changes;
      const key = await read(kind, id);
      if (key !== null && changes === changesBefore) keep(key);
      return key;
    },
  };
}
