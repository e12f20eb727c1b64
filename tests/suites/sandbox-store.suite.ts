import { expect } from 'chai';
import { aScope, NOON } from './builders.js';
import { aSandboxCheckout } from './payment-builders.js';
import { atOnce, describePort, type Open } from './suite.js';

export function exerciseSandboxStore(name: string, open: Open): void {
  describePort('SandboxStore', name, open, ({ transact }) => {
    it('keeps a checkout with every field, and the first of two with one reference', async () => {
      const checkout = aSandboxCheckout({ description: 'Zoé 🌻', expiresAt: new Date('2026-12-31T23:59:59.999Z') });
      expect(await transact(aScope(), ({ sandbox }) => sandbox.open(checkout))).to.deep.equal(checkout);
      expect(await transact(aScope(), ({ sandbox }) => sandbox.open({ ...checkout, amountCents: 1 }))).to.deep.equal(checkout);
      expect(await transact(aScope(), ({ sandbox }) => sandbox.get(checkout.ref))).to.deep.equal(checkout);
    });

    it('opens one checkout when several ask for it at once', async () => {
      const checkout = aSandboxCheckout();
      const opened = await atOnce(4, (index) =>
        transact(aScope(), ({ sandbox }) => sandbox.open({ ...checkout, description: `try ${index}` })),
      );
      expect(new Set(opened.map(({ description }) => description))).to.have.property('size', 1);
    });

    it('changes status and refund, and nothing that was agreed', async () => {
      const checkout = aSandboxCheckout();
      await transact(aScope(), ({ sandbox }) => sandbox.open(checkout));
      const changed = await transact(aScope(), ({ sandbox }) =>
        sandbox.change(checkout.ref, (before) => ({ ...before, status: 'paid', refundedAt: NOON, amountCents: 1 })),
      );
      expect(changed).to.deep.equal({ ...checkout, status: 'paid', refundedAt: NOON });
      expect(await transact(aScope(), ({ sandbox }) => sandbox.get(checkout.ref))).to.deep.equal(changed);
    });

    it('knows nothing of what was never opened', async () => {
      expect(await transact(aScope(), ({ sandbox }) => sandbox.get('nothing'))).to.equal(null);
      expect(await transact(aScope(), ({ sandbox }) => sandbox.change('nothing', (before) => before))).to.equal(null);
    });
  });
}
