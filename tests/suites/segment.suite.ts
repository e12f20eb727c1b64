import { randomUUID } from 'node:crypto';
import type { Client } from '@comptoir/core/clients/client.js';
import type { Invoice } from '@comptoir/core/invoices/invoice.js';
import type { InvoiceStatus } from '@comptoir/core/invoices/invoice-states.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { OrderStatus } from '@comptoir/core/orders/order.js';
import { type ClientFacts, holdsFor } from '@comptoir/core/segments/evaluate-rule.js';
import { type Condition, type Rule, ruleSchema } from '@comptoir/core/segments/rule.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { aCategory, aFulfilment, aLine, anEvent, aProduct, establish, minutesAfter, NOON } from './builders.js';
import { aSubscriber } from './campaign-builders.js';
import { aClient, aClientEvent, anAddress } from './client-builders.js';
import { aDraft, anInvoice } from './invoice-builders.js';
import { describePort, type Open } from './suite.js';

const CLIENTS = 60;
const ITEMS = ['galette', 'crepe', 'cidre'] as const;
const CATEGORIES = { galette: 'salty', crepe: 'sweet', cidre: 'salty' } as const;
const STATUSES: readonly OrderStatus[] = ['draft', 'confirmed', 'delivered', 'returned', 'cancelled'];
const at = (hours: number) => minutesAfter(NOON, hours * 60);

const hours = fc.integer({ min: 0, max: 10 }).map(at);
const few = (...texts: readonly string[]) => fc.uniqueArray(fc.constantFrom(...texts), { minLength: 1, maxLength: 2 });
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const span = { from: optional(hours), before: optional(hours) };
const small = optional(fc.integer({ min: 0, max: 3 }));
const cents = optional(fc.constantFrom(0, 1, 1000, 2500, 5000));

const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ field: fc.constant('consent' as const), is: fc.boolean() }),
  fc.record({ field: fc.constant('subscriber' as const), is: fc.boolean() }),
  fc.record({ field: fc.constant('kind' as const), is: fc.constantFrom('person' as const, 'company' as const) }),
  fc.record({ field: fc.constant('tag' as const), any: few('vip', 'press', 'never') }),
  fc.record({ field: fc.constant('language' as const), any: few('fr', 'de', 'it') }),
  fc.record({ field: fc.constant('city' as const), any: few('BREST', 'paris', 'Rome') }),
  fc.record({ field: fc.constant('country' as const), any: few('FR', 'IT') }),
  fc.record({ field: fc.constant('created' as const), ...span }),
  fc.record({ field: fc.constant('orders' as const), min: small, max: small }),
  fc.record({ field: fc.constant('spent' as const), minCents: cents, maxCents: cents }),
  fc.record({ field: fc.constant('lastOrder' as const), ...span }),
  fc.record({ field: fc.constantFrom('openInvoice' as const, 'overdueInvoice' as const), is: fc.boolean() }),
  fc.record({ field: fc.constant('bought' as const), itemIds: few(...ITEMS, 'unknown') }),
  fc.record({ field: fc.constant('boughtCategory' as const), categoryIds: few('salty', 'sweet') }),
);
const groupOf = (member: fc.Arbitrary<Condition | Rule>): fc.Arbitrary<Rule> =>
  fc.record({
    match: fc.constantFrom('all' as const, 'any' as const, 'none' as const),
    rules: fc.array(member, { minLength: 1, maxLength: 3 }),
  });
const rule = groupOf(
  fc.oneof({ arbitrary: condition, weight: 3 }, groupOf(fc.oneof({ arbitrary: condition, weight: 3 }, groupOf(condition)))),
);

const client = fc.record({
  kind: fc.constantFrom('person' as const, 'company' as const),
  language: fc.constantFrom('fr', 'de', null),
  tags: fc.subarray(['vip', 'press']),
  cities: fc.subarray(['Brest', 'Paris', 'ROME']),
  consent: fc.constantFrom(true, false, null),
  isSubscriber: fc.boolean(),
  hasAddress: fc.boolean(),
  createdAt: hours,
  invoices: fc.array(
    fc.record({
      status: fc.constantFrom<InvoiceStatus>('draft', 'issued', 'partially_paid', 'overdue', 'paid'),
      isOfMerged: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
  orders: fc.array(
    fc.record({
      status: fc.constantFrom(...STATUSES),
      placedAt: hours,
      totalCents: fc.constantFrom(0, 1000, 2500),
      itemId: fc.constantFrom(...ITEMS),
    }),
    { maxLength: 3 },
  ),
});
type Drawn = typeof client extends fc.Arbitrary<infer Value> ? Value : never;

export function exerciseSegments(name: string, open: Open): void {
  describePort('SegmentMemberViews', name, open, (persistence) => {
    /** Stores the clients with all that rules ask about, and says what that is. */
    async function populate(scope: Scope, drawn: readonly Drawn[]): Promise<readonly ClientFacts[]> {
      const facts = drawn.map(factsOf);
      await persistence.transact(scope, async ({ categories, clients, invoices, orders, products, subscribers }) => {
        for (const id of ['salty', 'sweet']) await categories.create(scope, aCategory({ id, name: id }));
        await products.create(
          scope,
          ITEMS.map((id) => aProduct({ id, categoryId: CATEGORIES[id] })),
        );
        await clients.create(
          scope,
          facts.map(({ client: each }) => each),
          aClientEvent(),
        );
        for (const [index, { client: each, isSubscriber }] of facts.entries()) {
          const { email } = each;
          if (isSubscriber && email !== null) await subscribers.change(scope, email, () => aSubscriber({ email }));
          const merged = aClient({ mergedInto: each.id });
          await clients.create(scope, [merged], aClientEvent());
          for (const { status, isOfMerged } of drawn[index]?.invoices ?? []) {
            await invoices.create(scope, invoiceOf(scope, status, isOfMerged ? merged.id : each.id));
          }
          for (const { status, placedAt, totalCents, itemId } of drawn[index]?.orders ?? []) {
            const lines = [aLine({ id: 'a', itemId, quantity: 1, unitPriceCents: totalCents, totalCents })];
            const rest = { lines, placedAt, totalCents, discounts: [], assignedTo: null, customInputs: {} };
            await orders.place(
              scope,
              aFulfilment(scope, { ...rest, ...EMPTY, clientId: each.id, status: status as 'draft' }),
              anEvent('queued'),
            );
          }
        }
      });
      return facts;
    }

    const idsFor = async (scope: Scope, wanted: Rule) => {
      const { items, total } = await persistence.views.segmentMembers.members(scope, wanted, { page: 1, pageSize: 100 });
      expect(items).to.have.length(total);
      return items.map(({ id }) => id).sort();
    };

    it('means the same of every client as the rule itself, whatever the rule', async function () {
      this.timeout(120_000);
      const { scope } = await establish(persistence);
      const facts = await populate(scope, fc.sample(client, { numRuns: CLIENTS, seed: 7 }));
      await fc.assert(
        fc.asyncProperty(rule, async (wanted) => {
          const parsed = ruleSchema.parse(wanted);
          const expected = facts.filter((each) => holdsFor(parsed, each)).map((each) => each.client.id);
          expect(await idsFor(scope, parsed)).to.deep.equal(expected.sort());
        }),
        { numRuns: 150 },
      );
    });

    it('counts who can be reached', async () => {
      const { scope } = await establish(persistence);
      const facts = await populate(scope, fc.sample(client, { numRuns: CLIENTS, seed: 8 }));
      const reachable = facts.filter((each) => each.client.email !== null && each.client.emailConsent?.granted === true);
      const everybody: Rule = { match: 'none', rules: [{ field: 'tag', any: ['never'] }] };
      const size = await persistence.views.segmentMembers.size(scope, everybody);
      expect(size).to.deep.equal({ clients: CLIENTS, reachable: reachable.length });
    });

    it('takes no text of a rule for anything but a value', async () => {
      const { scope } = await establish(persistence);
      await populate(scope, fc.sample(client, { numRuns: 3, seed: 9 }));
      const any = ["x') or true --"];
      const hostile: readonly Condition[] = [
        { field: 'tag', any },
        { field: 'city', any },
        { field: 'bought', itemIds: any },
      ];
      for (const each of hostile) expect(await idsFor(scope, { match: 'all', rules: [each] })).to.deep.equal([]);
    });
  });
}

const EMPTY = { invoiceNumber: null, invoiceStatus: null, paidCents: 0, refundedCents: 0, sealedAt: null } as const;

/** Of which all is paid, a part, or nothing, as the status says. */
function invoiceOf(scope: Scope, status: InvoiceStatus, clientId: string): Invoice {
  const { grossCents, ...draft } = aDraft(scope);
  const buyer = { ...draft.buyer, clientId };
  const paidCents = status === 'paid' ? grossCents : status === 'partially_paid' ? 1 : 0;
  return status === 'draft' ? aDraft(scope, { buyer }) : anInvoice({ buyer, status, paidCents }, scope);
}

function factsOf({ kind, language, tags, cities, consent, isSubscriber, hasAddress, createdAt, orders, invoices }: Drawn): ClientFacts {
  const email = hasAddress ? `${randomUUID()}@example.test` : null;
  const emailConsent = consent === null ? null : { granted: consent, at: NOON, source: 'tests' };
  const addresses = cities.map((city) => anAddress({ city, country: city === 'ROME' ? 'IT' : 'FR' }));
  const stored: Client = aClient({ kind, language, tags, addresses, email, emailConsent, createdAt });
  return {
    client: stored,
    isSubscriber: isSubscriber && hasAddress,
    openInvoices: invoices.filter(({ status }) => status !== 'draft' && status !== 'paid'),
    orders: orders
      .filter(({ status }) => status !== 'draft' && status !== 'cancelled')
      .map(({ placedAt, totalCents, itemId }) => ({ placedAt, totalCents, itemIds: [itemId], categoryIds: [CATEGORIES[itemId]] })),
  };
}
