import { parseArgs } from 'node:util';
import { DIALECTS, type Dialect } from './dialect.js';
import { type FakeShopOptions, startFakeShop } from './fake-shop.js';

/** `npm run -s fake-shop -- …`: serves a made-up shop until SIGTERM or SIGINT. */

const HELP = `Serves a made-up online shop that answers as the web service of PrestaShop does.

  --orders N      generated orders (200)
  --products N    generated products (by the number of orders)
  --customers N   generated customers (by the number of orders)
  --lines N       lines of each order (5)
  --days N        how far back the orders go (40)
  --dialect D     ${DIALECTS.join(', ')} (8)
  --languages N   1 or 2 (2)
  --timezone Z    zone of the shop (Europe/Paris)
  --seed N        the same shop for the same seed (1)
  --now T         the clock stands still at this instant
  --broken-sort   sorted lists are empty, as with some shops
  --port N        any that is free
  --json          prints {"url":…,"key":…} when it serves
  --help

Other processes edit it and make it fail under /__fake/ (tests/support/fake-shop/README.md).
`;

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '200' },
    products: { type: 'string' },
    customers: { type: 'string' },
    lines: { type: 'string', default: '5' },
    days: { type: 'string', default: '40' },
    dialect: { type: 'string', default: '8' },
    languages: { type: 'string', default: '2' },
    timezone: { type: 'string', default: 'Europe/Paris' },
    seed: { type: 'string', default: '1' },
    now: { type: 'string' },
    'broken-sort': { type: 'boolean', default: false },
    port: { type: 'string', default: '0' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else await serve();

async function serve(): Promise<void> {
  const shop = await startFakeShop(chosenOptions());
  const ends = () => void shop.close().then(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, ends);
  const { url, key } = shop;
  process.stdout.write(values.json ? `${JSON.stringify({ url, key })}\n` : `${url} answers to the key ${key}.\n`);
}

function chosenOptions(): FakeShopOptions {
  return {
    dialect: dialectOf(values.dialect),
    orders: countOf('orders', values.orders),
    linesEach: countOf('lines', values.lines),
    days: countOf('days', values.days),
    languages: values.languages === '1' ? 1 : 2,
    timezone: values.timezone,
    seed: countOf('seed', values.seed),
    port: countOf('port', values.port),
    sorting: values['broken-sort'] ? 'empty' : 'works',
    ...(values.products === undefined ? {} : { products: countOf('products', values.products) }),
    ...(values.customers === undefined ? {} : { customers: countOf('customers', values.customers) }),
    ...(values.now === undefined ? {} : { now: new Date(values.now) }),
  };
}

function dialectOf(text: string): Dialect {
  const dialect = DIALECTS.find((each) => each === text);
  if (dialect === undefined) throw new Error(`--dialect is one of ${DIALECTS.join(', ')}, not ${text}.`);
  return dialect;
}

function countOf(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 0) throw new Error(`--${name} is a whole number from 0, not ${text}.`);
  return count;
}
