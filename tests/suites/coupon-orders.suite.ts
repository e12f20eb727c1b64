import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { clientsRouter } from '@comptoir/core/clients/clients-procedures.js';
import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { type AnyProcedure, internalCall } from '@comptoir/core/kit/procedure.js';
import { ordersRouter } from '@comptoir/core/orders/orders-procedures.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import { aBench } from '../core/support.js';
import { anItem, aProduct, establish } from './builders.js';
import { aClient, aClientEvent } from './client-builders.js';
import { aCoupon } from './reference-builders.js';
import { atOnce, describePort, type Open } from './suite.js';

const PROCEDURES: Readonly<Record<string, Readonly<Record<string, AnyProcedure>>>> = { orders: ordersRouter(), clients: clientsRouter() };

/** A shop that sells mugs, with two clients. */
async function aDesk(persistence: Persistence) {
  const { services } = aBench(persistence, { crypto: nodeCrypto });
  const { scope } = await establish(persistence, { trade: 'shop' });
  const [ada, bob] = [aClient(), aClient()];
  await persistence.transact(scope, async ({ clients, products }) => {
    await clients.create(scope, [ada, bob], aClientEvent({ kind: 'created' }));
    await products.create(scope, [aProduct(anItem({ id: 'mug', priceCents: 1250 }))]);
  });
  const call = (router: string, name: string, input: unknown) => {
    const procedure = PROCEDURES[router]?.[name];
    if (procedure === undefined) throw new Error(`There is no ${router}.${name}.`);
    return callProcedure(`${router}.${name}`, procedure, internalCall(services, scope), input);
  };
  const draft = (clientId: string, couponCode: string) =>
    call('orders', 'createDraft', { clientId, couponCode, items: [{ productId: 'mug' }] });
  /** `redeemed`, or the reason it was refused with. */
  const confirm = async ({ id }: { readonly id: string }): Promise<unknown> => {
    try {
      await call('orders', 'confirm', { id });
      return 'redeemed';
    } catch (error) {
      if (error instanceof DomainError && error.code === 'coupon_refused') return error.facts['reason'];
      throw error;
    }
  };
  const coupon = (changes: Parameters<typeof aCoupon>[0]) =>
    persistence.transact(scope, ({ coupons }) => coupons.create(scope, aCoupon({ code: 'BIENVENUE', ...changes })));
  return { ada, bob, call, draft, confirm, coupon };
}

/** Coupons as the orders of a shop redeem them. */
export function exerciseCouponOrders(name: string, open: Open): void {
  describePort('Coupons of orders', name, open, (persistence) => {
    it('are for the first order alone, of ten that are confirmed at once', async () => {
      const { ada, bob, draft, confirm, coupon } = await aDesk(persistence);
      await coupon({ firstOrderOnly: true });
      const drafts: { readonly id: string }[] = [];
      for (let index = 0; index < 10; index += 1) drafts.push(await draft((index % 2 === 0 ? ada : bob).id, 'BIENVENUE'));

      const outcomes = await atOnce(drafts.length, (index) => confirm(drafts[index] ?? { id: '' }));

      expect(outcomes.filter((outcome) => outcome === 'redeemed')).to.have.length(2);
      expect(new Set(outcomes)).to.deep.equal(new Set(['redeemed', 'first_order']));
    }).timeout(30_000);

    it('are used up by a client who was merged with one that has used them', async () => {
      const { ada, bob, call, draft, confirm, coupon } = await aDesk(persistence);
      await coupon({ limitPerClient: 1 });
      const [first, second] = [await draft(ada.id, 'BIENVENUE'), await draft(bob.id, 'BIENVENUE')];
      expect(await confirm(first)).to.equal('redeemed');

      await call('clients', 'merge', { id: ada.id, intoId: bob.id });

      expect(await confirm(second)).to.equal('client_limit');
    });
  });
}
