import type { Invoice } from '../invoices/invoice.js';
import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import { edited, newlyVersioned, patched } from '../kit/versioned.js';
import type { Services } from '../services.js';
import { requireFeature } from '../sites/require-feature.js';
import type { Stores, Views } from '../stores.js';
import { seatsLeft } from '../ticketing/ticket-session.js';
import type { GroupInput, GroupPatch } from './group-contract.js';
import { draftOfQuote } from './group-invoice.js';
import { type GroupStatus, isOver, refusedGroupStep, seatChanges, takeGroupStepTo, type VisitorGroup } from './visitor-group.js';

/** Groups of an establishment. Every call throws `feature_disabled` where it takes none. */
export interface GroupsService {
  /** One that comes with a quote is quoted. Throws `unknown_session`. */
  create(scope: Scope, input: GroupInput): Promise<VisitorGroup>;
  /**
   * Changes what is sent, then takes the step to the state `to`. Of a group that has its seats, the session gives what the change takes, or nothing
   * changes. Throws `unknown_group`, `stale`, `invalid_transition`, `unknown_session`, `session_full` (with `remaining`),
   * `session_past`, `session_cancelled`.
   */
  update(scope: Scope, id: string, patch: GroupPatch, to: GroupStatus | null, seen?: number): Promise<VisitorGroup>;
  /**
   * Makes an invoice of the quote: a draft, or issued. Throws `unknown_group`, `invalid_transition` (not confirmed, or invoiced),
   * `invalid_request` (nothing to pay).
   */
  createInvoice(scope: Scope, id: string, issued: boolean): Promise<{ readonly group: VisitorGroup; readonly invoice: Invoice }>;
}

export interface GroupsDeps {
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly ids: Ids;
}

export function makeGroupsService({ unitOfWork, clock, ids }: GroupsDeps): GroupsService {
  /** One transaction, in an establishment that takes groups. */
  const write = <Result>(scope: Scope, work: (services: Services, stores: Stores) => Promise<Result>) =>
    unitOfWork(scope, async (services, stores) => {
      await requireGroups(services.views, scope);
      return work(services, stores);
    });

  /** Changes the group, and then the seats of its sessions: sessions are hot, and locked last. */
  async function change(
    { views }: Services,
    stores: Stores,
    scope: Scope,
    id: string,
    decide: (group: VisitorGroup) => VisitorGroup,
  ): Promise<VisitorGroup> {
    let before: VisitorGroup | null = null;
    const after = await stores.groups
      .change(scope, id, (group) => {
        before = group;
        return decide(group);
      })
      .catch(asUnknownGroup);
    for (const { sessionId, seats } of seatChanges(before, after)) await takeSeats(stores, views, scope, sessionId, seats);
    return after;
  }

  async function takeSeats({ ticketSessions }: Stores, views: Views, scope: Scope, sessionId: string, seats: number): Promise<void> {
    const taken = await ticketSessions.claim(scope, sessionId, { held: 0, confirmed: seats }, clock.now());
    if (taken === null) throw await whyNone(views, scope, sessionId);
  }

  async function whyNone({ ticketSessions }: Views, scope: Scope, sessionId: string): Promise<DomainError> {
    const session = await ticketSessions.get(scope, sessionId);
    if (session === null) return new DomainError('unknown_session');
    if (session.cancelledAt !== null) return new DomainError('session_cancelled');
    if (session.startsAt <= clock.now()) return new DomainError('session_past');
    return new DomainError('session_full', { facts: { remaining: seatsLeft(session) } });
  }

  async function requireSession({ ticketSessions }: Views, scope: Scope, sessionId: string | null | undefined): Promise<void> {
    if (sessionId != null && (await ticketSessions.get(scope, sessionId)) === null) throw new DomainError('unknown_session');
  }

  return {
    create: (scope, input) =>
      write(scope, async ({ views }, { groups }) => {
        await requireSession(views, scope, input.sessionId);
        const status = input.quote === null ? 'requested' : 'quoted';
        return groups.create(scope, { ...input, ...newlyVersioned(ids.uuid(), clock.now()), status, invoiceId: null });
      }),

    update: (scope, id, patch, to, seen) =>
      write(scope, async (services, stores) => {
        await requireSession(services.views, scope, patch.sessionId);
        return change(services, stores, scope, id, (group) => {
          const changed = edited(group, changesOf(group, patch), seen, clock.now());
          return to === null ? changed : takeGroupStepTo(changed, to);
        });
      }),

    createInvoice: (scope, id, issued) =>
      write(scope, async (services, stores) => {
        const locked = await stores.groups.change(scope, id, (group) => group).catch(asUnknownGroup);
        const draft = draftOfQuote(locked);
        const { invoices } = services;
        const invoice = issued ? await invoices.createInvoice(scope, draft) : await invoices.createDraft(scope, 'invoice', draft);
        const group = await stores.groups.change(scope, id, (before) => edited(before, { invoiceId: invoice.id }, undefined, clock.now()));
        return { group, invoice };
      }),
  };
}

async function requireGroups({ sites }: Pick<Views, 'sites'>, scope: Scope): Promise<void> {
  const site = await sites.get(scope);
  if (site === null) throw new DomainError('unknown_shop');
  requireFeature(site, 'groups');
}

/** What the patch makes of the group. Throws `invalid_transition` where it changes what is settled. */
function changesOf(group: VisitorGroup, patch: GroupPatch): Partial<VisitorGroup> {
  const { notes: _notes, ...settled } = patch;
  const names = Object.values(settled).some((value) => value !== undefined);
  if (names && isOver(group)) throw refusedGroupStep(group);
  if (patch.quote !== undefined && group.invoiceId !== null) {
    throw new DomainError('invalid_transition', { message: 'The quote is invoiced.', facts: { status: group.status } });
  }
  return patched<Partial<VisitorGroup>>({}, patch);
}

function asUnknownGroup(error: unknown): never {
  throw error instanceof DomainError && error.code === 'unknown_record' ? new DomainError('unknown_group') : error;
}
