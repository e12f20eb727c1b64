import type { TenantScope } from './scope.js';

/**
 * Runs `work` in one transaction and returns what it returns. What the given stores write commits together, or not at all when
 * `work` throws. `work` may run more than once (a deadlock is tried again), so it must have no effect but on its stores.
 * Never wait for anything but the stores inside it: no HTTP, no timers.
 *
 * Errors: whatever `work` throws, unchanged; `store_unavailable` when the store cannot be reached.
 */
export type Transact<Stores> = <Result>(scope: TenantScope, work: (stores: Stores) => Promise<Result>) => Promise<Result>;
