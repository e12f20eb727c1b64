import { loadDemo } from '@comptoir/app/demo/load-demo.js';
import type { Carte } from '@comptoir/core/carte/carte.js';
import { carteSchema } from '@comptoir/core/carte/carte-contract.js';
import { orderInputSchema, placedOrderSchema } from '@comptoir/core/orders/order-contract.js';
import { expect } from 'chai';
import type { z } from 'zod';
import { aBench, anOrderFor, aRestaurant } from '../../core/support.js';
import { aCategory, anItem } from '../../suites/builders.js';
import { storefrontDocument } from './documents.js';
import { exampleIn, operationsOf } from './operations.js';

const document = storefrontDocument();
const operationOf = (id: string) => operationsOf(document).find(({ operation }) => operation.operationId === id)?.operation;

/** A field that only one of the two has, or that differs, does not compile. Texts are texts: the contract lists the words of some. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Plain<Value> = Value extends string
  ? string
  : Value extends readonly (infer Member)[]
    ? Plain<Member>[]
    : Value extends object
      ? { -readonly [Key in keyof Value]: Plain<Value[Key]> }
      : Value;
const theContractIsTheType: Same<Plain<z.output<typeof carteSchema>>, Plain<Carte>> = true;

describe('the document of the storefront', () => {
  it('describes the menu as it is served', async () => {
    const bench = aBench();
    await loadDemo(bench.services, null);
    for (const slug of ['chez-lucie', 'le-zinc', 'volets-clos']) {
      const carte = await bench.services.carte.bySlug(slug);
      expect(carteSchema.parse(carte), slug).to.deep.equal(carte);
    }
    expect(theContractIsTheType).to.equal(true);
  });

  it('describes an order as it is answered', async () => {
    const bench = aBench();
    const { site } = await aRestaurant(bench, {}, { categories: [aCategory()], items: [anItem({ id: 'soupe' })] });
    const { order } = await bench.services.orders.place(anOrderFor(site, [{ id: 'soupe' }]), null);
    expect(placedOrderSchema.parse(order)).to.deep.equal(order);
  });

  it('shows a menu, an order and an answer that their contracts accept', () => {
    carteSchema.parse(exampleIn(operationOf('carte')?.responses['200']));
    const input = orderInputSchema.parse(exampleIn(operationOf('place-order')?.requestBody));
    expect(input.items[0]?.id).to.equal('galette-complete');
    for (const id of ['place-order', 'order']) {
      const { ok, order } = exampleIn(operationOf(id)?.responses['200']) as { ok: boolean; order: unknown };
      expect(ok).to.equal(true);
      placedOrderSchema.parse(order);
    }
  });

  it('has every status that the specification names for an order', () => {
    expect(operationOf('place-order')?.responses).to.include.all.keys('200', '400', '403', '404', '409', '422', '429', '502');
    const codes = Object.values(document.components.responses).flatMap(({ content }) =>
      Object.keys(content?.['application/json']?.examples ?? {}),
    );
    expect(codes).to.include.members([
      'closed',
      'ordering_off',
      'slot_full',
      'sold_out',
      'idempotency_in_flight',
      'empty_order',
      'invalid_options',
      'invalid_slot',
      'below_minimum',
      'idempotency_key_reused',
      'rate_limited',
      'till_unreachable',
    ]);
  });
});
