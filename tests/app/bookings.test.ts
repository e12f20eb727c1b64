import { expect } from 'chai';
import { z } from 'zod';
import { endAll, start } from './program.js';
import { demoDirectory, removeDirectories } from './till.js';

const SLUG = 'musee-des-ondes';

const catalog = z.object({
  offers: z.array(z.object({ id: z.string(), rates: z.array(z.object({ id: z.string() })) })),
  sessions: z.array(z.object({ id: z.string(), status: z.string(), remaining: z.int().nullable() })).default([]),
});
const answer = z.object({
  ok: z.literal(true),
  order: z.object({ id: z.string(), status: z.string(), tickets: z.array(z.object({ code: z.string(), state: z.string() })) }),
});

describe('bookings of the bundled server', function () {
  this.timeout(180_000);
  afterEach(endAll);
  after(removeDirectories);

  async function look(storefront: string, ofOffer = '') {
    return catalog.parse(await (await fetch(`${storefront}/api/ticketing/catalog?slug=${SLUG}${ofOffer}`)).json());
  }

  async function send(address: string, body: object) {
    const headers = { 'Content-Type': 'application/json' };
    return answer.parse(await (await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })).json()).order;
  }

  it('are held by a server that is killed, and completed once it is back', async () => {
    const variables = { COMPTOIR_DATA_DIR: await demoDirectory() };
    const first = start(['serve', '--demo'], variables);
    const { storefront = '' } = await first.ready;
    const [offer] = (await look(storefront)).offers;
    const ofOffer = `&offer=${offer?.id}&days=31`;
    const rateId = offer?.rates[0]?.id ?? '';
    const session = (await look(storefront, ofOffer)).sessions.findLast(({ remaining }) => (remaining ?? 0) > 9);
    const remainingAt = async (origin: string) => (await look(origin, ofOffer)).sessions.find(({ id }) => id === session?.id)?.remaining;
    const held = await send(`${storefront}/api/ticketing/holds`, { slug: SLUG, sessionId: session?.id, lines: [{ rateId, quantity: 2 }] });
    first.kill('SIGKILL');
    await first.ended;

    const { storefront: there = '' } = await start(['serve', '--demo'], variables).ready;
    const left = (session?.remaining ?? 0) - 2;
    expect(await remainingAt(there)).to.equal(left);
    const completed = await send(`${there}/api/ticketing/orders/${held.id}/complete`, { customer: { name: 'Ada' } });
    expect([completed.status, completed.tickets.map(({ state }) => state)]).to.deep.equal(['confirmed', ['valid', 'valid']]);
    expect(await remainingAt(there)).to.equal(left);
    expect((await send(`${there}/api/ticketing/orders/${held.id}/cancel`, {})).status).to.equal('cancelled');
    expect(await remainingAt(there)).to.equal(session?.remaining);
  });
});
