import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { makePaymentSandbox, type PaymentSandbox } from '@comptoir/adapters-sdk/payments/sandbox.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import type { CheckoutRequest } from '@comptoir/core/payments/payment-provider.js';
import { expect } from 'chai';
import { MINUTE_MS, minutesAfter, NOON } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { listeningAddress } from '../../support/listening.js';
import { TEST_SECRET } from '../../support/service-deps.js';

const OTHER_SECRET = 'another-secret-of-the-tests-with-32-bytes';

interface Heard {
  readonly headers: Record<string, string | undefined>;
  readonly body: string;
}

describe('the payment sandbox', () => {
  const clock = fixedClock(NOON);
  let persistence = makeMemoryPersistence();
  let opened: PaymentSandbox[] = [];
  let server: Server | undefined;

  function aSandbox(secrets: readonly [string, ...string[]] = [TEST_SECRET]): PaymentSandbox {
    const pageOf = (ref: string) => `https://till.example/sandbox/${ref}`;
    const sandbox = makePaymentSandbox({ transact: persistence.transact, clock, logger: silentLogger, secrets, pageOf });
    opened.push(sandbox);
    return sandbox;
  }

  function aRequest(changes: Partial<CheckoutRequest> = {}): CheckoutRequest {
    return {
      paymentId: 'p-1',
      attempt: 1,
      amountCents: 3900,
      currency: 'EUR',
      description: 'Atelier Nord 001',
      returnUrl: 'https://till.example/back?lang=fr',
      cancelUrl: 'https://till.example/order',
      webhookUrl: 'http://127.0.0.1:9/nobody',
      expiresAt: minutesAfter(NOON, 30),
      locale: 'fr',
      ...changes,
    };
  }

  /** A till's end of the webhook, which answers with these statuses in turn, then 200; resolves with the call it took. */
  async function aListener(...statuses: number[]): Promise<{ url: string; taken: Promise<Heard>; heard: Heard[] }> {
    const heard: Heard[] = [];
    let take: (call: Heard) => void = () => undefined;
    const taken = new Promise<Heard>((resolve) => {
      take = resolve;
    });
    server = createServer(async (request, response) => {
      const call = { headers: singleOf(request.headers), body: await text(request) };
      heard.push(call);
      const status = statuses.shift() ?? 200;
      response.writeHead(status).end();
      if (status === 200) take(call);
    }).listen(0, '127.0.0.1');
    return { url: `${await listeningAddress(server)}/webhook`, taken, heard };
  }

  beforeEach(() => {
    clock.set(NOON);
    persistence = makeMemoryPersistence();
  });

  afterEach(async () => {
    await Promise.all(opened.map((sandbox) => sandbox.close()));
    opened = [];
    server?.closeAllConnections();
    server?.close();
    server = undefined;
  });

  it('opens one checkout for a payment and attempt, and another for the next', async () => {
    const { provider } = aSandbox();
    const [first, same, next] = [
      await provider.createCheckout(aRequest()),
      await provider.createCheckout(aRequest()),
      await provider.createCheckout(aRequest({ attempt: 2 })),
    ];
    expect(same).to.deep.equal(first);
    expect(next.ref).to.not.equal(first.ref);
    expect(first.url).to.equal(`https://till.example/sandbox/${first.ref}`);
  });

  it('still knows after a restart what was paid, and gives back once', async () => {
    const { ref } = await aSandbox().provider.createCheckout(aRequest());
    await aSandbox().decide(ref, 'paid');
    const { provider } = aSandbox();
    expect(await provider.look(ref)).to.deep.equal({ paymentId: 'p-1', status: 'paid', amountCents: 3900, currency: 'EUR' });
    await provider.refund({ ref, paymentId: 'p-1', amountCents: 3900, currency: 'EUR' });
    clock.advance(MINUTE_MS);
    await provider.refund({ ref, paymentId: 'p-1', amountCents: 3900, currency: 'EUR' });
    const kept = await persistence.transact({ tenantId: '', actor: { kind: 'public' } }, ({ sandbox }) => sandbox.get(ref));
    expect(kept?.refundedAt).to.deep.equal(NOON);
  });

  it('gives nothing back of what was not paid', async () => {
    const { provider } = aSandbox();
    const { ref } = await provider.createCheckout(aRequest());
    const failed = await provider.refund({ ref, paymentId: 'p-1', amountCents: 3900, currency: 'EUR' }).catch(() => 'refused');
    expect(failed).to.equal('refused');
  });

  it('keeps the first decision, and takes none when the time is over', async () => {
    const sandbox = aSandbox();
    const { ref } = await sandbox.provider.createCheckout(aRequest());
    await sandbox.decide(ref, 'failed');
    await sandbox.decide(ref, 'paid');
    expect((await sandbox.provider.look(ref))?.status).to.equal('failed');
    const late = await sandbox.provider.createCheckout(aRequest({ attempt: 2 }));
    clock.advance(30 * MINUTE_MS);
    await sandbox.decide(late.ref, 'paid');
    expect((await sandbox.provider.look(late.ref))?.status).to.equal('expired');
    expect(await sandbox.decide('nothing', 'paid')).to.equal(null);
    expect(await sandbox.provider.look('nothing')).to.equal(null);
  });

  describe('the way back', () => {
    async function wayBack() {
      const sandbox = aSandbox();
      const { ref } = await sandbox.provider.createCheckout(aRequest());
      const address = new URL((await sandbox.decide(ref, 'paid')) ?? '');
      return { sandbox, ref, query: Object.fromEntries(address.searchParams) as Record<string, string> };
    }

    it('names the checkout, signed, and keeps what the address had', async () => {
      const { sandbox, ref, query } = await wayBack();
      expect(query['lang']).to.equal('fr');
      expect(sandbox.provider.readReturn(query)).to.equal(ref);
      expect(sandbox.provider.readReturn(query), 'again').to.equal(ref);
    });

    it('is refused when anything of it was changed, forgotten or kept for too long', async () => {
      const { sandbox, query } = await wayBack();
      const { checkout, timestamp, signature = '' } = query;
      const forged = [
        { ...query, checkout: `${checkout}x` },
        { ...query, timestamp: String(Number(timestamp) + 1) },
        { ...query, signature: signature.replace(/.$/, '') },
        { ...query, signature: 'v1,' },
        { checkout },
        {},
      ];
      for (const each of forged) {
        expect((await refusalOf(() => sandbox.provider.readReturn(each))).code, JSON.stringify(each)).to.equal('invalid_signature');
      }
      clock.advance(300_000);
      expect(() => sandbox.provider.readReturn(query)).to.not.throw();
      clock.advance(1_000);
      expect((await refusalOf(() => sandbox.provider.readReturn(query))).code).to.equal('invalid_signature');
    });

    it('is understood with an older secret, and not with another one', async () => {
      const { query, ref } = await wayBack();
      expect(aSandbox([OTHER_SECRET, TEST_SECRET]).provider.readReturn(query)).to.equal(ref);
      expect((await refusalOf(() => aSandbox([OTHER_SECRET]).provider.readReturn(query))).code).to.equal('invalid_signature');
    });
  });

  describe('its webhook', () => {
    it('is signed over its id, its time and every byte of its body', async () => {
      const { url, taken } = await aListener();
      const sandbox = aSandbox();
      const { ref } = await sandbox.provider.createCheckout(aRequest({ webhookUrl: url }));
      await sandbox.decide(ref, 'paid');
      const { headers, body } = await taken;
      const { readWebhook } = sandbox.provider;
      expect(readWebhook({ headers, body })).to.equal(ref);
      const forged = [
        { headers, body: `${body} ` },
        { headers: { ...headers, 'webhook-id': 'evt_other' }, body },
        { headers: { ...headers, 'webhook-signature': undefined }, body },
      ];
      for (const call of forged) expect((await refusalOf(() => readWebhook(call))).code).to.equal('invalid_signature');
    });

    it('comes again, under the same id, until it is taken', async () => {
      const { url, taken, heard } = await aListener(500);
      const sandbox = aSandbox();
      const { ref } = await sandbox.provider.createCheckout(aRequest({ webhookUrl: url }));
      await sandbox.decide(ref, 'failed');
      await taken;
      expect(heard.map(({ headers }) => headers['webhook-id'])).to.deep.equal([`evt_${ref}`, `evt_${ref}`]);
    });

    it('is given up when the process ends', async () => {
      const { url } = await aListener(500, 500, 500);
      const sandbox = aSandbox();
      const { ref } = await sandbox.provider.createCheckout(aRequest({ webhookUrl: url }));
      await sandbox.decide(ref, 'paid');
      await sandbox.close();
    });
  });
});

function singleOf(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]));
}
