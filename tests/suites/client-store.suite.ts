import { randomUUID } from 'node:crypto';
import type { Client } from '@comptoir/core/clients/client.js';
import type { ClientFilter } from '@comptoir/core/clients/client-store.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Stores } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import { establish, establishBeside, FIRST_PAGE, minutesAfter, NOON } from './builders.js';
import { aClient, aClientEvent, aClientNote, anAddress } from './client-builders.js';
import { IMPOSSIBLE_IDS } from './identity-builders.js';
import { atOnce, describePort, type Open, refusalOf } from './suite.js';

const ADDRESS = anAddress({ label: 'Atelier', name: 'M. Noël', company: 'Noël & fils', line2: 'Bât. « B »', phone: '+33 2 98 00 00 00' });

/** Every field with a value that a careless store would lose. */
const FULL: Partial<Client> = {
  kind: 'company',
  firstName: 'Étienne-Marie',
  lastName: "O'Ørsted",
  company: '100 % \\ "Noël" & fils 🫖',
  email: 'étienne@example.org',
  phone: '+33 6 12 34 56 78',
  language: 'fr-BE',
  vatNumber: 'FR12345678901',
  registration: '12345678900012',
  birthday: '1999-12-31',
  addresses: [ADDRESS, anAddress()],
  billingAddressId: ADDRESS.id,
  deliveryAddressId: ADDRESS.id,
  tags: ['b', 'à table'],
  emailConsent: { granted: true, at: minutesAfter(NOON, -5), source: 'import' },
  customInputs: { shelf: { row: 2, tags: ['a', null] }, clé: 'é' },
  externalId: '77',
  anonymizedAt: NOON,
  createdAt: minutesAfter(NOON, -60),
  updatedAt: NOON,
  version: 9,
};

export function exerciseClientStore(name: string, open: Open): void {
  describePort('ClientStore and ClientViews', name, open, (persistence) => {
    const write = <Result>(scope: Scope, work: (clients: Stores['clients']) => Promise<Result>) =>
      persistence.transact(scope, (stores) => work(stores.clients));
    const create = (scope: Scope, ...clients: readonly Client[]) =>
      write(scope, (store) => store.create(scope, clients, aClientEvent({ kind: 'created' })));
    const change = (scope: Scope, id: string, changes: Partial<Client>, event = aClientEvent()) =>
      write(scope, (store) => store.change(scope, id, (client) => ({ client: { ...client, ...changes }, event })));
    const views = () => persistence.views.clients;
    const listed = async (scope: Scope, filter: Partial<ClientFilter> = {}) =>
      (await views().list(scope, { ...FIRST_PAGE, ...filter })).items.map(({ lastName }) => lastName);

    it('stores every field of a client', async () => {
      const { scope } = await establish(persistence);
      const [client, plain] = [aClient(FULL), aClient()];
      await create(scope, client, plain);

      expect(await views().get(scope, client.id)).to.deep.equal(client);
      expect(await views().get(scope, plain.id)).to.deep.equal(plain);
      expect(await views().byIds(scope, [client.id, plain.id, randomUUID()])).to.have.deep.members([client, plain]);
    });

    it('changes every field, and gives back what it stored', async () => {
      const { scope } = await establish(persistence);
      const [client, target] = [aClient(), aClient()];
      await create(scope, client, target);
      const after = { ...client, ...FULL, mergedInto: target.id };

      expect(await change(scope, client.id, { ...FULL, mergedInto: target.id })).to.deep.equal(after);

      expect(await views().get(scope, client.id)).to.deep.equal(after);
      await change(scope, client.id, { ...aClient(), id: client.id });
      expect(await views().get(scope, client.id)).to.deep.equal(client);
    });

    it('changes nothing when the decision is to leave it, and stores nothing when it refuses', async () => {
      const { scope } = await establish(persistence);
      const client = aClient();
      await create(scope, client);

      expect(await write(scope, (store) => store.change(scope, client.id, () => null))).to.deep.equal(client);
      const refused = write(scope, (store) =>
        store.change(scope, client.id, () => {
          throw new RangeError('no');
        }),
      );

      expect(await refused.catch((error: unknown) => error)).to.be.instanceOf(RangeError);
      expect(await views().get(scope, client.id)).to.deep.equal(client);
      expect((await views().history(scope, client.id, FIRST_PAGE)).total).to.equal(1);
    });

    it('has nothing under an id that does not exist', async () => {
      const { scope } = await establish(persistence);
      for (const id of [...IMPOSSIBLE_IDS, randomUUID()]) {
        expect(await views().get(scope, id)).to.equal(null);
        expect(await views().byIds(scope, [id])).to.deep.equal([]);
        expect(await views().mergedInto(scope, id)).to.deep.equal([]);
        expect((await views().history(scope, id, FIRST_PAGE)).items).to.deep.equal([]);
        expect((await views().notes(scope, id, FIRST_PAGE)).items).to.deep.equal([]);
        expect((await refusalOf(change(scope, id, {}))).code).to.equal('unknown_record');
        expect((await refusalOf(write(scope, (store) => store.delete(scope, id)))).code).to.equal('unknown_record');
        expect((await refusalOf(write(scope, (store) => store.addNote(scope, aClientNote(id))))).code).to.equal('unknown_record');
        expect(await write(scope, (store) => store.removeNote(scope, id, id))).to.equal(false);
        expect(await write(scope, (store) => store.changeAll(scope, [id], () => []))).to.deep.equal([]);
      }
    });

    it('keeps an id, a mail address and an external id to one client of the establishment', async () => {
      const one = await establish(persistence);
      const beside = await establishBeside(persistence, one);
      const client = aClient({ email: 'ada@example.org', externalId: '7' });
      const free = aClient();
      await create(one.scope, client, free);
      await create(beside.scope, client);

      for (const taken of [{ id: client.id }, { email: client.email }, { externalId: '7' }]) {
        expect((await refusalOf(create(one.scope, aClient(), aClient(taken)))).code).to.equal('duplicate');
      }
      for (const taken of [{ email: client.email }, { externalId: '7' }]) {
        expect((await refusalOf(change(one.scope, free.id, taken))).code).to.equal('duplicate');
      }
      expect((await views().list(one.scope, FIRST_PAGE)).items).to.have.deep.members([client, free]);
    });

    it('gives an address to one of several who want it at once', async () => {
      const { scope } = await establish(persistence);
      const outcomes = await atOnce(6, () =>
        create(scope, aClient({ email: 'ada@example.org' })).then(
          () => 'created',
          (error: { code: string }) => error.code,
        ),
      );

      expect(outcomes.sort()).to.deep.equal(['created', ...Array.from({ length: 5 }, () => 'duplicate')]);
    });

    it('loses no change of several at once', async () => {
      const { scope } = await establish(persistence);
      const client = aClient();
      await create(scope, client);

      await atOnce(8, () =>
        write(scope, (store) =>
          store.change(scope, client.id, (before) => ({ client: { ...before, version: before.version + 1 }, event: aClientEvent() })),
        ),
      );

      expect((await views().get(scope, client.id))?.version).to.equal(9);
    });

    it('changes two at once, and frees what the merged one was known by for the other, whichever way round', async () => {
      const { scope } = await establish(persistence);
      const [one, other] = [aClient({ email: 'ada@example.org', externalId: '7' }), aClient()];
      await create(scope, one, other);

      const merged = { ...one, mergedInto: other.id };
      const heir = { ...other, email: one.email, externalId: one.externalId };
      const changed = await write(scope, (store) =>
        store.changeAll(scope, [other.id, randomUUID(), one.id], (clients) => {
          expect([...clients]).to.have.deep.members([
            [one.id, one],
            [other.id, other],
          ]);
          return [
            { client: heir, event: aClientEvent({ kind: 'absorbed' }) },
            { client: merged, event: aClientEvent({ kind: 'merged' }) },
          ];
        }),
      );

      expect(changed).to.deep.equal([heir, merged]);
      expect(await views().byEmail(scope, 'ADA@example.org')).to.deep.equal(heir);
      expect(await views().byKeys(scope, ['ada@example.org'], [])).to.deep.equal([heir]);
      expect(await views().get(scope, one.id)).to.deep.equal(merged);
      expect(await views().mergedInto(scope, other.id)).to.deep.equal([one.id]);
    });

    it('ends several who change the same two at once', async () => {
      const { scope } = await establish(persistence);
      const [one, other] = [aClient(), aClient()];
      await create(scope, one, other);

      await atOnce(8, (index) =>
        write(scope, (store) =>
          store.changeAll(scope, index % 2 === 0 ? [one.id, other.id] : [other.id, one.id], (clients) =>
            [...clients.values()].map((client) => ({ client: { ...client, version: client.version + 1 }, event: aClientEvent() })),
          ),
        ),
      );

      expect((await views().byIds(scope, [one.id, other.id])).map(({ version }) => version)).to.deep.equal([9, 9]);
    });

    it('finds clients by their address or external id', async () => {
      const { scope } = await establish(persistence);
      const [one, other] = [aClient({ email: 'ada@example.org' }), aClient({ externalId: '7' })];
      await create(scope, one, other, aClient());

      expect(await views().byEmail(scope, 'Ada@Example.org')).to.deep.equal(one);
      expect(await views().byEmail(scope, 'nobody@example.org')).to.equal(null);
      expect(await views().byKeys(scope, ['ada@example.org', 'x'], ['7'])).to.have.deep.members([one, other]);
      expect(await views().byKeys(scope, [], [])).to.deep.equal([]);
    });

    it('deletes a client with its notes and history, but not one that another was merged into', async () => {
      const { scope } = await establish(persistence);
      const [client, merged] = [aClient(), aClient()];
      await create(scope, client, merged);
      await write(scope, (store) => store.addNote(scope, aClientNote(client.id)));
      await change(scope, merged.id, { mergedInto: client.id });

      expect((await refusalOf(write(scope, (store) => store.delete(scope, client.id)))).code).to.equal('in_use');
      await write(scope, (store) => store.delete(scope, merged.id));
      await write(scope, (store) => store.delete(scope, client.id));

      expect(await views().get(scope, client.id)).to.equal(null);
      expect((await views().history(scope, client.id, FIRST_PAGE)).items).to.deep.equal([]);
      expect((await views().notes(scope, client.id, FIRST_PAGE)).items).to.deep.equal([]);
    });

    it('tells what happened to a client and to those merged into it, newest first', async () => {
      const { scope } = await establish(persistence);
      const [client, merged, stranger] = [aClient(), aClient(), aClient()];
      await create(scope, client, merged, stranger);
      const facts = { clientId: client.id, fields: ['email', null] };
      await change(scope, merged.id, { mergedInto: client.id }, aClientEvent({ kind: 'merged', at: minutesAfter(NOON, 2), facts }));
      await change(scope, client.id, {}, aClientEvent({ at: minutesAfter(NOON, 1), actor: 'public' }));

      const { items, total } = await views().history(scope, client.id, FIRST_PAGE);

      expect(total).to.equal(4);
      expect(items.slice(0, 2)).to.deep.equal([
        { kind: 'merged', at: minutesAfter(NOON, 2), actor: 'user:lucie', facts, clientId: merged.id },
        { kind: 'updated', at: minutesAfter(NOON, 1), actor: 'public', facts: {}, clientId: client.id },
      ]);
      expect((await views().history(scope, client.id, { page: 2, pageSize: 3 })).items).to.have.length(1);
    });

    it('keeps notes, newest first, moves them to another client and drops them', async () => {
      const { scope } = await establish(persistence);
      const [client, other] = [aClient(), aClient()];
      await create(scope, client, other);
      const [early, late] = [aClientNote(client.id), aClientNote(client.id, { text: 'Deux\nlignes', at: minutesAfter(NOON, 1) })];
      for (const note of [early, late]) await write(scope, (store) => store.addNote(scope, note));

      expect((await views().notes(scope, client.id, FIRST_PAGE)).items).to.deep.equal([late, early]);
      expect(await write(scope, (store) => store.removeNote(scope, other.id, early.id))).to.equal(false);
      expect(await write(scope, (store) => store.removeNote(scope, client.id, early.id))).to.equal(true);
      await write(scope, (store) => store.moveNotes(scope, client.id, other.id));
      expect((await views().notes(scope, client.id, FIRST_PAGE)).total).to.equal(0);
      expect((await views().notes(scope, other.id, FIRST_PAGE)).items).to.deep.equal([{ ...late, clientId: other.id }]);
      await write(scope, (store) => store.dropNotes(scope, other.id));
      expect((await views().notes(scope, other.id, FIRST_PAGE)).total).to.equal(0);
    });

    it('lists who is neither merged nor anonymous', async () => {
      const { scope } = await establish(persistence);
      const client = aClient();
      await create(scope, client, aClient({ anonymizedAt: NOON }));
      await create(scope, aClient({ mergedInto: client.id }));

      expect(await views().list(scope, FIRST_PAGE)).to.deep.equal({ items: [client], total: 1, page: 1, pageSize: FIRST_PAGE.pageSize });
    });

    it('searches names, companies, addresses, tags and phone numbers in any notation', async () => {
      const { scope } = await establish(persistence);
      await create(
        scope,
        aClient({ firstName: 'Étienne', lastName: 'Ørsted', phone: '06 12 34 56 78', tags: ['fidèle'] }),
        aClient({ lastName: 'Noël', company: 'Crêperie du Port', email: 'port@example.org', phone: '+33 6 98 76 54 32' }),
        aClient({ lastName: 'Øster', externalId: 'PS-42' }),
      );

      const found = {
        'orsted etienne': ['Ørsted'],
        OST: ['Øster'],
        'creperie po': ['Noël'],
        'port@example': ['Noël'],
        fidele: ['Ørsted'],
        '+33612345678': ['Ørsted'],
        '0033 6.12.34.56.78': ['Ørsted'],
        '06-12-34': ['Ørsted'],
        5678: ['Ørsted'],
        '0698765432': ['Noël'],
        'noel 06 98 76 54 32': ['Noël'],
        'ps-42': ['Øster'],
        'noel 0612345678': [],
        "%' & !": ['Noël', 'Øster', 'Ørsted'],
      };
      for (const [search, names] of Object.entries(found)) expect(await listed(scope, { search }), search).to.deep.equal(names);
    });

    it('narrows a list by every filter, and counts what it narrowed', async () => {
      const { scope } = await establish(persistence);
      const consent = (granted: boolean) => ({ granted, at: NOON, source: 'staff' });
      await create(
        scope,
        aClient({ lastName: 'A', createdAt: minutesAfter(NOON, -1) }),
        aClient({ lastName: 'B', kind: 'company', tags: ['vip', 'pro'], emailConsent: consent(true) }),
        aClient({ lastName: 'C', emailConsent: consent(false), createdAt: minutesAfter(NOON, 1) }),
      );

      expect(await listed(scope, { kind: 'company' })).to.deep.equal(['B']);
      expect(await listed(scope, { tag: 'vip' })).to.deep.equal(['B']);
      expect(await listed(scope, { tag: 'v' })).to.deep.equal([]);
      expect(await listed(scope, { consent: 'granted' })).to.deep.equal(['B']);
      expect(await listed(scope, { consent: 'withdrawn' })).to.deep.equal(['C']);
      expect(await listed(scope, { consent: 'unasked' })).to.deep.equal(['A']);
      expect(await listed(scope, { createdFrom: NOON, createdTo: minutesAfter(NOON, 1) })).to.deep.equal(['B']);
      expect((await views().list(scope, { page: 1, pageSize: 1, kind: 'person' })).total).to.equal(2);
    });

    it('sorts by what is asked for: names without regard to accents and case', async () => {
      const { scope } = await establish(persistence);
      const client = (lastName: string, minutes: number) => aClient({ firstName: null, lastName, createdAt: minutesAfter(NOON, minutes) });
      await create(scope, client('zoé', 1), client('Émile', 3), client('Dupont', 2), client('eric', 0));

      expect(await listed(scope)).to.deep.equal(['Dupont', 'Émile', 'eric', 'zoé']);
      expect(await listed(scope, { sort: '-name' })).to.deep.equal(['zoé', 'eric', 'Émile', 'Dupont']);
      expect(await listed(scope, { sort: 'createdAt' })).to.deep.equal(['eric', 'zoé', 'Dupont', 'Émile']);
      expect(await listed(scope, { sort: '-createdAt' })).to.deep.equal(['Émile', 'Dupont', 'zoé', 'eric']);
    });

    it('serves every client once over its pages', async () => {
      const { scope } = await establish(persistence);
      const clients = Array.from({ length: 23 }, () => aClient());
      await create(scope, ...clients);

      for (const sort of ['name', '-createdAt'] as const) {
        const pages = await Promise.all([1, 2, 3].map((page) => views().list(scope, { page, pageSize: 10, sort })));
        expect(pages.flatMap(({ items }) => items)).to.have.deep.members(clients);
      }
    });

    it('counts the tags of listed clients', async () => {
      const { scope } = await establish(persistence);
      await create(scope, aClient({ tags: ['vip', 'pro'] }), aClient({ tags: ['vip'] }), aClient({ tags: ['gone'], anonymizedAt: NOON }));

      expect(await views().tags(scope)).to.deep.equal([
        { tag: 'pro', clients: 1 },
        { tag: 'vip', clients: 2 },
      ]);
    });
  });
}
