import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import type { Logger } from '../kit/logger.js';
import { hostScope, type Scope } from '../kit/scope.js';
import type { Transact } from '../kit/transact.js';
import { addDays } from '../sites/wall-time.js';
import type { Stores } from '../stores.js';
import type { RecurringInvoicesService } from './recurring-service.js';
import type { DueRecurring } from './recurring-store.js';

/** Looked at in one run; the next one goes on. */
const BATCH = 100;
/** Periods of one that are made up for in one run. */
const CATCH_UP = 60;
const ACTOR = { kind: 'system', name: 'recurring invoices' } as const;

export interface RecurringWork {
  /**
   * Makes the invoices whose period has come, in every tenant, those of periods missed while nothing ran included. How many. Safe to
   * run anywhere, any number of times at once: each period has one invoice. What is refused is paused, and says why.
   */
  run(): Promise<number>;
}

export interface RecurringWorkDeps {
  readonly recurringInvoices: Pick<RecurringInvoicesService, 'runDue'>;
  readonly transact: Transact<Pick<Stores, 'recurringInvoices'>>;
  readonly clock: Clock;
  readonly logger: Logger;
}

export function makeRecurringWork({ recurringInvoices, transact, clock, logger }: RecurringWorkDeps): RecurringWork {
  async function pauseFor(scope: Scope, id: string, fault: string): Promise<void> {
    await transact(scope, (stores) =>
      stores.recurringInvoices.change(scope, id, (before) => ({ ...before, status: 'paused', fault, version: before.version + 1 })),
    );
  }

  async function runAll({ id, ...site }: DueRecurring): Promise<number> {
    const scope: Scope = { ...site, actor: ACTOR };
    let count = 0;
    try {
      while (count < CATCH_UP && (await recurringInvoices.runDue(scope, id)) !== null) count += 1;
    } catch (error) {
      logger.error({ err: error, recurringId: id }, 'a recurring invoice could not be made');
      // A fault of ours is tried again; what is refused would be refused again.
      if (error instanceof DomainError && error.code !== 'store_unavailable') await pauseFor(scope, id, error.code);
    }
    return count;
  }

  return {
    async run() {
      // The first places of the earth to have a new day have it while it is still yesterday in UTC.
      const tomorrow = addDays(clock.now().toISOString().slice(0, 10), 1);
      const due = await transact(hostScope('recurring invoices'), (stores) => stores.recurringInvoices.due(tomorrow, BATCH));
      let count = 0;
      for (const recurring of due) count += await runAll(recurring);
      return count;
    },
  };
}
