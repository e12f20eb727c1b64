import type { Logger } from '@comptoir/core/kit/logger.js';
import type { Services } from '@comptoir/core/services.js';
import { startWorker, type Turns, type Worker } from './worker.js';

type Worked = Pick<
  Services,
  | 'bookings'
  | 'forgottenOrders'
  | 'housekeeping'
  | 'invoiceWork'
  | 'journal'
  | 'orderExpiry'
  | 'paymentWork'
  | 'recurringWork'
  | 'shopDrift'
>;

/** What nobody calls: one line per job. Each may run in any number of processes on one database. */
const JOBS: readonly ((services: Worked) => Turns)[] = [
  ({ bookings }) => ({ name: 'held tickets', firstMs: 5_000, pauseMs: 15_000, turn: bookings.expire }),
  ({ housekeeping }) => ({ name: 'housekeeping', firstMs: 60_000, pauseMs: 600_000, turn: housekeeping.sweep }),
  ({ invoiceWork }) => ({ name: 'invoices', firstMs: 10_000, pauseMs: 60_000, turn: invoiceWork.run }),
  ({ journal }) => ({ name: 'journal closures', firstMs: 20_000, pauseMs: 300_000, turn: journal.closeDue }),
  ({ orderExpiry }) => ({ name: 'order expiry', firstMs: 5_000, pauseMs: 30_000, turn: orderExpiry.expire }),
  ({ forgottenOrders }) => ({ name: 'sealing', firstMs: 15_000, pauseMs: 60_000, turn: forgottenOrders.sealDaily }),
  ({ paymentWork }) => ({ name: 'payments', firstMs: 1_000, pauseMs: 30_000, turn: paymentWork.run }),
  ({ shopDrift }) => ({ name: 'shop drift', firstMs: 60_000, pauseMs: 600_000, turn: shopDrift.runNightly }),
  ({ recurringWork }) => ({ name: 'recurring invoices', firstMs: 15_000, pauseMs: 60_000, turn: recurringWork.run }),
];

export function startWorkers(services: Worked, logger: Logger): readonly Worker[] {
  return JOBS.map((jobOf) => startWorker(jobOf(services), logger));
}
