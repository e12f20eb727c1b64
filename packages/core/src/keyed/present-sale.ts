import type { z } from 'zod';
import { eurosOf, percentOf } from '../kit/money.js';
import type { Sale } from '../sales/sale.js';
import type { PrintedReceipt } from '../till/receipts-service.js';
import type { receiptAnswer, SaleRecord } from './sale-contract.js';

/** The sale or refund as the keyed API shows it. */
export function presentSale({ id, kind, number, register, at, refundOf, currency, ...sale }: Sale): SaleRecord {
  return {
    id,
    kind,
    number,
    register,
    at: at.toISOString(),
    refundOf,
    lines: sale.lines.map((line) => ({
      number: line.number,
      itemId: line.itemId,
      variantId: line.variantId,
      key: line.syncKey,
      sku: line.sku,
      name: line.name,
      quantity: line.quantity,
      unitPrice: eurosOf(line.unitPriceCents),
      discount: eurosOf(line.discountCents),
      total: eurosOf(line.totalCents),
      vatRate: percentOf(line.taxBasisPoints),
    })),
    taxes: sale.taxes.map(({ taxBasisPoints, netCents, taxCents }) => ({
      vatRate: percentOf(taxBasisPoints),
      net: eurosOf(netCents),
      tax: eurosOf(taxCents),
    })),
    discounts: sale.discounts.map(({ kind: of, value, label, line, amountCents }) => ({
      kind: of,
      value: of === 'percent' ? percentOf(value) : eurosOf(value),
      label,
      line,
      amount: eurosOf(amountCents),
    })),
    rounding: sale.rounding,
    payments: sale.payments.map(({ method, amountCents, tenderedCents }) => ({
      method,
      amount: eurosOf(amountCents),
      ...(tenderedCents === undefined ? {} : { tendered: eurosOf(tenderedCents) }),
    })),
    total: eurosOf(sale.totalCents),
    cashRounding: eurosOf(sale.cashRoundingCents),
    orderId: sale.orderId,
    currency,
  };
}

/** The receipt of a sale or refund as the keyed API shows it. */
export function presentReceipt(sale: Sale, receipt: PrintedReceipt): z.input<typeof receiptAnswer> {
  const { number, register, at, establishment, changeCents, signature, version, text } = receipt;
  const { name, address, phone } = establishment;
  const printed = { number, register, at: at.toISOString(), establishment: { name, address: [...address], phone } };
  return { ok: true, receipt: { ...printed, sale: presentSale(sale), change: eurosOf(changeCents), signature, version, text } };
}
