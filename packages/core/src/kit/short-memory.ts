import type { Clock } from './clock.js';
import { putBounded } from './put-bounded.js';

/** What was read a moment ago, believed for a while. Bounded; asked for one thing by many at once, it reads once. */
export interface ShortMemory<Value> {
  /** What is remembered under the key, or else what `read` answers. `owner` is who has it forgotten. A fault is not remembered. */
  recall(key: string, owner: string, read: () => Promise<Value>): Value | Promise<Value>;
  /** Forgets what belongs to the owner (null: everything). A read that is under way is answered to those who wait, and not kept. */
  forget(owner: string | null): void;
}

type Kept<Value> = { readonly owner: string; readonly until: number } & ({ readonly value: Value } | { readonly pending: Promise<Value> });

export function makeShortMemory<Value>(options: {
  readonly ttlMs: number;
  readonly max: number;
  readonly clock: Clock;
}): ShortMemory<Value> {
  const kept = new Map<string, Kept<Value>>();

  function start(key: string, owner: string, now: number, read: () => Promise<Value>): Promise<Value> {
    const until = now + options.ttlMs;
    const pending = read().then(
      (value) => {
        if (kept.get(key) === entry) kept.set(key, { owner, until, value });
        return value;
      },
      (fault: unknown) => {
        if (kept.get(key) === entry) kept.delete(key);
        throw fault;
      },
    );
    const entry = { owner, until, pending };
    // Everything lives equally long, so the one put in first is the one that matters least.
    putBounded<string, Kept<Value>>(kept, key, entry, options.max);
    return pending;
  }

  return {
    recall(key, owner, read) {
      const now = options.clock.now().getTime();
      const known = kept.get(key);
      if (known === undefined || known.until <= now) return start(key, owner, now, read);
      return 'value' in known ? known.value : known.pending;
    },
    forget(owner) {
      for (const [key, entry] of kept) if (owner === null || entry.owner === owner) kept.delete(key);
    },
  };
}
