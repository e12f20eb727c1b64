import type { Product } from '../../catalogue/item.js';
import type { OrderDiscount, OrderLine } from '../../orders/order.js';
import type { ShopCharge, ShopOrder, ShopOrderLine } from '../shop-records.js';
import { balanceOf, discounted, discountsOf } from './order-totals.js';
import type { ShopWords } from './order-words-of-shop.js';

/** Something of the catalogue, as a line of the shop means it. */
export interface FoundGoods {
  readonly product: Pick<Product, 'id' | 'taxBasisPoints'>;
  readonly variant: OrderLine['variant'];
}

/** Null: it is not in the catalogue, or not as something that can be sold. */
export type FindGoods = (line: Pick<ShopOrderLine, 'productId' | 'combinationId'>) => FoundGoods | null;

export interface LineContext {
  readonly find: FindGoods;
  readonly makeId: () => string;
  readonly words: ShopWords;
  /** Of the country, on the day of the order; null: nobody has said. */
  readonly standardTax: number | null;
  /** The order was handed over: a rate of tax that was guessed for it stays, whatever the catalogue has learnt since. */
  readonly isSealed: boolean;
}

/** What a line of an order has besides those of its goods. */
const SHIPPING = 'shipping';
const WRAPPING = 'wrapping';
const ROUNDING = 'rounding';

/** Keys of the lines that name a product which is not in the catalogue. */
export function linesOfUnknownGoods({ lines }: Pick<ShopOrder, 'lines'>, find: FindGoods): readonly string[] {
  return lines.filter((line) => line.productId !== null && find(line) === null).map(({ externalId }) => externalId);
}

export interface ImportedContents {
  readonly lines: readonly OrderLine[];
  readonly discounts: readonly OrderDiscount[];
  /** Keys of the lines whose rate of tax the shop does not know: here it is a guess. */
  readonly assumedTax: readonly string[];
  /** Keys of the lines that the catalogue does not know. */
  readonly unknownGoods: readonly string[];
}

/**
 * The contents of the order as the shop has them; together they come to its total, to the cent. A line that was there keeps its id, its note and
 * what has happened to it. One that the shop has no more goes, unless something has happened to it: then so much of it stays, and the total of the
 * shop is kept by a visible adjustment.
 */
export function importedContents(shop: ShopOrder, before: readonly OrderLine[], context: LineContext): ImportedContents {
  const known = new Map(before.flatMap((line) => (line.externalKey === null ? [] : [[line.externalKey, line] as const])));
  const dominant = dominantTax(shop, context);
  const taxOf: PricedContext['taxOf'] = (tax, goods, line) =>
    tax ?? (context.isSealed ? line?.taxBasisPoints : undefined) ?? goods?.product.taxBasisPoints ?? dominant ?? 0;
  const goods = shop.lines.map((line) => goodsLine(line, known.get(line.externalId), { ...context, taxOf }));
  const charges = [
    ...chargeLine('custom', WRAPPING, shop.wrapping, context.words.wrapping, known, { ...context, taxOf }),
    ...chargeLine('shipping', SHIPPING, shop.shipping, shop.carrierName ?? context.words.shipping, known, { ...context, taxOf }),
  ];
  const named = new Set([...goods, ...charges].map(({ externalKey }) => externalKey));
  const kept = before
    .filter((line) => !named.has(line.externalKey) && line.externalKey !== ROUNDING && happenedTo(line) > 0)
    .map(asHappened);
  const gross = [...goods, ...charges, ...kept];
  const balance = balanceOf(gross, shop.discountCents, shop.totalCents);
  const { voucherCents, restCents } = balance;
  const lines = [
    ...discounted(gross, voucherCents + Math.max(0, -restCents)),
    ...chargeLine(
      'custom',
      ROUNDING,
      restCents > 0 ? { amountCents: restCents, taxBasisPoints: null } : null,
      context.words.rounding,
      known,
      {
        ...context,
        taxOf,
      },
    ),
  ];
  return {
    lines,
    discounts: discountsOf(balance, context.words),
    assumedTax: assumedKeys(shop),
    unknownGoods: linesOfUnknownGoods(shop, context.find),
  };
}

interface PricedContext extends LineContext {
  readonly taxOf: (tax: number | null, goods: FoundGoods | null, before: OrderLine | undefined) => number;
}

function goodsLine(line: ShopOrderLine, before: OrderLine | undefined, { find, makeId, taxOf }: PricedContext): OrderLine {
  const goods = find(line);
  const what = goods === null ? unknownGoods(before) : { kind: 'item' as const, itemId: goods.product.id, variant: goods.variant };
  return lineAfter(before, makeId, {
    ...what,
    name: line.name,
    quantity: Math.max(line.quantity, before === undefined ? 0 : happenedTo(before)),
    unitPriceCents: line.unitPriceCents,
    taxBasisPoints: taxOf(line.taxBasisPoints, goods, before),
    externalKey: line.externalId,
  });
}

/** Goods that were known once stay what they were, whatever became of the catalogue: they are still promised. */
function unknownGoods(before: OrderLine | undefined): Pick<OrderLine, 'kind' | 'itemId' | 'variant'> {
  if (before?.kind !== 'item') return { kind: 'custom', itemId: null, variant: null };
  const { kind, itemId, variant } = before;
  return { kind, itemId, variant };
}

function chargeLine(
  kind: 'shipping' | 'custom',
  key: string,
  charge: ShopCharge | null,
  name: string,
  known: ReadonlyMap<string, OrderLine>,
  { makeId, taxOf }: PricedContext,
): readonly OrderLine[] {
  const before = known.get(key);
  if (charge === null && (before === undefined || happenedTo(before) === 0)) return [];
  const unitPriceCents = charge?.amountCents ?? 0;
  const taxBasisPoints =
    charge === null && before !== undefined ? before.taxBasisPoints : taxOf(charge?.taxBasisPoints ?? null, null, before);
  const what = { kind, itemId: null, variant: null, name, quantity: 1, unitPriceCents, taxBasisPoints, externalKey: key };
  return [lineAfter(before, makeId, what)];
}

/** What the shop says of a line. */
type SaidLine = Pick<OrderLine, 'kind' | 'itemId' | 'variant' | 'name' | 'quantity' | 'unitPriceCents' | 'taxBasisPoints' | 'externalKey'>;

/** With what stays of the line that was there. Field by field: copies of copies were a tenth of what an order takes. */
function lineAfter(before: OrderLine | undefined, makeId: () => string, said: SaidLine): OrderLine {
  const { kind, itemId, variant, name, quantity, unitPriceCents, taxBasisPoints, externalKey } = said;
  const stays = before ?? NOTHING_HAPPENED;
  return {
    id: before?.id ?? makeId(),
    kind,
    itemId,
    name,
    variant,
    options: stays.options,
    quantity,
    unitPriceCents,
    discountCents: 0,
    totalCents: unitPriceCents * quantity,
    taxBasisPoints,
    note: stays.note,
    externalKey,
    fulfilled: stays.fulfilled,
    returned: stays.returned,
    invoiced: stays.invoiced,
  };
}

const NOTHING_HAPPENED: Pick<OrderLine, 'options' | 'note' | 'fulfilled' | 'returned' | 'invoiced'> = {
  options: [],
  note: null,
  fulfilled: 0,
  returned: 0,
  invoiced: 0,
};

/** How much of the line has left, come back or been invoiced: so much of it has to stay. */
function happenedTo({ fulfilled, returned, invoiced }: Pick<OrderLine, 'fulfilled' | 'returned' | 'invoiced'>): number {
  return Math.max(fulfilled, returned, invoiced);
}

function asHappened(line: OrderLine): OrderLine {
  const quantity = happenedTo(line);
  return { ...line, quantity, discountCents: 0, totalCents: line.unitPriceCents * quantity };
}

/** The rate of most of the order, which the carriage shares; else that of the country. */
function dominantTax({ lines }: ShopOrder, { find, standardTax }: LineContext): number | null {
  const sums = new Map<number, number>();
  for (const line of lines) {
    const tax = line.taxBasisPoints ?? find(line)?.product.taxBasisPoints;
    if (tax !== undefined) sums.set(tax, (sums.get(tax) ?? 0) + line.unitPriceCents * line.quantity);
  }
  const [most] = [...sums].sort(([one, oneCents], [other, otherCents]) => otherCents - oneCents || other - one);
  return most?.[0] ?? standardTax;
}

function assumedKeys({ lines, shipping, wrapping }: ShopOrder): readonly string[] {
  const isUnknown = (charge: ShopCharge | null) => charge !== null && charge.amountCents > 0 && charge.taxBasisPoints === null;
  return [
    ...lines.filter(({ taxBasisPoints }) => taxBasisPoints === null).map(({ externalId }) => externalId),
    ...(isUnknown(wrapping) ? [WRAPPING] : []),
    ...(isUnknown(shipping) ? [SHIPPING] : []),
  ];
}
