/**
 * Orders as guests place them: three lines of the real menu with the variants and options it asks for, every third "as soon as
 * possible" and the others for a time of their choice. They go round all sites, so that no site gets more than its pace allows.
 */

const QUARTER_MS = 15 * 60_000;
/** Beyond the lead time, and so many that a chosen time is never full. */
const FIRST_TIME_MS = 60 * 60_000;
const TIMES = 36;
/** The limit of the product: 60 per establishment within ten minutes. */
export const ORDERS_PER_SITE = 60;

/** `carte` is the answer of `GET /api/carte`. Throws when the sites have taken all they may. */
export function makeOrderBook(carte, sites) {
  const dishes = carte.items.filter(({ available }) => available).map(chosenAsAsked);
  const mains = dishes.filter(({ unitPriceCents }) => unitPriceCents >= carte.ordering.minimum * 100);
  const firstTime = Math.ceil((Date.now() + FIRST_TIME_MS) / QUARTER_MS) * QUARTER_MS;
  let placed = 0;

  return {
    next(count) {
      if (placed + count > sites.length * ORDERS_PER_SITE) throw new Error('The sites have taken all the orders they may: add sites.');
      return Array.from({ length: count }, () => {
        const number = placed++;
        const ofSite = Math.floor(number / sites.length);
        return {
          site: sites[number % sites.length],
          pickupAt: ofSite % 3 === 0 ? null : new Date(firstTime + (ofSite % TIMES) * QUARTER_MS).toISOString(),
          customer: { name: `Camille Martin ${number}`, phone: '06 12 34 56 78', email: `camille.martin.${number}@example.test` },
          lines: [mains[number % mains.length], dishes[(number * 7 + 3) % dishes.length], dishes[(number * 11 + 5) % dishes.length]],
        };
      });
    },
  };
}

/** An item with the first of its variants and as many options as it asks for. */
function chosenAsAsked(item) {
  const [variant = null] = item.variants;
  const options = item.optionGroups.flatMap((group) => group.options.slice(0, group.min));
  const prices = [variant ?? item, ...options].map(({ price }) => Math.round(price * 100));
  return {
    itemId: item.id,
    name: item.name,
    variant: variant === null ? null : { id: variant.id, name: variant.name },
    options,
    quantity: 1,
    unitPriceCents: prices.reduce((total, price) => total + price, 0),
  };
}

/** The order as the bytes of `POST /api/order`, with an idempotency key where one is given. */
export function orderRequest({ site, pickupAt, customer, lines }, idempotencyKey) {
  const body = JSON.stringify({
    slug: site.slug,
    items: lines.map(({ itemId, variant, options, quantity }) => ({
      id: itemId,
      quantity,
      ...(variant === null ? {} : { variantId: variant.id }),
      ...(options.length === 0 ? {} : { optionIds: options.map(({ id }) => id) }),
    })),
    customer,
    ...(pickupAt === null ? {} : { pickupAt }),
  });
  const headers = [
    'POST /api/order HTTP/1.1',
    'Host: 127.0.0.1',
    'User-Agent: comptoir-bench',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(idempotencyKey === undefined ? [] : [`Idempotency-Key: ${idempotencyKey}`]),
  ];
  return `${headers.join('\r\n')}\r\n\r\n${body}`;
}
