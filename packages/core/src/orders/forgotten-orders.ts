import type { Clock } from '../kit/clock.js';
import { DomainError, type ErrorCode } from '../kit/errors.js';
import type { Logger } from '../kit/logger.js';
import type { Scope } from '../kit/scope.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import type { Site } from '../sites/site.js';
import { addDays, instantAt, wallTimeAt } from '../sites/wall-time.js';
import type { Views } from '../stores.js';
import { deskWorkOf } from './desk-work.js';
import { takeOfficeStep } from './office-steps.js';
import type { SiteOfTenant } from './order-desk-views.js';

/** When the day's safety net is drawn, in the wall time of the establishment (interfaces D). */
const SEAL_TIME = '12:01';

/** Nothing is due earlier than this after the midnight it is reckoned from: the clocks of a day may go forward before noon. */
const EARLIEST_MS = 10 * 3_600_000;

/** What the history of an order says that was sealed because nobody did it. */
export const FORGOTTEN_REASON = 'forgotten';

export const SEALING_ACTOR = { kind: 'system', name: 'sealing' } as const;

/** Sealed in one call; `more` says that the next one goes on. */
export const SEAL_MAX = 1000;
const PAGE_SIZE = 100;

export interface Sealed {
  readonly sealed: readonly string[];
  readonly refused: readonly { readonly id: string; readonly code: ErrorCode }[];
  readonly more: boolean;
}

/** Written with every order that is sealed, in its transaction. */
export type NoteSealing = (stores: Parameters<Parameters<UnitOfWork>[1]>[1], orderId: string) => Promise<void>;

export interface ForgottenDeps {
  readonly unitOfWork: UnitOfWork;
  readonly views: Pick<Views, 'orderDesk' | 'sites'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface ForgottenOrders {
  /** The start of the day in the establishment. Throws `unknown_shop`. */
  today(scope: Scope): Promise<Date>;
  /**
   * Seals what `OrderDeskViews.unsealed` has, each order in its own transaction: one that cannot be sealed does not keep the others from it.
   */
  seal(scope: Scope, before: Date, note?: NoteSealing): Promise<Sealed>;
  /**
   * At 12:01 of every establishment: seals what was on its way, or ready, before that day began; how many. Safe to run anywhere, as often as
   * one likes and after any pause: whatever is forgotten is found in the order book itself.
   */
  sealDaily(): Promise<number>;
}

export function makeForgottenOrders({ unitOfWork, views, clock, logger }: ForgottenDeps): ForgottenOrders {
  async function sealOne(scope: Scope, id: string, note: NoteSealing): Promise<ErrorCode | null> {
    try {
      await unitOfWork(scope, async (services, stores) => {
        await takeOfficeStep(deskWorkOf(services, stores), scope, id, { step: 'seal', reason: FORGOTTEN_REASON });
        await note(stores, id);
      });
      return null;
    } catch (error) {
      if (error instanceof DomainError) return error.code;
      throw error;
    }
  }

  async function seal(scope: Scope, before: Date, note: NoteSealing = async () => undefined): Promise<Sealed> {
    const sealed: string[] = [];
    const refused: { id: string; code: ErrorCode }[] = [];
    while (sealed.length + refused.length < SEAL_MAX) {
      const { items } = await views.orderDesk.unsealed(scope, before, { page: 1, pageSize: PAGE_SIZE + refused.length });
      const next = items.filter(({ id }) => !refused.some((one) => one.id === id)).slice(0, PAGE_SIZE);
      if (next.length === 0) return { sealed, refused, more: false };
      for (const { id } of next) {
        const code = await sealOne(scope, id, note);
        if (code === null) sealed.push(id);
        else refused.push({ id, code });
      }
    }
    return { sealed, refused, more: true };
  }

  async function sealSite({ tenantId, siteId }: SiteOfTenant): Promise<number> {
    const scope = { tenantId, siteId, actor: SEALING_ACTOR };
    const site = await views.sites.get(scope);
    if (site === null) return 0;
    const { sealed, refused } = await seal(scope, forgottenBefore(site, clock.now()));
    if (refused.length > 0) logger.warn({ siteId, refused }, 'orders that were forgotten could not be sealed');
    return sealed.length;
  }

  return {
    async today(scope) {
      const site = await views.sites.get(scope);
      if (site === null) throw new DomainError('unknown_shop');
      return instantAt(wallTimeAt(clock.now(), site.timezone).date, '00:00', site.timezone);
    },
    seal,
    async sealDaily() {
      const latest = new Date(clock.now().getTime() - EARLIEST_MS);
      let count = 0;
      for (const site of await views.orderDesk.sitesWithUnsealed(latest)) count += await sealSite(site);
      return count;
    },
  };
}

/** The start of the last day whose 12:01 has struck. */
export function forgottenBefore({ timezone }: Pick<Site, 'timezone'>, now: Date): Date {
  const { date, time } = wallTimeAt(now, timezone);
  return instantAt(time >= SEAL_TIME ? date : addDays(date, -1), '00:00', timezone);
}
