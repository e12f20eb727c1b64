import { type Client, clientName } from '@comptoir/core/clients/client.js';
import { actorName } from '@comptoir/core/kit/scope.js';
import {
  AT_PICKUP,
  type FulfilmentChannel,
  type FulfilmentOrder,
  type FulfilmentStatus,
  type OrderLine,
  type Priority,
  UNTOUCHED,
  type Unnumbered,
} from '@comptoir/core/orders/order.js';
import type { PastOrder } from '@comptoir/core/orders/order-store.js';
import { wallTimeAt } from '@comptoir/core/sites/wall-time.js';
import { minutesAfter, workingHour } from './calendar.js';
import type { Choices, Dice } from './dice.js';
import { postalAddressOf } from './past-clients.js';
import { drawLines, sentContents } from './past-lines.js';
import { eventsOf, type Life, lifeUntil, type Place, type Step, standOf } from './past-order.js';

/** Whose order it is, and when it was begun. */
export interface Occasion {
  readonly channel: FulfilmentChannel;
  readonly client: Client;
  readonly placedAt: Date;
  /** What the online shop calls the order; null: it is none of its orders. */
  readonly shopNumber: string | null;
}

/** An order of a client that is sent, as far as it has come by now. */
export function aSentOrder(place: Place, occasion: Occasion): PastOrder {
  const life = lifeUntil(lifeOf(place, occasion), place.now);
  const stand = standOf(life, 'delivered');
  const contents = contentsOf(place, occasion, stand.status);
  return {
    order: { ...outlineOf(place, occasion), ...officeOf(place, occasion, stand.status), ...contents, ...stand },
    events: eventsOf(life),
  };
}

function contentsOf({ dice, wares }: Place, { client, shopNumber }: Occasion, status: FulfilmentStatus) {
  const forTrade = client.kind === 'company';
  const goods = drawLines(dice, wares, forTrade ? 3 : 1);
  const country = postalAddressOf(client)?.country ?? 'FR';
  const { lines, ...sums } = sentContents(dice, goods, country, forTrade);
  return { ...sums, lines: lines.map((line) => countedLine(line, status, shopNumber)) };
}

function outlineOf({ ids, dice, scope, timezone }: Place, { channel, client, placedAt }: Occasion) {
  return {
    id: ids.token(),
    tenantId: scope.tenantId,
    siteId: scope.siteId,
    channel,
    serviceDay: wallTimeAt(placedAt, timezone).date,
    placedAt,
    pickupAt: null,
    customer: { name: clientName(client), phone: client.phone, email: client.email },
    note: dice.chance(12) ? dice.pick(NOTES) : null,
    dropped: [],
    currency: 'EUR',
    payment: AT_PICKUP,
  } satisfies Partial<Unnumbered<FulfilmentOrder>>;
}

function officeOf({ dice, staffId }: Place, { channel, client, shopNumber }: Occasion, status: FulfilmentStatus) {
  const address = postalAddressOf(client);
  const ofShop =
    shopNumber === null ? {} : { invoiceStatus: status === 'cancelled' ? 'CANCELED' : 'PAID', customInputs: { shop_id: shopNumber } };
  return {
    ...UNTOUCHED,
    clientId: client.id,
    billingAddress: address,
    deliveryAddress: address,
    assignedTo: channel === 'backoffice' && dice.chance(60) ? staffId : null,
    priority: dice.weighted(PRIORITIES),
    invoiceNumber: shopNumber,
    ...ofShop,
  };
}

/** The line with how many of it have left and come back. */
function countedLine(line: OrderLine, status: FulfilmentStatus, shopNumber: string | null): OrderLine {
  const left = line.kind !== 'shipping' && LEFT.includes(status) ? line.quantity : 0;
  const externalKey = shopNumber === null ? null : `${shopNumber}-${line.id}`;
  return { ...line, externalKey, fulfilled: left, returned: status === 'returned' ? left : 0 };
}

/** The states in which goods were handed over; what is on its way is counted by parcels, of which there are none. */
const LEFT: readonly FulfilmentStatus[] = ['delivered', 'returned'];

const OUTCOMES: Choices<'kept' | 'cancelled' | 'returned'> = [
  ['kept', 88],
  ['cancelled', 6],
  ['returned', 6],
];

/** All that will have happened to the order some day. */
function lifeOf(place: Place, { channel, placedAt }: Occasion): Life<FulfilmentStatus> {
  const { dice, scope } = place;
  const staff = actorName(scope.actor);
  const outcome = dice.weighted(OUTCOMES);
  if (channel === 'shop') {
    const begun = { status: 'confirmed', at: placedAt, actor: SHOP, kind: 'created' } as const;
    return [begun, ...onItsWay(dice, staff, placedAt, outcome)];
  }
  const quote = { status: 'draft', at: placedAt, actor: staff, kind: 'created' } as const;
  const answered = workingHour(dice, placedAt, dice.between(0, 4));
  if (dice.chance(7))
    return [quote, { status: 'cancelled', at: minutesAfter(answered, 21 * 24 * 60), actor: staff, reason: 'Devis sans suite' }];
  return [quote, { status: 'confirmed', at: answered, actor: staff }, ...onItsWay(dice, staff, answered, outcome)];
}

/** What follows the confirmation. */
function onItsWay(dice: Dice, actor: string, confirmedAt: Date, outcome: 'kept' | 'cancelled' | 'returned'): Step<FulfilmentStatus>[] {
  const prepared = workingHour(dice, confirmedAt, dice.between(0, 2));
  if (outcome === 'cancelled') return [{ status: 'cancelled', at: prepared, actor, reason: dice.pick(CANCELLED_BECAUSE) }];
  const shipped = workingHour(dice, prepared, dice.between(0, 2));
  const delivered = workingHour(dice, shipped, dice.between(1, 4));
  const sent: Step<FulfilmentStatus>[] = [
    { status: 'preparing', at: prepared, actor },
    { status: 'shipped', at: shipped, actor },
    { status: 'delivered', at: delivered, actor: CARRIER },
  ];
  if (outcome === 'kept') return sent;
  return [
    ...sent,
    { status: 'returned', at: workingHour(dice, delivered, dice.between(6, 18)), actor, reason: dice.pick(RETURNED_BECAUSE) },
  ];
}

const SHOP = 'system:shop-sync';
const CARRIER = 'system:carrier';

const PRIORITIES: Choices<Priority> = [
  ['normal', 90],
  ['high', 6],
  ['low', 3],
  ['urgent', 1],
];
const NOTES: readonly [string, ...string[]] = [
  'Emballage cadeau, s’il vous plaît.',
  'Laisser chez le gardien.',
  'Appeler avant la livraison.',
  'Livraison après 18 heures.',
  'C’est un cadeau, ne pas joindre la facture.',
  'Please leave with the neighbours at number 4.',
];
const CANCELLED_BECAUSE: readonly [string, ...string[]] = ['À la demande du client', 'Paiement refusé', 'Commande en double'];
const RETURNED_BECAUSE: readonly [string, ...string[]] = ['Ne convient pas', 'Arrivé abîmé', 'Erreur de référence'];
