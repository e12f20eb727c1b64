import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { AnyProcedure, CallContext } from '@comptoir/core/kit/procedure.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { ROUTERS } from '@comptoir/core/procedures.js';
import { expect } from 'chai';
import { aCategory, aLine, anItem, anOrder, aProduct, FIRST_PAGE, NOON, placed } from '../suites/builders.js';
import { aParcel, aRecordedPayment, aReturn, confirmedIn } from '../suites/settlement-builders.js';
import { aStockAction, aUnit, onTheShelf, postIn } from '../suites/stock-builders.js';
import { idFieldsOf, inputFor } from '../support/inputs.js';
import { anOrganisation, type Organisation, type Somebody } from './organisation.js';
import { aBench, type Bench } from './support.js';

/** Is in every text of the victim, so that nothing of theirs can get out unseen. */
const MARK = 'volé';
const KEY = {
  name: MARK,
  right: 'read',
  permissions: ['products'],
  ratePerHour: null,
  networks: [],
  origins: [],
  expiresAt: null,
} as const;
const EVERYTHING = { ...FIRST_PAGE, pageSize: 100 };

interface Owned {
  readonly organisation: Organisation;
  readonly owner: Somebody;
  /** The id of one record of every kind. */
  readonly ids: readonly string[];
  readonly userIds: readonly string[];
}

/** An organisation that has one of everything. */
async function aFullOrganisation(bench: Bench, mark: string): Promise<Owned> {
  const { persistence, services } = bench;
  const organisation = await anOrganisation(bench, { name: mark, description: mark });
  const { scope, tenantId } = organisation;
  const owner = await organisation.joinAs('owner', { name: mark, email: `${mark}.owner@example.test` });
  const staff = await organisation.joinAs('staff', { name: mark, email: `${mark}.staff@example.test` });
  const [category, item] = [aCategory({ name: mark }), anItem({ name: mark })];
  const session = {
    id: `session-${mark}`,
    userId: owner.user.id,
    kind: 'browser',
    createdAt: NOON,
    lastSeenAt: NOON,
    revokedAt: null,
  } as const;
  await persistence.transact(scope, async ({ categories, products, settings, tenantSettings, sessions }) => {
    await categories.create(scope, category);
    await products.create(scope, [aProduct(item)]);
    await settings.set(scope, 'liveChat.greeting', mark);
    await tenantSettings.set(scope, 'mail.replyTo', `${mark}@example.test`);
    await sessions.create({ ...session, expiresAt: new Date(NOON.getTime() + 1e9), address: mark, userAgent: mark });
  });
  await onTheShelf(persistence, scope, [aUnit(item.id)], 5);
  const received = aStockAction({ itemId: item.id, note: mark });
  await postIn(persistence, scope, [received], 'fact');
  const order = await placed(persistence, scope, anOrder(scope, { note: mark }));
  const settled = await aSettledOrder(bench, scope, mark);
  const keys = await Promise.all(
    (['keyed', 'feed', 'liveChat'] as const).map((kind) => services.keys.create(scope, kind, { ...KEY, name: mark })),
  );
  const ids = [
    tenantId,
    scope.siteId,
    owner.user.id,
    staff.user.id,
    category.id,
    item.id,
    order.id,
    ...settled,
    received.id,
    session.id,
    ...keys.map(({ key }) => key.id),
  ];
  return { organisation, owner, ids, userIds: [owner.user.id, staff.user.id] };
}

/** The ids of a delivered order, and of one of everything that belongs to it. */
async function aSettledOrder({ persistence }: Bench, scope: Scope, mark: string): Promise<readonly string[]> {
  const { id } = await confirmedIn(persistence, scope, { status: 'delivered', lines: [aLine({ id: 'a', fulfilled: 2 })], note: mark });
  const [payment, parcel, back] = [aRecordedPayment(id, { note: mark }), aParcel(id, { note: mark }), aReturn(id, { reason: mark })];
  await persistence.transact(scope, async ({ settlement }) => {
    await settlement.addPayment(scope, payment);
    await settlement.addParcel(scope, parcel);
    await settlement.addReturn(scope, back);
  });
  return [id, payment.id, parcel.id, back.id];
}

/** Everything that is stored for an organisation. */
async function dumpOf({ persistence, services: { views } }: Bench, scope: Scope, userIds: readonly string[]): Promise<string> {
  const stored = await persistence.transact(scope, async ({ settings, tenantSettings, categories, users }) => [
    [...(await settings.list(scope))],
    [...(await tenantSettings.list(scope))],
    await categories.list(scope, EVERYTHING),
    await Promise.all(userIds.map((id) => users.byId(id))),
  ]);
  const orderIds = (await views.orders.list(scope, EVERYTHING)).items.map(({ id }) => id);
  const seen = await Promise.all([
    views.tenants.get(scope),
    views.sites.list(scope),
    views.members.list(scope, EVERYTHING),
    views.catalogue.menu(scope),
    views.orders.list(scope, EVERYTHING),
    ...(['keyed', 'feed', 'liveChat'] as const).map((kind) => views.apiKeys.list(scope, kind, EVERYTHING, NOON)),
    views.audit.list(scope, EVERYTHING),
    views.settlement.payments(scope, EVERYTHING),
    views.settlement.parcels(scope, EVERYTHING),
    ...orderIds.flatMap((id) => [views.settlement.money(scope, id), views.settlement.returnsOf(scope, id)]),
    views.stock.levels(scope),
    views.stock.actions(scope, EVERYTHING),
    ...userIds.map((id) => views.sessions.ofUser(id, NOON)),
  ]);
  return JSON.stringify([stored, seen]);
}

/**
 * Inputs that name something of the victim's: in every field at once; and in one field, with something of the attacker's own in
 * the others.
 */
function hostileInputs({ input }: AnyProcedure, victim: readonly string[], own: readonly string[]): unknown[] {
  const fields = idFieldsOf(input);
  const fill = (idAt: (field: string) => string) =>
    inputFor(input, (path) => {
      const field = path.join('.');
      return fields.includes(field) ? idAt(field) : undefined;
    });
  const inAll = victim.map((id) => fill(() => id));
  if (fields.length < 2) return inAll;
  const inOne = fields.flatMap((hostile) => victim.flatMap((id) => own.map((ownId) => fill((field) => (field === hostile ? id : ownId)))));
  return [...inAll, ...inOne];
}

/** The code a call is refused with, or its answer. */
async function outcomeOf(path: string, procedure: AnyProcedure, call: CallContext, input: unknown) {
  try {
    return { refused: null, answer: await callProcedure(path, procedure, call, input) };
  } catch (error) {
    if (error instanceof DomainError) return { refused: error.code, answer: null };
    throw error;
  }
}

/** Two organisations, and what the one is made of before the other tries anything. */
async function aStage() {
  const bench = aBench();
  const [victim, attacker] = [await aFullOrganisation(bench, MARK), await aFullOrganisation(bench, 'own')];
  const dump = () => dumpOf(bench, victim.organisation.scope, victim.userIds);
  return { victim, attacker, dump, untouched: await dump() };
}

describe('what belongs to another organisation', () => {
  let stage: Awaited<ReturnType<typeof aStage>>;
  before(async () => {
    stage = await aStage();
    expect(stage.untouched).to.include(MARK);
  });

  for (const [path, procedure] of makeRegistry(ROUTERS).all()) {
    // A role that no organisation gives keeps the attacker out before any id is looked at: the permission matrix shows that.
    if (procedure.access.kind === 'role' || idFieldsOf(procedure.input).length === 0) continue;
    it(`cannot be reached by ${path}`, async () => {
      const { victim, attacker, dump, untouched } = stage;
      for (const input of hostileInputs(procedure, victim.ids, attacker.ids)) {
        const { refused, answer } = await outcomeOf(path, procedure, attacker.owner.call, input);

        const shown = `${JSON.stringify(input)} → ${refused ?? JSON.stringify(answer)}`;
        if (refused === null) expect(procedure.type, shown).to.equal('query');
        else if (refused === 'forbidden') expect(procedure.errors ?? [], shown).to.include('forbidden');
        else expect(refused, shown).to.match(/^unknown_|^not_found$/);
        expect(JSON.stringify(answer), shown).to.not.include(MARK);
      }
      expect(await dump()).to.equal(untouched);
    });
  }
});
