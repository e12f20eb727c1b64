import type { QuoteLine, VisitorGroup } from '@comptoir/core/groups/visitor-group.js';
import { hasCode } from '@comptoir/core/kit/errors.js';
import { actorName } from '@comptoir/core/kit/scope.js';
import { newlyVersioned } from '@comptoir/core/kit/versioned.js';
import type { Pass } from '@comptoir/core/passes/pass.js';
import type { Services } from '@comptoir/core/services.js';
import { addDays, instantAt, wallTimeAt } from '@comptoir/core/sites/wall-time.js';
import type { Stores } from '@comptoir/core/stores.js';
import { ticketCode } from '@comptoir/core/ticketing/ticket.js';
import { seatsLeft, type TicketSession } from '@comptoir/core/ticketing/ticket-session.js';
import type { TicketPlace } from './demo-tickets.js';

/** Days are counted from the one on which the demonstration is loaded; those before it are negative. */

/** A pass that was sold. */
export interface DemoPass extends Pick<Pass, 'kind' | 'name' | 'entries' | 'oncePerDay'> {
  readonly owner: string;
  /** The day it lets in from, and for how many; null: without end. */
  readonly from: number;
  readonly days: number | null;
  /** Days on which it let somebody in. */
  readonly visits: readonly number[];
  /** The day it was lost, and blocked. */
  readonly lost?: number;
}

export interface DemoGroup extends Pick<VisitorGroup, 'kind' | 'status' | 'name' | 'size' | 'language' | 'guide'> {
  readonly contact: string;
  /** The day it asked, and the one on which it comes. */
  readonly asked: number;
  readonly comes: number;
  readonly quote: readonly QuoteLine[] | null;
}

export interface DemoGuests {
  readonly passes: readonly DemoPass[];
  readonly groups: readonly DemoGroup[];
  /** The offer that confirmed groups have seats of. */
  readonly groupsVisit: string;
}

/** Of the passes, in their order: the same in every installation, and such that scans can name them. */
const passIdAt = (index: number) => `01900000-0000-7000-8000-0000000a55${String(index).padStart(2, '0')}`;

/**
 * Makes the guests where there are none yet, all or nothing. May be repeated, and run by several processes at once. Codes of passes are drawn as
 * ever, so that nobody knows them who may not read passes.
 */
export async function keepGuests(services: Services, { scope, timezone }: TicketPlace, guests: DemoGuests): Promise<void> {
  if ((await services.views.passes.get(scope, passIdAt(0))) !== null) return;
  const today = wallTimeAt(services.clock.now(), timezone).date;
  const calendar = {
    dayOf: (days: number) => addDays(today, days),
    at: (days: number, time: string) => instantAt(addDays(today, days), time, timezone),
  };
  try {
    await services.unitOfWork(scope, async (inside, stores) => {
      const hall: Hall = { ...calendar, services: inside, stores, scope };
      for (const [index, pass] of guests.passes.entries()) await sell(hall, passIdAt(index), pass);
      for (const group of guests.groups) await welcome(hall, group, guests.groupsVisit);
    });
  } catch (error) {
    // Another process was faster.
    if (!hasCode(error, 'duplicate')) throw error;
  }
}

interface Hall extends Pick<TicketPlace, 'scope'> {
  readonly services: Services;
  readonly stores: Stores;
  readonly dayOf: (days: number) => string;
  readonly at: (days: number, time: string) => Date;
}

async function sell({ services, stores, scope, dayOf, at }: Hall, id: string, demo: DemoPass): Promise<void> {
  const { kind, name, entries, oncePerDay, owner, from, days, visits, lost } = demo;
  const valid = { validFrom: dayOf(from), validUntil: days === null ? null : dayOf(from + days - 1) };
  const blocked =
    lost === undefined ? { blockedAt: null, blockedReason: null } : { blockedAt: at(lost, '11:00'), blockedReason: 'Carte perdue' };
  const code = ticketCode(services.crypto.randomBytes);
  const sold = newlyVersioned(id, at(Math.min(from, -1), '09:00'));
  const fields = { kind, name, entries, oncePerDay, owner: { name: owner, email: null } };
  await stores.passes.create(scope, { ...sold, ...fields, ...valid, ...blocked, code, used: 0 });
  for (const visit of visits) {
    const entry = { id: services.ids.uuid(), passId: id, at: at(visit, '15:00'), day: dayOf(visit), gate: 'Entrée principale' };
    await stores.passes.addUse(scope, { ...entry, entries: 1, annuls: null, actor: actorName(scope.actor) });
  }
}

async function welcome(hall: Hall, demo: DemoGroup, offerId: string): Promise<void> {
  const { contact, asked, comes, ...group } = demo;
  const { services, stores, scope, dayOf, at } = hall;
  const sessionId = group.status === 'confirmed' ? await takeSeats(hall, demo, offerId) : null;
  await stores.groups.create(scope, {
    ...newlyVersioned(services.ids.uuid(), at(asked, '10:00')),
    ...group,
    contact: { name: contact, email: null, phone: null },
    guided: true,
    wishedOn: dayOf(comes),
    sessionId,
    invoiceId: null,
    notes: null,
  });
}

/** Seats of the first session of the day that has them and that nobody has booked; null: there is none. */
async function takeSeats({ services, stores, scope, at }: Hall, { comes, size }: DemoGroup, offerId: string): Promise<string | null> {
  const sessions = await services.views.ticketSessions.between(scope, { from: at(comes, '10:00'), to: at(comes, '18:00') });
  const isFree = (session: TicketSession) =>
    session.offerId === offerId && session.cancelledAt === null && session.confirmedSeats === 0 && (seatsLeft(session) ?? size) >= size;
  const free = sessions.find(isFree);
  if (free === undefined) return null;
  const taken = await stores.ticketSessions.claim(scope, free.id, { held: 0, confirmed: size }, services.clock.now());
  return taken === null ? null : free.id;
}
