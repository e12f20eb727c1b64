import type { MemoryTable } from '../kit/memory-database.js';
import type { SandboxCheckout, SandboxStore } from './sandbox-store.js';

/** The memory of the sandbox without a database. */
export function makeMemorySandbox(checkouts: MemoryTable<SandboxCheckout>): SandboxStore {
  return {
    async open(checkout) {
      const known = checkouts.get(checkout.ref);
      if (known !== undefined) return known;
      checkouts.set(checkout.ref, checkout);
      return checkout;
    },
    get: async (ref) => checkouts.get(ref) ?? null,
    async change(ref, decide) {
      const before = checkouts.get(ref);
      if (before === undefined) return null;
      const { status, refundedAt } = decide(before);
      const after = { ...before, status, refundedAt };
      checkouts.set(ref, after);
      return after;
    },
  };
}
