import { expect } from 'chai';
import fc from 'fast-check';
import { call, rawCall, rawStatus } from '../call.js';
import { closeAll } from '../serve.js';
import { anOrderBody, openRestaurant, placeOne, SLUG } from '../storefront/till.js';

/** Requests nobody planned for: what is asked of them is that they are refused, not that they are refused in a certain way. */

interface Request {
  readonly bytes: Buffer;
  /** False when the server will wait for more. */
  readonly whole: boolean;
}

const BATCHES = 80;
const BATCH_SIZE = 40;

const PATHS = [
  `/api/carte?slug=${SLUG}`,
  '/api/carte?slug=',
  '/api/carte',
  '/api/order',
  `/api/order/${'A'.repeat(22)}`,
  `/api/order/${'A'.repeat(22)}/events`,
  `/carte/${SLUG}`,
  `/carte/${SLUG}/order/${'A'.repeat(22)}`,
  '/assets/carte.js',
  '/healthz',
  '/readyz',
  '/',
];

const byte = (min: number, max: number) => fc.integer({ min, max }).map((code) => String.fromCharCode(code));
const word = fc.string({ unit: byte(0x21, 0x7e), maxLength: 12 });
/** What a header may hold. */
const latin1 = fc.string({ unit: fc.oneof(byte(0x20, 0x7e), byte(0x80, 0xff)), maxLength: 12 });
const noise = fc.string({ unit: byte(0, 0xff), maxLength: 12 });

/** A text with something put into it or cut out of it. */
function bent(text: fc.Arbitrary<string>, into: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(text, into, fc.nat(), fc.nat(4)).map(([whole, extra, at, cut]) => {
    const from = whole.length === 0 ? 0 : at % (whole.length + 1);
    return `${whole.slice(0, from)}${extra}${whole.slice(from + cut)}`;
  });
}

const path = fc.constantFrom(...PATHS);
const escapes = fc.constantFrom('%', '%0', '%zz', '%00', '%2F..', '%E0%A4', '%ff', '//', '/..', '?', '#', '&slug=x', ';', '[', '\\', '*');
const target = fc.oneof(
  { weight: 10, arbitrary: path },
  { weight: 10, arbitrary: fc.constant('/api/order') },
  { weight: 10, arbitrary: bent(path, escapes) },
  { weight: 5, arbitrary: bent(path, word) },
  { weight: 1, arbitrary: bent(path, noise) },
  { weight: 5, arbitrary: fc.tuple(fc.constantFrom('http://', 'https://', 'x://', '//'), word, path).map((parts) => parts.join('')) },
);

const method = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom('GET', 'POST', 'POST') },
  { weight: 3, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'TRACE', 'CONNECT') },
  { weight: 1, arbitrary: word },
);

const header = fc.tuple(
  fc.constantFrom(
    ...['Accept', 'Accept-Encoding', 'Accept-Language', 'Access-Control-Request-Headers', 'Content-Encoding', 'Content-Type', 'Cookie'],
    ...['Expect', 'Idempotency-Key', 'If-None-Match', 'Last-Event-ID', 'Origin', 'Range', 'Upgrade', 'User-Agent', 'X-Request-Id'],
    ...['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-HTTP-Method-Override', 'constructor', '__proto__'],
  ),
  fc.oneof(
    fc.constantFrom(
      '',
      '*',
      'gzip',
      'br;q=9',
      ';q=',
      'null',
      'http://[',
      'bytes=0-',
      '"',
      'W/',
      '100-continue',
      '9'.repeat(40),
      'fr;q=x, *',
    ),
    word,
    latin1,
  ),
);

function mostly(sense: unknown, ...others: fc.Arbitrary<unknown>[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 4 * others.length, arbitrary: fc.constant(sense) }, ...others);
}

const orderJson = fc
  .record(
    {
      slug: mostly(SLUG, fc.jsonValue()),
      items: mostly([{ id: 'nothing' }], fc.jsonValue(), fc.array(fc.record({ id: fc.string(), quantity: fc.jsonValue() }))),
      customer: mostly({ name: 'Ada' }, fc.jsonValue(), fc.record({ name: fc.string({ unit: 'binary' }), email: fc.string() })),
      pickupAt: mostly(
        null,
        fc.jsonValue(),
        fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      ),
      note: mostly('', fc.string({ unit: 'binary' }), fc.jsonValue()),
    },
    { requiredKeys: [] },
  )
  .map((changes) => JSON.stringify(anOrderBody(changes)));

const body = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  { weight: 4, arbitrary: orderJson },
  { weight: 2, arbitrary: bent(orderJson, noise) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: noise },
);

const length = fc.oneof(
  { weight: 30, arbitrary: fc.constant<number | string>(0) },
  { weight: 1, arbitrary: fc.integer({ min: -10, max: 10 }) },
  { weight: 1, arbitrary: word },
);

const version = fc.oneof(
  { weight: 30, arbitrary: fc.constant('1.1') },
  { weight: 1, arbitrary: fc.constantFrom('1.0', '0.9', '2', '3.0', '') },
);

const request: fc.Arbitrary<Request> = fc
  .tuple(method, target, fc.array(header, { maxLength: 5 }), body, length, version)
  .map(([verb, address, headers, content, error, protocol]) => {
    const bytes = Buffer.from(content);
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const announced = typeof error === 'number' ? bytes.length + error : error;
    const fixed = `Host: till\r\nConnection: close\r\nContent-Length: ${announced}\r\nContent-Type: application/json\r\n`;
    const start = Buffer.from(`${verb} ${address} HTTP/${protocol}\r\n${fixed}${lines}\r\n`, 'latin1');
    return { bytes: Buffer.concat([start, bytes]), whole: error === 0 && !/[\r\n]/.test(address) };
  });

describe('a storefront that is sent nonsense', () => {
  afterEach(closeAll);

  it(`never fails: ${BATCHES * BATCH_SIZE} requests, none of them answered with 5xx or left open`, async function () {
    this.timeout(60_000);
    const { origin, clock, log } = await openRestaurant();
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: BATCH_SIZE, maxLength: BATCH_SIZE }), async (requests) => {
        clock.advance(600_000);
        const answers = await Promise.all(requests.map(({ bytes, whole }) => rawCall(origin, bytes, { thenEnd: !whole })));
        for (const [index, answer] of answers.entries()) {
          const status = rawStatus(answer);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status >= 500) throw new Error(`${requests[index]?.bytes.toString('latin1')}\n\n${answer}`);
        }
      }),
      { numRuns: BATCHES },
    );
    expect(log.filter(({ level }) => level === 'error')).to.deep.equal([]);
    // Nonsense of every kind was among them, and sense too.
    expect([...statuses.keys()]).to.include.members([200, 400, 403, 404, 405, 415, 422]);
    expect((await call(`${origin}/healthz`)).status).to.equal(200);
    await placeOne(origin);
  });
});
