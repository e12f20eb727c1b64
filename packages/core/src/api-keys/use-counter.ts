import type { Clock } from '../kit/clock.js';
import type { Logger } from '../kit/logger.js';
import type { Transact } from '../kit/transact.js';
import type { Stores } from '../stores.js';
import type { ApiKey } from './api-key.js';
import type { KeyUse } from './api-key-store.js';

/** Calls made with keys, collected in memory and written together. One for the process. */
export interface UseCounter {
  /** Counts one call; now and then writes what was collected, without making the caller wait or fail. */
  count(key: ApiKey): void;
  /** Writes what was collected, after what is being written. What cannot be written is kept for the next time. */
  flush(): Promise<void>;
}

export const USES_FLUSHED_EVERY_MS = 5000;

const EVERY_TENANT = { tenantId: '', actor: { kind: 'system', name: 'key-uses' } } as const;

export function makeUseCounter(deps: {
  readonly transact: Transact<Pick<Stores, 'apiKeys'>>;
  readonly clock: Clock;
  readonly logger: Logger;
}): UseCounter {
  const { transact, clock, logger } = deps;
  let collected = new Map<string, KeyUse>();
  let flushedAt = clock.now().getTime();
  let flushing: Promise<void> = Promise.resolve();

  function add(use: KeyUse): void {
    const name = `${use.keyId} ${use.day}`;
    const known = collected.get(name);
    const lastUsedAt = known === undefined || known.lastUsedAt < use.lastUsedAt ? use.lastUsedAt : known.lastUsedAt;
    collected.set(name, { ...use, calls: use.calls + (known?.calls ?? 0), lastUsedAt });
  }

  async function write(): Promise<void> {
    const uses = [...collected.values()];
    if (uses.length === 0) return;
    collected = new Map();
    try {
      await transact(EVERY_TENANT, ({ apiKeys }) => apiKeys.countUses(uses));
    } catch (error) {
      for (const use of uses) add(use);
      logger.warn({ err: error }, 'the uses of keys could not be written and are kept for later');
    }
  }

  function flush(): Promise<void> {
    flushedAt = clock.now().getTime();
    flushing = flushing.then(write);
    return flushing;
  }

  return {
    count({ id: keyId, tenantId }) {
      const now = clock.now();
      add({ tenantId, keyId, day: now.toISOString().slice(0, 10), calls: 1, lastUsedAt: now });
      if (now.getTime() - flushedAt >= USES_FLUSHED_EVERY_MS) void flush();
    },
    flush,
  };
}
