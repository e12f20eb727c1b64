import { NOBODY } from '../clients/client.js';
import type { BuyerBook } from '../invoices/ports.js';
import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import { requireVersion } from '../kit/versions.js';
import type { Services } from '../services.js';
import type { SiteViews } from '../sites/site-store.js';
import { addDays, wallTimeAt } from '../sites/wall-time.js';
import type { Stores, Views } from '../stores.js';
import type { RecurringCreate, RecurringPatch } from './recurring-contract.js';
import { afterRun, beginningAt, type RecurringInvoice, requireStatus } from './recurring-invoice.js';

/** Invoices that are made again and again. */
export interface RecurringInvoicesService {
  /** Throws `unknown_record` where the client is not there. */
  create(scope: Scope, input: RecurringCreate): Promise<RecurringInvoice>;
  /** Throws `unknown_record`, `stale`, `invalid_transition` (its client was forgotten). Its periods begin anew from today where they change, after the last one that has its invoice. */
  update(scope: Scope, id: string, patch: RecurringPatch, version?: number): Promise<RecurringInvoice>;
  delete(scope: Scope, id: string): Promise<void>;
  pause(scope: Scope, id: string): Promise<RecurringInvoice>;
  /** Goes on from today; with `catchUp`, periods that passed meanwhile are made up for. */
  resume(scope: Scope, id: string, catchUp: boolean): Promise<RecurringInvoice>;
  /** Makes the invoice of the next period now, ahead of its time; the period does not come again. */
  runNow(scope: Scope, id: string): Promise<RecurringInvoice>;
  /** As `runNow`, if the period has come where the establishment is and it is active; null when not. */
  runDue(scope: Scope, id: string): Promise<RecurringInvoice | null>;
}

export interface RecurringDeps {
  readonly unitOfWork: UnitOfWork;
  readonly siteViews: Pick<SiteViews, 'get'>;
  readonly buyers: BuyerBook;
  readonly clock: Clock;
  readonly ids: Ids;
}

export function makeRecurringInvoicesService({ unitOfWork, siteViews, buyers, clock, ids }: RecurringDeps): RecurringInvoicesService {
  async function todayOf(scope: Scope): Promise<string> {
    const site = await siteViews.get(scope);
    if (site === null) throw new DomainError('unknown_shop');
    return wallTimeAt(clock.now(), site.timezone).date;
  }

  /** Made out to the client that the id leads to. */
  async function addressed(scope: Scope, content: RecurringInvoice['content']): Promise<RecurringInvoice['content']> {
    if (content.clientId === null) return content;
    const client = await buyers.get(scope, content.clientId);
    if (client === null) throw new DomainError('unknown_record', { message: 'There is no such client.' });
    return { ...content, clientId: client.clientId };
  }

  const change = (scope: Scope, id: string, decide: (recurring: RecurringInvoice) => RecurringInvoice) =>
    unitOfWork(scope, (_services, { recurringInvoices }) => recurringInvoices.change(scope, id, decide));

  /** With it locked: two at once make one invoice for a period, and the second finds the next one. */
  const runWhen = (scope: Scope, id: string, mayRun: (recurring: RecurringInvoice) => boolean) =>
    unitOfWork(scope, async (services, stores) => {
      let ran = false;
      const after = await stores.recurringInvoices.change(scope, id, async (recurring) => {
        if (!mayRun(recurring)) return recurring;
        ran = true;
        return runOnce(services, stores, scope, recurring, clock.now());
      });
      return ran ? after : null;
    });

  return {
    async create(scope, input) {
      const content = await addressed(scope, input.content);
      const head = { id: ids.uuid(), tenantId: scope.tenantId, siteId: scope.siteId, status: 'active', count: 0, nextDate: null } as const;
      const recurring = beginningAt({ ...head, ...input, content, fault: null, createdAt: clock.now(), version: 1 }, input.startDate);
      await unitOfWork(scope, (_services, { recurringInvoices }) => recurringInvoices.create(scope, recurring));
      return recurring;
    },
    async update(scope, id, patch, version) {
      const content = patch.content === undefined ? {} : { content: await addressed(scope, patch.content) };
      const today = await todayOf(scope);
      return unitOfWork(scope, ({ views }, { recurringInvoices }) =>
        recurringInvoices.change(scope, id, async (before) => {
          requireVersion(before, version);
          refuseForgotten(before);
          const given = Object.fromEntries(Object.entries({ ...patch, ...content }).filter(([, value]) => value !== undefined));
          const after: RecurringInvoice = { ...before, ...given, version: before.version + 1 };
          const isMoved = ['recurrence', 'startDate', 'endDate', 'maxCount'].some((field) => field in given);
          return isMoved ? beginningAt(after, await restartOf(views, scope, after, today)) : after;
        }),
      );
    },
    delete: (scope, id) => unitOfWork(scope, (_services, { recurringInvoices }) => recurringInvoices.delete(scope, id)),
    pause: (scope, id) =>
      change(scope, id, (recurring) => {
        requireStatus(recurring, 'active', 'pause');
        return { ...recurring, status: 'paused', version: recurring.version + 1 };
      }),
    async resume(scope, id, catchUp) {
      const today = await todayOf(scope);
      return change(scope, id, (recurring) => {
        requireStatus(recurring, 'paused', 'resume');
        const active: RecurringInvoice = { ...recurring, status: 'active', fault: null, version: recurring.version + 1 };
        const isBehind = recurring.nextDate !== null && recurring.nextDate < today;
        return isBehind && !catchUp ? beginningAt(active, today) : active;
      });
    },
    async runNow(scope, id) {
      const after = await runWhen(scope, id, (recurring) => recurring.nextDate !== null);
      if (after === null)
        throw new DomainError('invalid_transition', { message: 'It has ended.', facts: { status: 'ended', step: 'runNow' } });
      return after;
    },
    async runDue(scope, id) {
      const today = await todayOf(scope);
      return runWhen(scope, id, ({ status, nextDate }) => status === 'active' && nextDate !== null && nextDate <= today);
    },
  };
}

/** From when on the periods of one that was changed begin anew: not before today, and never with a period that has its invoice. */
async function restartOf(
  { recurringInvoices }: Pick<Views, 'recurringInvoices'>,
  scope: Scope,
  { id, startDate }: RecurringInvoice,
  today: string,
): Promise<string> {
  const [last] = (await recurringInvoices.runs(scope, id, { page: 1, pageSize: 1 })).items;
  if (last === undefined) return startDate;
  const next = addDays(last.period, 1);
  return next > today ? next : today;
}

/** Nobody is invoiced again who was forgotten, whatever is changed of it. */
function refuseForgotten({ name, status }: RecurringInvoice): void {
  if (status !== 'ended' || name !== NOBODY) return;
  const message = 'It ended when its client was forgotten, and does not begin again.';
  throw new DomainError('invalid_transition', { message, facts: { status, step: 'update' } });
}

/** Makes the invoice of the next period, says so, and goes on to the period after it. */
async function runOnce(services: Services, stores: Stores, scope: Scope, recurring: RecurringInvoice, at: Date): Promise<RecurringInvoice> {
  const { id, nextDate, content, mode } = recurring;
  if (nextDate === null) return recurring;
  const origin = { recurringId: id };
  const input = { ...content, deliveryDate: content.deliveryDate ?? nextDate };
  const invoice =
    mode === 'draft'
      ? await services.invoices.createDraft(scope, 'invoice', input, origin)
      : await services.invoices.createInvoice(scope, input, origin);
  if (mode === 'send') await services.issuedInvoices.send(scope, invoice.id, null);
  await stores.recurringInvoices.addRun(scope, { recurringId: id, period: nextDate, invoiceId: invoice.id, at });
  return afterRun(recurring);
}
