import type { Client } from '@comptoir/core/clients/client.js';
import type { Channel } from '@comptoir/core/orders/order.js';
import type { PastOrder } from '@comptoir/core/orders/order-store.js';
import { addDays, instantAt, wallTimeAt } from '@comptoir/core/sites/wall-time.js';
import { ATELIER_SELLER } from '../atelier-seller.js';
import { drawDays, minutesAfter, momentOf } from './calendar.js';
import type { Choices } from './dice.js';
import type { History } from './history.js';
import { bookedOrders, type PaidOrder } from './order-books.js';
import { drawClients, knownSince } from './past-clients.js';
import { dealsOf } from './past-deals.js';
import { drawLines } from './past-lines.js';
import { paidOrder } from './past-money.js';
import type { Place } from './past-order.js';
import { stockOf } from './past-stock.js';
import { aGuest, aShopPickup } from './pickup-orders.js';
import { aSentOrder } from './sent-orders.js';

const CLIENTS = { persons: 122, companies: 38 };
const ORDERS = 900;
const DAYS = 730;
/** What its online shop called the first of these orders. */
const FIRST_SHOP_NUMBER = 10_240;

type ShopChannel = Exclude<Channel, 'takeaway' | 'ticketing'>;
const CHANNELS: Choices<ShopChannel> = [
  ['shop', 56],
  ['boutique', 29],
  ['backoffice', 15],
];

/** When each channel takes orders: the shop while people are up, the staff while they are at work. */
const HOURS: Readonly<Record<ShopChannel, readonly [from: number, to: number]>> = {
  shop: [7, 23],
  boutique: [9, 20],
  backoffice: [9, 18],
};

/** Two years of an online shop, of its counter and of its staff. */
export function atelierHistory(place: Place, balances: ReadonlyMap<string, number>): History {
  const today = wallTimeAt(place.now, place.timezone).date;
  const begin = instantAt(addDays(today, -DAYS - 1), '06:00', place.timezone);
  const known = drawClients(place, CLIENTS, begin);
  const paid = ordersOf(place, today, known).map((past) => paidOrder(place, past));
  const clients = known.map((client) => knownSince(client, place, minutesAfter(firstOrderOf(client, paid) ?? begin, -1)));
  const books = { place, seller: ATELIER_SELLER, clients: new Map(clients.map((client) => [client.id, client])) };
  const booked = bookedOrders(books, paid);
  const deals = dealsOf(books);
  return {
    clients,
    orders: booked.map(({ past }) => past),
    payments: paid.flatMap(({ payments }) => payments),
    refunds: booked.flatMap(({ refunds }) => refunds),
    returns: booked.flatMap(({ returns }) => returns),
    ...deals,
    invoices: [...booked.flatMap(({ invoices }) => invoices), ...deals.invoices],
    stock: stockOf(
      place,
      paid.map(({ past }) => past),
      balances,
      begin,
    ),
  };
}

function firstOrderOf({ id }: Client, paid: readonly PaidOrder[]): Date | undefined {
  return paid.find(({ past }) => past.order.clientId === id)?.past.order.placedAt;
}

function ordersOf(place: Place, today: string, clients: readonly Client[]): PastOrder[] {
  const { dice, timezone, now } = place;
  const moments = drawDays(dice, ORDERS, { today, days: DAYS }).map((date) => {
    const channel = dice.weighted(CHANNELS);
    return { channel, placedAt: momentOf(dice, date, HOURS[channel], timezone, now) };
  });
  const inOrder = moments.sort((one, other) => one.placedAt.getTime() - other.placedAt.getTime());
  return inOrder.map(({ channel, placedAt }, index) => orderOf(place, channel, placedAt, clients, `${FIRST_SHOP_NUMBER + index}`));
}

function orderOf(place: Place, channel: ShopChannel, placedAt: Date, clients: readonly Client[], number: string): PastOrder {
  if (channel === 'boutique') {
    return aShopPickup(place, { customer: aGuest(place), placedAt, lines: drawLines(place.dice, place.wares) });
  }
  const client = aClientOf(place, channel === 'shop' ? 'person' : 'company', clients);
  return aSentOrder(place, { channel, client, placedAt, shopNumber: channel === 'shop' ? number : null });
}

/** One of the clients; some come again and again. */
function aClientOf({ dice }: Place, kind: Client['kind'], clients: readonly Client[]): Client {
  const [first, ...others] = clients.filter((client) => client.kind === kind);
  if (first === undefined) throw new Error('There are no clients.');
  const regulars = others.slice(0, 12);
  return dice.chance(35) ? dice.pick([first, ...regulars]) : dice.pick([first, ...others]);
}
