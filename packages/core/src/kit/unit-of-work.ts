import type { Services } from '../services.js';
import type { Stores } from '../stores.js';
import type { TenantScope } from './scope.js';

/**
 * Runs `work` with services whose every write takes part in one transaction, and whose news leave only after its commit.
 * As `Transact`: all or nothing, and `work` may run more than once, so it has no effect but through what it is given.
 */
export type UnitOfWork = <Result>(scope: TenantScope, work: (services: Services, stores: Stores) => Promise<Result>) => Promise<Result>;

/** Things to do once a transaction has committed; forgotten when it does not. */
export interface AfterCommit {
  add(effect: () => void): void;
  run(): void;
}

export function makeAfterCommit(): AfterCommit {
  const effects: (() => void)[] = [];
  return {
    add: (effect) => effects.push(effect),
    run: () => {
      for (const effect of effects.splice(0)) effect();
    },
  };
}
