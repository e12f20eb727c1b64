import type { KeyedCall, KeyedChange } from '@comptoir/core/keyed/keyed-service.js';
import { presentSale } from '@comptoir/core/keyed/present-sale.js';
import { saleRecord } from '@comptoir/core/keyed/sale-contract.js';
import { type RefundInput, refundDraftOf, refundInput, saleDraftOf, saleInput } from '@comptoir/core/keyed/sale-input.js';
import type { Services } from '@comptoir/core/services.js';

/** A sale that a key records. */
export function selling({ scope, site }: KeyedCall): KeyedChange<typeof saleInput, typeof saleRecord> {
  return {
    action: 'keyed.recordSale',
    route: 'POST /api/v1/sales',
    input: saleInput,
    result: saleRecord,
    subjectOf: ({ id }) => id,
    run: async (services, input) =>
      presentSale(await services.sales.sell(scope, await saleDraftOf(counterOf(services), scope, site, input))),
  };
}

/** What of a sale a key takes back. */
export function refunding({ scope }: KeyedCall, saleId: string): KeyedChange<typeof refundInput, typeof saleRecord> {
  return {
    action: 'keyed.refundSale',
    route: `POST /api/v1/sales/${saleId}/refund`,
    input: refundInput,
    result: saleRecord,
    subjectOf: ({ id }) => id,
    run: async (services, input) =>
      presentSale(await services.sales.refund(scope, refundDraftOf(counterOf(services), saleId, input), modeOf(input))),
  };
}

function modeOf({ restock }: RefundInput) {
  return { movesGoods: restock, shift: 'joined' } as const;
}

function counterOf({ views, ids, clock }: Services) {
  return { views, ids, now: clock.now() };
}
