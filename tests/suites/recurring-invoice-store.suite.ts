import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { establish, FIRST_PAGE, NOON } from './builders.js';
import { aClient, aClientEvent } from './client-builders.js';
import { aDraftInput, aRecurring } from './invoice-builders.js';
import { describePort, type Open, refusalOf } from './suite.js';

export function exerciseRecurringInvoiceStore(name: string, open: Open): void {
  describePort('RecurringInvoiceStore and RecurringInvoiceViews', name, open, (persistence) => {
    const { transact } = persistence;

    it('gives back what it was given, changes and deletes it', async () => {
      const { scope } = await establish(persistence);
      const { recurringInvoices: views } = persistence.views;
      const recurring = aRecurring(scope);
      await transact(scope, ({ recurringInvoices }) => recurringInvoices.create(scope, recurring));
      expect(await views.get(scope, recurring.id)).to.deep.equal(recurring);

      const ended = { ...recurring, status: 'ended', nextDate: null, name: 'Éco', version: 2 } as const;
      await transact(scope, ({ recurringInvoices }) => recurringInvoices.change(scope, recurring.id, () => ended));
      expect((await views.list(scope, { ...FIRST_PAGE, search: 'eco', status: 'ended' })).items).to.deep.equal([ended]);
      expect((await views.list(scope, { ...FIRST_PAGE, status: 'active' })).total).to.equal(0);
      await transact(scope, ({ recurringInvoices }) => recurringInvoices.delete(scope, recurring.id));
      expect(await views.get(scope, recurring.id)).to.equal(null);
    });

    it('lists those of a client', async () => {
      const { scope } = await establish(persistence);
      const client = aClient();
      const recurring = aRecurring(scope, { content: aDraftInput({ clientId: client.id }) });
      await persistence.transact(scope, async ({ clients, recurringInvoices }) => {
        await clients.create(scope, [client], aClientEvent());
        for (const one of [recurring, aRecurring(scope)]) await recurringInvoices.create(scope, one);
      });
      const { views } = persistence;

      expect((await views.recurringInvoices.list(scope, { ...FIRST_PAGE, clientId: client.id })).items).to.deep.equal([recurring]);
      expect((await views.recurringInvoices.list(scope, { ...FIRST_PAGE, clientId: 'none' })).items).to.deep.equal([]);
    });

    it('takes one run for each period', async () => {
      const { scope } = await establish(persistence);
      const recurring = aRecurring(scope);
      const run = { recurringId: recurring.id, period: '2026-06-16', invoiceId: randomUUID(), at: NOON };
      await transact(scope, async ({ recurringInvoices }) => {
        await recurringInvoices.create(scope, recurring);
        await recurringInvoices.addRun(scope, run);
        await recurringInvoices.addRun(scope, { ...run, period: '2026-07-16' });
      });

      const again = transact(scope, ({ recurringInvoices }) => recurringInvoices.addRun(scope, { ...run, invoiceId: randomUUID() }));
      expect((await refusalOf(again)).code).to.equal('duplicate');
      const { items } = await persistence.views.recurringInvoices.runs(scope, recurring.id, FIRST_PAGE);
      expect(items).to.deep.equal([{ ...run, period: '2026-07-16' }, run]);
    });

    it('finds the active ones whose period has come, of any tenant', async () => {
      const { scope } = await establish(persistence);
      const [due, later, paused] = [
        aRecurring(scope, { nextDate: '1980-01-01' }),
        aRecurring(scope, { nextDate: '1980-01-02' }),
        aRecurring(scope, { nextDate: '1980-01-01', status: 'paused' }),
      ];
      await transact(scope, async ({ recurringInvoices }) => {
        for (const recurring of [due, later, paused]) await recurringInvoices.create(scope, recurring);
      });

      const found = await transact(scope, ({ recurringInvoices }) => recurringInvoices.due('1980-01-01', 1000));
      expect(found.filter(({ siteId }) => siteId === scope.siteId)).to.deep.equal([
        { tenantId: scope.tenantId, siteId: scope.siteId, id: due.id },
      ]);
    });
  });
}
