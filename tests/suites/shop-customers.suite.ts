import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import type { Client } from '@comptoir/core/clients/client.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { makeCustomerMemory } from '@comptoir/core/shop-sync/orders/customer-memory.js';
import type { ShopCustomer } from '@comptoir/core/shop-sync/shop-records.js';
import type { WriteCounts } from '@comptoir/core/shop-sync/sync-run.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { aBench, type Bench } from '../core/support.js';
import { establish, FIRST_PAGE, freshName, minutesAfter, NOON } from './builders.js';
import { aClient, aClientEvent } from './client-builders.js';
import { aDormantUser, aUser } from './identity-builders.js';
import { aShopCustomer, aShopOrder, forgetCustomers, importCustomers, importOrders, type ShopStage } from './shop-order-builders.js';
import { describePort, type Open } from './suite.js';

interface Stage extends ShopStage, Bench {}

const PARIS = {
  externalId: '70',
  label: 'Maison',
  name: null,
  company: null,
  line1: '1 rue Lepic',
  line2: null,
  postcode: '75018',
  city: 'Paris',
  country: 'FR',
  phone: null,
};

/** Imported customers on any persistence: which clients they become, and which persons. */
export function exerciseShopCustomers(name: string, open: Open): void {
  describePort('Customers of an online shop', name, open, (persistence) => {
    async function aStage(): Promise<Stage> {
      const bench = aBench(persistence, { crypto: nodeCrypto });
      const { scope: owner, site } = await establish(persistence, { trade: 'shop' });
      const scope: Scope = { ...owner, actor: { kind: 'system', name: 'shop-sync' } };
      return { ...bench, scope, site };
    }
    const clientsOf = async ({ scope }: Stage): Promise<readonly Client[]> =>
      (await persistence.views.clients.list(scope, FIRST_PAGE)).items;
    const onlyClient = async (stage: Stage): Promise<Client> => {
      const [client, ...others] = await clientsOf(stage);
      if (client === undefined || others.length > 0) throw new Error('There is not exactly one client.');
      return client;
    };
    const anAddress = () => `${freshName('zoe')}@example.org`;
    const usersOf = async (stage: Stage, client: Client) => persistence.views.linkedUsers.ofClients(stage.scope, [client.id]);
    const edit = (stage: Stage, id: string, changes: Partial<Client>) =>
      persistence.transact(stage.scope, ({ clients }) =>
        clients.change(stage.scope, id, (before) => ({
          client: { ...before, ...changes, version: before.version + 1 },
          event: aClientEvent(),
        })),
      );

    it('makes a client of a customer, and a person without any account of who has one in the shop', async () => {
      const stage = await aStage();
      const email = anAddress();
      const plan = await importCustomers(stage, [aShopCustomer({ email, addresses: [PARIS], newsletter: true })]);
      const client = await onlyClient(stage);
      expect(client).to.include({
        externalId: '7',
        firstName: 'Zoé',
        lastName: 'Martin',
        email,
        kind: 'person',
        billingAddressId: 'shop-70',
      });
      expect(client.customInputs).to.include({ shop_id: '7' });
      expect(client.emailConsent).to.deep.equal({ granted: true, at: NOON, source: 'shop' });
      expect(client.createdAt).to.deep.equal(minutesAfter(NOON, -600));
      expect(plan.writes).to.deep.equal({ clients: 1, client_events: 1, users: 1 });
      expect((await usersOf(stage, client)).size).to.equal(1);
      expect(await persistence.transact(stage.scope, ({ users }) => users.byEmail(email))).to.equal(null);
    });

    it('writes nothing for a customer who is as before', async () => {
      const stage = await aStage();
      const customer = aShopCustomer({ email: anAddress(), addresses: [PARIS] });
      await importCustomers(stage, [customer]);
      expect((await importCustomers(stage, [customer], { now: minutesAfter(NOON, 9) })).writes).to.deep.equal({});
    });

    it('takes over what the shop has changed, and leaves what people here have edited', async () => {
      const stage = await aStage();
      const customer = aShopCustomer({ email: anAddress(), addresses: [PARIS] });
      await importCustomers(stage, [customer]);
      const { id, addresses, customInputs } = await onlyClient(stage);
      const own = { ...PARIS, id: 'own', line1: '9 quai' };
      await edit(stage, id, {
        firstName: 'Zoëlle',
        addresses: [...addresses.map((address) => ({ ...address, phone: '01' })), own],
        customInputs: { ...customInputs, crm: 5 },
      });
      await importCustomers(stage, [{ ...customer, lastName: 'Durand' }]);
      const kept = await onlyClient(stage);
      expect(kept).to.include({ firstName: 'Zoëlle', lastName: 'Durand' });
      expect(kept.customInputs).to.include({ crm: 5, shop_id: '7' });
      expect(kept.addresses.map((address) => [address.id, address.phone])).to.deep.equal([
        ['shop-70', '01'],
        ['own', null],
      ]);
    });

    it('follows a shop that was restored from a backup at night, and no old answer by day', async () => {
      const stage = await aStage();
      const email = anAddress();
      await importCustomers(stage, [aShopCustomer({ email, lastName: 'Neu', updatedAt: minutesAfter(NOON, 5) })]);
      const old = aShopCustomer({ email, lastName: 'Alt', updatedAt: NOON });
      expect((await importCustomers(stage, [old])).writes).to.deep.equal({});
      await importCustomers(stage, [old], { authority: true });
      expect(await onlyClient(stage)).to.include({ lastName: 'Alt' });
    });

    it('fills what nobody knew of a client with the same address, and overwrites nothing', async () => {
      const stage = await aStage();
      const email = anAddress();
      const known = aClient({ email, firstName: 'Zoë', lastName: null, phone: null, externalId: null, customInputs: { crm: 1 } });
      await persistence.transact(stage.scope, ({ clients }) => clients.create(stage.scope, [known], aClientEvent()));
      const plan = await importCustomers(stage, [aShopCustomer({ email, firstName: 'Zoé', lastName: 'Martin' })]);
      expect(plan.links).to.deep.equal([{ externalId: '7', localId: known.id }]);
      expect(await onlyClient(stage)).to.include({ id: known.id, firstName: 'Zoë', lastName: 'Martin', externalId: '7' });
    });

    it('lets guests share one client, which is an account’s as soon as there is one, whoever came first', async () => {
      const email = anAddress();
      const [first, second] = [
        aShopCustomer({ externalId: '5', guest: true, email, lastName: 'Cinq' }),
        aShopCustomer({ externalId: '6', guest: true, email, lastName: 'Six' }),
      ];
      const account = aShopCustomer({ externalId: '12', email, lastName: 'Compte' });
      for (const order of [
        [first, second, account],
        [second, account, first],
        [account, second, first],
      ]) {
        const stage = await aStage();
        for (const customer of order) await importCustomers(stage, [customer]);
        const client = await onlyClient(stage);
        expect(client).to.include({ externalId: '12', lastName: 'Compte', email });
        const links = await persistence.views.shopLinks.byExternalIds(stage.scope, 'customers', ['5', '6', '12']);
        expect(links.map(({ localId }) => localId)).to.deep.equal([client.id, client.id, client.id]);
        expect((await usersOf(stage, client)).size).to.equal(1);
      }
    });

    it('gives every guest’s orders to the client they share', async () => {
      const stage = await aStage();
      const email = anAddress();
      await importCustomers(
        stage,
        ['5', '6'].map((externalId) => aShopCustomer({ externalId, guest: true, email })),
      );
      await importOrders(stage, [aShopOrder({ customerId: '6' }), aShopOrder({ externalId: '102', customerId: '5' })]);
      const client = await onlyClient(stage);
      expect((await persistence.views.clients.orders(stage.scope, client.id, FIRST_PAGE)).total).to.equal(2);
      expect(await persistence.views.clients.openBalanceCents(stage.scope, client.id)).to.equal(0);
    });

    it('follows a client that was merged into another one, and overwrites nothing of it', async () => {
      const stage = await aStage();
      await importCustomers(stage, [
        aShopCustomer({ email: anAddress() }),
        aShopCustomer({ externalId: '8', email: anAddress(), lastName: 'Autre' }),
      ]);
      const [from, into] = ['7', '8'].map(
        (externalId) => async () => (await clientsOf(stage)).find((client) => client.externalId === externalId)?.id ?? '',
      );
      const [fromId, intoId] = [await from?.(), await into?.()];
      await stage.services.clients.merge(stage.scope, fromId ?? '', intoId ?? '', null);
      await importCustomers(stage, [aShopCustomer({ email: anAddress(), lastName: 'Changée' })]);
      expect(await onlyClient(stage)).to.include({ id: intoId, lastName: 'Autre', externalId: '8' });
      await importOrders(stage, [aShopOrder({ customerId: '7' })]);
      expect((await persistence.views.orders.byInvoiceNumbers(stage.scope, ['101']))[0]?.clientId).to.equal(intoId);
    });

    it('never revives who was forgotten, nor what their orders said of them', async () => {
      const stage = await aStage();
      const customer = aShopCustomer({ email: anAddress() });
      await importCustomers(stage, [customer]);
      const order = aShopOrder({ customerId: '7', note: 'Sonner chez Martin', billingAddress: { ...PARIS, name: 'Zoé Martin' } });
      await importOrders(stage, [order]);
      const { id } = await onlyClient(stage);
      expect((await persistence.views.orders.byInvoiceNumbers(stage.scope, ['101']))[0]?.note).to.equal('Sonner chez Martin');
      await stage.services.clients.anonymize(stage.scope, id);
      await importCustomers(stage, [{ ...customer, lastName: 'Encore' }]);
      await importOrders(stage, [{ ...order, state: { id: '4', name: 'Expédié', phase: 'shipped' }, updatedAt: minutesAfter(NOON, 1) }]);
      await importOrders(stage, [{ ...order, note: 'Encore', updatedAt: minutesAfter(NOON, 2) }]);
      expect(await clientsOf(stage)).to.deep.equal([]);
      expect(await persistence.views.clients.get(stage.scope, id)).to.include({ lastName: null, email: null, externalId: null });
      const [kept] = await persistence.views.orders.byInvoiceNumbers(stage.scope, ['101']);
      expect(kept).to.deep.include({ clientId: id, note: null, billingAddress: null, customer: { name: '–', phone: null, email: null } });
      expect(JSON.stringify(kept)).to.not.match(/Martin|Encore|Lepic/);
      expect((await persistence.views.linkedUsers.ofClients(stage.scope, [id])).size).to.equal(0);
      expect((await persistence.views.linkedUsers.byEmails([customer.email ?? ''])).size).to.equal(0);
    });

    it('takes consent back with the shop, and never gives it again', async () => {
      const stage = await aStage();
      const customer = aShopCustomer({ email: anAddress(), newsletter: true });
      await importCustomers(stage, [customer]);
      await importCustomers(stage, [{ ...customer, newsletter: false }]);
      expect((await onlyClient(stage)).emailConsent?.granted).to.equal(false);
      await importCustomers(stage, [customer]);
      expect((await onlyClient(stage)).emailConsent?.granted).to.equal(false);
    });

    it('flags who was deleted in the shop, removes nobody, and lets a new account have the client', async () => {
      const stage = await aStage();
      const email = anAddress();
      await importCustomers(stage, [aShopCustomer({ email })]);
      await forgetCustomers(stage, ['7', '8']);
      expect((await onlyClient(stage)).customInputs).to.include({ shop_id: '7', deleted_from_shop: true });
      expect((await forgetCustomers(stage, ['7'])).writes).to.deep.equal({});
      await importCustomers(stage, [aShopCustomer({ externalId: '9', email })]);
      const client = await onlyClient(stage);
      expect(client.externalId).to.equal('9');
      expect(client.customInputs).to.not.have.property('deleted_from_shop');
    });

    it('gives no client the address of another, and looks again later', async () => {
      const stage = await aStage();
      const email = anAddress();
      await importCustomers(stage, [aShopCustomer({ email })]);
      const second = aShopCustomer({ externalId: '8', email, lastName: 'Deux' });
      expect((await importCustomers(stage, [second])).links[0]?.provisional).to.equal(true);
      expect((await clientsOf(stage)).map((client) => client.email).sort()).to.deep.equal([email, null].sort());
    });

    it('links an account that exists and changes nothing of it, and leaves the address free where there is none', async () => {
      const stage = await aStage();
      const account = aUser();
      await persistence.transact(stage.scope, ({ users }) => users.create(account));
      const plan = await importCustomers(stage, [aShopCustomer({ email: account.email, lastName: 'Autre' })]);
      const client = await onlyClient(stage);
      expect(plan.writes.users).to.equal(undefined);
      expect((await usersOf(stage, client)).get(client.id)).to.equal(account.id);
      await stage.services.clients.anonymize(stage.scope, client.id);
      expect(await persistence.transact(stage.scope, ({ users }) => users.byId(account.id))).to.deep.equal(account);
    });

    it('stands in nobody’s way who registers, and is left for the account then', async () => {
      const stage = await aStage();
      const email = anAddress();
      const customer = aShopCustomer({ email });
      await importCustomers(stage, [customer]);
      const from = { address: '192.0.2.1', userAgent: null };
      const mails = stage.outbox.sent.length;
      await stage.services.auth.requestPasswordReset(email, from);
      expect(stage.outbox.sent.length).to.equal(mails);
      await stage.services.auth.register({ email, name: 'Zoé', locale: 'fr', password: 'un mot de passe sans égal' }, null, from);
      const account = await persistence.transact(stage.scope, ({ users }) => users.byEmail(email));
      expect(account).to.include({ email, emailVerifiedAt: null });
      await importCustomers(stage, [{ ...customer, phone: '+33 1 00 00 00 00' }]);
      const client = await onlyClient(stage);
      expect((await usersOf(stage, client)).get(client.id)).to.equal(account?.id);
    });

    it('keeps one dormant person for the clients of two organisations, until the last of them is gone', async () => {
      const [one, other] = [await aStage(), await aStage()];
      const email = anAddress();
      for (const stage of [one, other]) await importCustomers(stage, [aShopCustomer({ email })]);
      const known = () => persistence.views.linkedUsers.byEmails([email]);
      expect((await usersOf(one, await onlyClient(one))).size).to.equal(1);
      await one.services.clients.anonymize(one.scope, (await onlyClient(one)).id);
      expect((await known()).size).to.equal(1);
      await other.services.clients.delete(other.scope, (await onlyClient(other)).id, null);
      expect((await known()).size).to.equal(0);
    });

    it('stores no second person with an address, whoever stores it', async () => {
      const stage = await aStage();
      const [dormant, again] = [aDormantUser(), aUser()];
      await persistence.transact(stage.scope, async ({ linkedUsers, users }) => {
        await linkedUsers.createDormant([dormant, aDormantUser(again.email)]);
        await linkedUsers.createDormant([aDormantUser(dormant.email)]);
        await users.create(again);
      });
      expect([...(await persistence.views.linkedUsers.byEmails([dormant.email, again.email, anAddress()]))].sort()).to.deep.equal(
        [
          [dormant.email, dormant.id],
          [again.email, again.id],
        ].sort(),
      );
    });

    it('foresees in a dry run exactly what a real one writes, over chunks', async () => {
      const stage = await aStage();
      const [email, other] = [anAddress(), anAddress()];
      const chunks = [
        [aShopCustomer({ externalId: '5', guest: true, email })],
        [aShopCustomer({ externalId: '6', guest: true, email }), aShopCustomer({ externalId: '8', email: other })],
      ];
      const memory = makeCustomerMemory();
      const dry: WriteCounts[] = [];
      for (const chunk of chunks) dry.push((await importCustomers(stage, chunk, { dry: true, memory })).writes);
      expect(await clientsOf(stage)).to.deep.equal([]);
      const real: WriteCounts[] = [];
      for (const chunk of chunks) real.push((await importCustomers(stage, chunk)).writes);
      expect(real).to.deep.equal(dry);
    });

    it('ends as one import of the last version, however edits came', async () => {
      const property = fc.asyncProperty(
        fc.array(version, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 3 }),
        async (versions, size) => {
          const [many, once] = [await aStage(), await aStage()];
          const suffix = freshName('x');
          const all = versions.map((one, index) => customerOf(one, index, suffix));
          const chunks = Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));
          for (const chunk of [...chunks, ...chunks]) await importCustomers(many, chunk);
          const ids = [...new Set(all.map(({ externalId }) => externalId))];
          await importCustomers(
            once,
            ids.flatMap((id) => all.filter(({ externalId }) => externalId === id).slice(-1)),
          );
          const essence = async (stage: Stage) =>
            (await clientsOf(stage)).map(({ externalId, firstName, lastName, email, phone, addresses }) => ({
              externalId,
              firstName,
              lastName,
              email,
              phone,
              addresses,
            }));
          expect(sorted(await essence(many))).to.deep.equal(sorted(await essence(once)));
        },
      );
      await fc.assert(property, { numRuns: name === 'memory' ? 100 : 4 });
    }).timeout(120_000);
  });
}

interface Version {
  readonly id: string;
  readonly lastName: string | null;
  readonly phone: string | null;
  readonly street: string | null;
}

const version: fc.Arbitrary<Version> = fc.record({
  id: fc.constantFrom('5', '6', '12'),
  lastName: fc.constantFrom('Martin', 'Durand', null),
  phone: fc.constantFrom('0102030405', null),
  street: fc.constantFrom('1 rue Lepic', '2 rue Lepic', null),
});

/** Five and six are guests with one address, twelve has an account with it. */
function customerOf({ id, lastName, phone, street }: Version, index: number, suffix: string): ShopCustomer {
  return aShopCustomer({
    externalId: id,
    guest: id !== '12',
    email: `partagee-${suffix}@example.org`,
    lastName,
    phone,
    updatedAt: minutesAfter(NOON, index),
    addresses: street === null ? [] : [{ ...PARIS, externalId: `7${id}`, line1: street }],
  });
}

function sorted<Row>(rows: readonly Row[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}
