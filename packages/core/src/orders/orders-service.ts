import type { Menus, SiteMenu } from '../carte/menus.js';
import { publicScope } from '../carte/menus.js';
import { menuItemsById } from '../catalogue/item.js';
import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import { DomainError, hasCode } from '../kit/errors.js';
import { fingerprintOf, type IdempotencyClaim, isRememberedRefusal, ReplayedRefusal, refusedOutcome, replay } from '../kit/idempotency.js';
import type { Ids } from '../kit/ids.js';
import { eurosOf } from '../kit/money.js';
import type { RateState } from '../kit/rate-limit.js';
import type { Scope } from '../kit/scope.js';
import type { Signals } from '../kit/signals.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import { chosenProvider, offeredPayments, type PaymentProviders } from '../payments/offered-payments.js';
import { newPayment } from '../payments/payment-rules.js';
import type { PaymentLinks } from '../payments/payments-service.js';
import { serviceDayAt } from '../sites/opening-hours.js';
import { candidateSlots, type PickupSlot, slotCapOf } from '../sites/pickup-slots.js';
import { hasBoutique, hasPublicMenu, type Site, type Trade } from '../sites/site.js';
import type { SiteViews } from '../sites/site-store.js';
import type { StockLine, StockService } from '../stock/stock-service.js';
import type { Stores } from '../stores.js';
import { findGuestOrder } from './guest-orders.js';
import {
  AT_PICKUP,
  type GuestChannel,
  type PickupChannel,
  type PickupOrder,
  type PickupStep,
  pickupOf,
  UNTOUCHED,
  type Unnumbered,
} from './order.js';
import { ORDER_RATE, type OrderInput, type PlacedOrder, placedOrderSchema } from './order-contract.js';
import { statusEvent } from './order-event.js';
import { takeOrderStep } from './order-steps.js';
import type { OrderClaims, Placed } from './order-store.js';
import type { OrderViews } from './order-views.js';
import { type OrderAddresses, presentOrder } from './present-order.js';
import { priceOrder } from './price-order.js';

/** Addresses of pages, which only the host knows. */
export interface OrderLinks {
  /** The live page of an order. */
  tracking(slug: string, orderId: string, channel: GuestChannel): string;
}

export interface PlaceAnswer {
  readonly order: PlacedOrder;
  /** The answer of an earlier call with the same idempotency key. */
  readonly replayed: boolean;
  /** The pace of the establishment after this order; null for a replay. */
  readonly rate: RateState | null;
}

/** An order with its establishment, and as its guest sees it. */
export interface FoundOrder {
  readonly order: PickupOrder;
  readonly site: Site;
  readonly placed: PlacedOrder;
}

export interface OrdersService {
  /**
   * Places an order that is picked up: prices it by the current menu, promises it the stock it takes, claims its pickup slot and
   * number, and stores it, all or nothing (interfaces A, decisions §2–3). With `idempotencyKey` the same call has its effect once.
   * The establishment must be of a trade that sells by the channel. An order of a shop that is to be paid by card waits for its payment,
   * which is begun at `payUrl`; no provider is asked here.
   *
   * Throws `unknown_shop`, `ordering_off`, `closed`, `slot_full`, `sold_out`, `empty_order`, `invalid_options`, `invalid_slot`,
   * `below_minimum`, `payment_not_offered`, `rate_limited`, `idempotency_key_reused`, `idempotency_in_flight`, and `till_unreachable` when the store
   * did not take it.
   */
  place(input: OrderInput, idempotencyKey: string | null, channel?: PickupChannel): Promise<PlaceAnswer>;
  /** The order whose unguessable id this is, for its guest. Throws `unknown_order`. */
  find(orderId: string): Promise<FoundOrder>;
  /** Takes a step of the order's life. Throws `unknown_order`, `invalid_transition`, `payment_pending`. */
  step(scope: Scope, orderId: string, step: PickupStep, reason: string | null): Promise<PickupOrder>;
}

export interface OrdersDeps {
  readonly unitOfWork: UnitOfWork;
  readonly menus: Menus;
  readonly orderViews: Pick<OrderViews, 'byPublicId'>;
  readonly siteViews: Pick<SiteViews, 'get'>;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly ids: Ids;
  readonly links: OrderLinks & Pick<PaymentLinks, 'pay'>;
  readonly providers: PaymentProviders;
  readonly signals: Signals;
}

/** Who sells by a channel, and the scope of its idempotency keys. */
const CHANNEL_RULES = {
  takeaway: { sells: hasPublicMenu, route: 'POST /api/order' },
  boutique: { sells: hasBoutique, route: 'POST /api/boutique/order' },
} as const satisfies Record<PickupChannel, { sells: (trade: Trade) => boolean; route: string }>;

const RATE_BUCKET = 'orders';

/** As the store has placed it. */
type PlacedPickup = Pick<Placed, 'rate'> & { readonly order: PickupOrder };

/** What placing an order works on, within its transaction. */
interface Placing {
  readonly scope: Scope;
  readonly siteMenu: SiteMenu;
  readonly channel: PickupChannel;
  readonly input: OrderInput;
  readonly claim: IdempotencyClaim | null;
  readonly stock: StockService;
  readonly stores: Stores;
}

export function makeOrdersService(deps: OrdersDeps): OrdersService {
  async function place(input: OrderInput, idempotencyKey: string | null, channel: PickupChannel): Promise<PlaceAnswer> {
    const { sells, route } = CHANNEL_RULES[channel];
    const siteMenu = await deps.menus.bySlug(input.slug, sells);
    if (siteMenu === null) throw new DomainError('unknown_shop');
    const scope = publicScope(siteMenu.site);
    const claim = idempotencyKey === null ? null : claimOf(siteMenu.site, route, idempotencyKey, input);
    try {
      const answer = await deps.unitOfWork(scope, ({ stock }, stores) =>
        placeOnce({ scope, siteMenu, channel, input, claim, stock, stores }),
      );
      if (!answer.replayed) deps.signals.send({ kind: 'order-changed', orderId: answer.order.id });
      return answer;
    } catch (error) {
      if (claim !== null && isRememberedRefusal(error) && !(error instanceof ReplayedRefusal)) await rememberRefusal(scope, claim, error);
      throw error;
    }
  }

  function claimOf(site: Site, route: string, key: string, input: OrderInput): IdempotencyClaim {
    return { owner: `site:${site.id}`, route, key, fingerprint: fingerprintOf(deps.crypto, input) };
  }

  async function placeOnce(placing: Placing): Promise<PlaceAnswer> {
    const { stores, scope, claim } = placing;
    const now = deps.clock.now();
    const remembered = claim === null ? null : await stores.idempotency.claim(scope, claim, now);
    if (claim !== null && remembered !== null) {
      const { result } = replay(remembered, claim, (stored) => placedOrderSchema.parse(stored));
      return { order: result, replayed: true, rate: null };
    }
    const { order, rate } = await placeNew(placing, now);
    const placed = presentOrder(order, addressesOf(placing.siteMenu.site, order));
    if (claim !== null) await stores.idempotency.remember(scope, claim, { kind: 'done', result: placed }, now);
    return { order: placed, replayed: false, rate };
  }

  function addressesOf({ slug }: Site, { id, channel, payment }: PickupOrder): OrderAddresses {
    const payUrl = payment.method === 'card' ? deps.links.pay(slug, id, 'boutique') : null;
    return { trackingUrl: deps.links.tracking(slug, id, channel), payUrl };
  }

  /** Who takes the card; null where the order is paid at pickup, as every takeaway order is. */
  async function cardProvider({ stores, scope, channel, input }: Placing, totalCents: number): Promise<string | null> {
    if (channel === 'takeaway') return null;
    const offered = offeredPayments(await stores.settings.list(scope), deps.providers);
    return chosenProvider(offered, input.payment ?? AT_PICKUP.method, totalCents);
  }

  /** The rules first, which cost nothing; then the claims, which make others wait. */
  async function placeNew(placing: Placing, now: Date): Promise<PlacedPickup> {
    const {
      stores,
      stock,
      scope,
      siteMenu: { site, menu },
      channel,
      input,
    } = placing;
    if (!site.features.onlineOrders) throw new DomainError('ordering_off');
    const candidates = candidateSlots(site, input.pickupAt ?? null, now);
    const priced = priceOrder(menu, input.items, now);
    if (priced.totalCents < site.ordering.minimumCents) throw belowMinimum(site);
    const provider = await cardProvider(placing, priced.totalCents);
    const draft: Omit<Unnumbered<PickupOrder>, 'pickupAt' | 'serviceDay'> = {
      ...UNTOUCHED,
      id: deps.ids.token(),
      tenantId: scope.tenantId,
      siteId: scope.siteId,
      channel,
      status: 'queued',
      placedAt: now,
      customer: { name: input.customer.name, phone: input.customer.phone || null, email: input.customer.email || null },
      note: input.note || null,
      lines: priced.lines,
      dropped: priced.dropped,
      totalCents: priced.totalCents,
      currency: site.currency,
      payment: provider === null ? AT_PICKUP : { method: 'card', status: 'pending' },
      version: 1,
    };
    if (site.features.stock) await stock.reserve(scope, menuItemsById(menu), linesOf(draft), draft.id);
    const cap = slotCapOf(site);
    const placed = await inFirstSlotWithRoom(stores.pickupSlots, scope, candidates, cap, ({ start }) =>
      placeAt(placing, { ...draft, pickupAt: start, serviceDay: serviceDayAt(site, start) }, { start, cap }),
    );
    if (provider !== null)
      await stores.payments.create(scope, newPayment({ ...paymentFacts(placed.order), id: deps.ids.uuid(), provider }, now));
    return placed;
  }

  async function rememberRefusal(scope: Scope, claim: IdempotencyClaim, refusal: DomainError): Promise<void> {
    const now = deps.clock.now();
    await deps.unitOfWork(scope, async (_services, { idempotency }) => {
      if ((await idempotency.claim(scope, claim, now)) === null) {
        await idempotency.remember(scope, claim, refusedOutcome(refusal), now);
      }
    });
  }

  async function find(orderId: string): Promise<FoundOrder> {
    const found = await findGuestOrder(deps, orderId);
    const order = pickupOf(found.order);
    return { order, site: found.site, placed: presentOrder(order, addressesOf(found.site, order)) };
  }

  async function step(scope: Scope, orderId: string, stepName: PickupStep, reason: string | null): Promise<PickupOrder> {
    const at = deps.clock.now();
    const changed = await deps.unitOfWork(scope, ({ stock, orderSales }, stores) =>
      takeOrderStep({ stores, stock, orderSales }, scope, orderId, { step: stepName, reason, at }),
    );
    if (changed === null) throw new Error('A step without a condition was not taken.');
    deps.signals.send({ kind: 'order-changed', orderId });
    return changed;
  }

  return {
    place: (input, idempotencyKey, channel = 'takeaway') => place(input, idempotencyKey, channel).catch(asTillFault),
    find,
    step,
  };
}

async function placeAt(
  { stores, scope }: Placing,
  draft: Unnumbered<PickupOrder>,
  slot: OrderClaims['slot'],
): Promise<PlacedPickup | null> {
  const rate = { bucket: RATE_BUCKET, policy: ORDER_RATE };
  const placed = await stores.orders.place(scope, draft, statusEvent(draft, scope, draft.placedAt), { slot, rate });
  return placed === null ? null : { rate: placed.rate, order: pickupOf(placed.order) };
}

function paymentFacts({ id: orderId, tenantId, siteId, totalCents: amountCents, currency }: PickupOrder) {
  return { orderId, tenantId, siteId, amountCents, currency };
}

/** What the order takes from the shelves. */
function linesOf({ lines }: Pick<PickupOrder, 'lines'>): readonly StockLine[] {
  return lines.map(({ itemId, variant, quantity }) => ({ itemId, variantId: variant?.id ?? null, quantity }));
}

/** Places in the earliest slot that takes it: the first one nearly always; only when it is full the others are looked at. */
async function inFirstSlotWithRoom(
  pickupSlots: Stores['pickupSlots'],
  scope: Scope,
  [first, ...others]: readonly PickupSlot[],
  cap: number | null,
  place: (slot: PickupSlot) => Promise<PlacedPickup | null>,
): Promise<PlacedPickup> {
  const placed = first === undefined ? null : await place(first);
  if (placed !== null) return placed;
  for (const slot of await slotsWithRoom(pickupSlots, scope, others, cap)) {
    const later = await place(slot);
    if (later !== null) return later;
  }
  throw new DomainError('slot_full');
}

/** Slots that are full already are not tried: asking once is cheaper than a refused claim per slot. The claim alone decides. */
async function slotsWithRoom(
  pickupSlots: Stores['pickupSlots'],
  scope: Scope,
  slots: readonly PickupSlot[],
  cap: number | null,
): Promise<readonly PickupSlot[]> {
  const [first] = slots;
  const last = slots.at(-1);
  if (cap === null || first === undefined || last === undefined) return slots;
  const taken = await pickupSlots.taken(scope, first.start, last.end);
  return slots.filter((slot) => (taken.get(slot.start.getTime()) ?? 0) < cap);
}

function belowMinimum(site: Site): DomainError {
  const minimum = eurosOf(site.ordering.minimumCents);
  return new DomainError('below_minimum', {
    issues: [{ path: 'items', message: `The minimum is ${minimum.toFixed(2)} ${site.currency}.` }],
    facts: { minimum },
  });
}

/** To a guest a store that does not answer is a till that cannot be reached. */
function asTillFault(error: unknown): never {
  throw hasCode(error, 'store_unavailable') ? new DomainError('till_unreachable', { cause: error }) : error;
}
