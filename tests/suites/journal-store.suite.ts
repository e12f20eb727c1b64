import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { continueChain } from '@comptoir/core/journal/chain-writer.js';
import type { Chain, RecordType } from '@comptoir/core/journal/journal-entry.js';
import type { JournalFilter } from '@comptoir/core/journal/journal-store.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { establish, minutesAfter, NOON } from './builders.js';
import { aChain, JOURNAL_SIGNER, SALES_CHAIN } from './journal-builders.js';
import { atOnce, describePort, type Open, refusalOf } from './suite.js';

const DEPS = { crypto: nodeCrypto, signer: JOURNAL_SIGNER };

export function exerciseJournalStore(name: string, open: Open): void {
  describePort('JournalStore and JournalViews', name, open, (persistence) => {
    const write = (scope: Scope, ...chains: readonly ReturnType<typeof aChain>[]) =>
      persistence.transact(scope, ({ journal }) =>
        journal.append(
          scope,
          chains.flatMap(({ entries }) => entries),
          chains.map(({ head }) => head),
        ),
      );
    const list = (scope: Scope, filter: Partial<JournalFilter> = {}) => persistence.views.journal.list(scope, { limit: 50, ...filter });

    it('gives entries and ends back to the character', async () => {
      const { scope } = await establish(persistence);
      const chain = aChain(scope, 3);
      await write(scope, chain);
      expect((await list(scope)).items).to.deep.equal(chain.entries);
      expect(await persistence.views.journal.heads(scope)).to.deep.equal([chain.head]);
      const head = await persistence.transact(scope, ({ journal }) => journal.lockHead(scope, SALES_CHAIN));
      expect(head).to.deep.equal(chain.head);
      expect(await persistence.views.journal.entries(scope, SALES_CHAIN, 2, 1)).to.deep.equal(chain.entries.slice(1, 2));
      expect(await persistence.views.journal.chains(scope)).to.deep.equal([SALES_CHAIN]);
    });

    it('has no end of a chain that is empty', async () => {
      const { scope } = await establish(persistence);
      expect(await persistence.transact(scope, ({ journal }) => journal.lockHead(scope, SALES_CHAIN))).to.equal(null);
      expect(await persistence.views.journal.heads(scope)).to.deep.equal([]);
    });

    it('lets one after the other continue a chain, an empty one too', async () => {
      const { scope } = await establish(persistence);
      await atOnce(12, (index) =>
        persistence.transact(scope, async ({ journal }) => {
          const head = await journal.lockHead(scope, SALES_CHAIN);
          const { entries, head: end } = continueChain(DEPS, scope, SALES_CHAIN, head, NOON, [{ index }], {});
          await journal.append(scope, entries, [end]);
        }),
      );
      const { items } = await list(scope);
      expect(items.map(({ number }) => number)).to.deep.equal(Array.from({ length: 12 }, (_none, index) => index + 1));
      expect((await persistence.views.journal.heads(scope))[0]?.number).to.equal(12);
    });

    it('takes no number twice', async () => {
      const { scope } = await establish(persistence);
      await write(scope, aChain(scope, 1));
      expect((await refusalOf(write(scope, aChain(scope, 2)))).code).to.equal('duplicate');
      expect((await list(scope)).items).to.have.length(1);
    });

    it('lists chain by chain, page by page, of one register, one type and a time', async () => {
      const { scope } = await establish(persistence);
      const chainOf = (register: string, type: RecordType): Chain => ({ register, type });
      const second = chainOf('Caisse 2', 'sale');
      const later = continueChain(DEPS, scope, chainOf('Caisse 1', 'event'), null, minutesAfter(NOON, 60), [{ event: 'version' }], {});
      await write(scope, aChain(scope, 3), aChain(scope, 2, second), later);
      const places = async (filter?: Partial<JournalFilter>) =>
        (await list(scope, filter)).items.map(({ register, type, number }) => `${register} ${type} ${number}`);
      const all = ['Caisse 1 event 1', 'Caisse 1 sale 1', 'Caisse 1 sale 2', 'Caisse 1 sale 3', 'Caisse 2 sale 1', 'Caisse 2 sale 2'];
      expect(await places()).to.deep.equal(all);
      expect(await places({ register: 'Caisse 2' })).to.deep.equal(all.slice(4));
      expect(await places({ type: 'event' })).to.deep.equal(all.slice(0, 1));
      expect(await places({ from: minutesAfter(NOON, 1) })).to.deep.equal(all.slice(0, 1));
      expect(await places({ to: minutesAfter(NOON, 1) })).to.deep.equal(all.slice(1));
      const first = await list(scope, { limit: 4 });
      const rest = await list(scope, { limit: 4, cursor: first.nextCursor ?? '' });
      expect([...first.items, ...rest.items].map(({ number }) => number)).to.deep.equal([1, 1, 2, 3, 1, 2]);
      expect(rest.nextCursor).to.equal(null);
      expect((await refusalOf(list(scope, { cursor: 'zz' }))).code).to.equal('invalid_request');
    });

    it('knows where something was sold', async () => {
      const { scope } = await establish(persistence);
      const { scope: idle } = await establish(persistence);
      await write(scope, aChain(scope, 1));
      await write(idle, aChain(idle, 1, { register: 'Caisse 1', type: 'event' }));
      const sites = (await persistence.views.journal.sitesWithSales()).map(({ siteId }) => siteId);
      expect(sites).to.include(scope.siteId).and.not.include(idle.siteId);
    });
  });
}
