import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import type { Mail } from '@comptoir/core/kit/mail.js';
import type { OutgoingCall } from '@comptoir/core/kit/outgoing-http.js';
import { RETRY_WAITS_SECS } from '@comptoir/core/links/delivery-queue.js';
import { verifiedId } from '@comptoir/core/links/signed-message.js';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { DAY_MS, HOUR_MS } from '../../suites/builders.js';
import { joined } from '../../suites/identity-builders.js';
import { failing, OK } from '../push-queue/queue-bench.js';
import { aToldIntegrator, type Told } from './a-told-integrator.js';

const last = async ({ services, scope }: Told) => (await services.views.webhookEndpoints.deliveries(scope, { limit: 1 })).items[0];

const signedOf = ({ headers, body }: OutgoingCall) => ({
  id: headers['webhook-id'] ?? '',
  timestamp: headers['webhook-timestamp'] ?? '',
  signature: headers['webhook-signature'] ?? '',
  body,
});

describe('the delivery of an event', () => {
  it('is signed as the public library signs it, and says what came of it', async () => {
    const till = await aToldIntegrator();
    till.integrator.answers(() => ({ ...OK, text: 'Merci !' }) as typeof OK);
    await till.change();
    await till.soon();

    const [call] = till.integrator.calls;
    const delivery = await last(till);
    expect(call?.url).to.equal('https://integrator.example/hook');
    expect(call?.headers).to.include({ 'Content-Type': 'application/json', 'webhook-id': delivery?.eventId });
    const at = new Date(Number(call?.headers['webhook-timestamp']) * 1000);
    const signature = new Webhook(till.endpoint.secret).sign(delivery?.eventId ?? '', at, call?.body ?? '');
    expect(call?.headers['webhook-signature']).to.equal(signature);
    expect(delivery).to.deep.include({ state: 'delivered', attempts: 1, body: call?.body });
    expect(delivery?.last).to.deep.include({ status: 200, error: null, answer: 'Merci !' });
    expect((await till.endpointNow())?.failingSince).to.equal(null);
  });

  it('is made again under the same id until it succeeds, and forgets then that it failed', async () => {
    const till = await aToldIntegrator();
    till.integrator.answers(() => failing(503));
    await till.change();
    await till.soon();
    expect(await last(till)).to.deep.include({ state: 'waiting', attempts: 1 });
    expect((await last(till))?.last).to.include({ status: 503, error: 'The endpoint answered 503.' });
    expect((await till.endpointNow())?.failingSince).to.not.equal(null);

    till.integrator.answers(() => OK);
    await till.timers.advance(10_000);
    expect(new Set(till.integrator.calls.map(({ headers }) => headers['webhook-id'])).size).to.equal(1);
    expect(new Set(till.integrator.calls.map(({ body }) => body)).size).to.equal(1);
    expect(await last(till)).to.include({ state: 'delivered', attempts: 2 });
    expect((await till.endpointNow())?.failingSince).to.equal(null);
  });

  it('fails when its attempts are used up, is among the dead letters, and is sent again by hand', async () => {
    const till = await aToldIntegrator();
    till.integrator.answers(() => failing(500));
    await till.change();
    await till.soon();
    for (const secs of RETRY_WAITS_SECS) {
      till.clock.advance(secs * 1_100);
      await till.timers.advance(5_000);
    }
    expect(till.integrator.calls).to.have.length(RETRY_WAITS_SECS.length + 1);
    const failed = await last(till);
    expect(failed).to.include({ state: 'failed', attempts: RETRY_WAITS_SECS.length + 1 });
    const letters = await till.services.queues.deadLetters(till.scope, { queue: null, limit: 10, cursor: undefined });
    expect(letters.items.map(({ queue }) => queue)).to.deep.equal(['webhook-endpoints']);

    till.integrator.answers(() => OK);
    expect(await till.services.webhookEndpoints.redeliver(till.scope, { id: failed?.id ?? '' })).to.deep.equal({ count: 1, more: false });
    await till.soon();
    expect(await last(till)).to.include({ state: 'delivered', attempts: 1 });
    expect(new Set(till.integrator.calls.map(({ headers }) => headers['webhook-id'])).size).to.equal(1);
  }).timeout(30_000);

  it('is the last one when it is answered with 410; what failed meanwhile is sent once it is enabled', async () => {
    const mails: string[] = [];
    const mailer = { send: async ({ to, subject }: Mail) => void mails.push(`${to}: ${subject}`) };
    const till = await aToldIntegrator({}, { mailer });
    await joined(till.persistence, till.scope, { user: { email: 'ada@example.test' } });
    await joined(till.persistence, till.scope, { user: { email: 'unproved@example.test', emailVerifiedAt: null } });
    till.integrator.answers(() => failing(410));
    await till.change();
    await till.soon();
    await till.change();
    await till.soon();
    expect(till.integrator.calls).to.have.length(1);
    expect(await till.endpointNow()).to.have.nested.property('disabled.reason', 'gone');
    expect(await last(till)).to.include({ state: 'failed', attempts: 1 });
    expect(mails).to.deep.equal(['ada@example.test: Le webhook « Entrepôt » est désactivé']);

    const { webhookEndpoints } = till.services;
    const since = new Date(0);
    const refused = await webhookEndpoints.redeliver(till.scope, { endpointId: till.endpoint.id, since }).catch((error) => error);
    expect(refused).to.have.property('code', 'invalid_request');
    till.integrator.answers(() => OK);
    await webhookEndpoints.update(till.scope, till.endpoint.id, { enabled: true });
    expect(await webhookEndpoints.redeliver(till.scope, { endpointId: till.endpoint.id, since })).to.deep.equal({ count: 1, more: false });
    await till.soon();
    expect(await last(till)).to.include({ state: 'delivered' });
  });

  it('disables an endpoint that has done nothing but fail for five days, and not one that succeeds now and then', async () => {
    const till = await aToldIntegrator();
    const fail = async () => {
      till.integrator.answers(() => failing(500));
      await till.change();
      await till.soon();
    };
    await fail();
    till.clock.advance(4 * DAY_MS);
    till.integrator.answers(() => OK);
    await till.change();
    await till.soon();
    await fail();
    till.clock.advance(4.9 * DAY_MS);
    await fail();
    expect((await till.endpointNow())?.disabled).to.equal(null);
    till.clock.advance(0.2 * DAY_MS);
    await fail();
    expect(await till.endpointNow()).to.have.nested.property('disabled.reason', 'failing');
  });

  it('is not made to an endpoint that was disabled or deleted meanwhile', async () => {
    const till = await aToldIntegrator();
    till.integrator.answers(() => failing(500));
    await till.change();
    await till.soon();
    await till.services.webhookEndpoints.update(till.scope, till.endpoint.id, { enabled: false });
    await till.timers.advance(10_000);
    expect(till.integrator.calls).to.have.length(1);
    expect(await last(till)).to.include({ state: 'failed' });
    expect((await last(till))?.last).to.include({ status: 500 });

    await till.services.webhookEndpoints.update(till.scope, till.endpoint.id, { enabled: true });
    await till.change();
    await till.soon();
    await till.services.webhookEndpoints.remove(till.scope, till.endpoint.id);
    await till.timers.advance(10_000);
    expect(till.integrator.calls).to.have.length(2);
    expect(await last(till)).to.equal(undefined);
  });

  it('is signed by both secrets while one replaces the other, and by the new one alone after', async () => {
    const till = await aToldIntegrator();
    const { secret } = await till.services.webhookEndpoints.rotate(till.scope, till.endpoint.id, 24);
    await till.change();
    await till.soon();
    const [call] = till.integrator.calls;
    if (call === undefined) throw new Error('Nobody was told.');
    for (const good of [secret, till.endpoint.secret]) {
      expect(verifiedId(nodeCrypto, [good], signedOf(call), till.clock.now())).to.equal(call.headers['webhook-id']);
    }
    till.clock.advance(25 * HOUR_MS);
    await till.change();
    await till.soon();
    expect(till.integrator.calls[1]?.headers['webhook-signature']?.split(' ')).to.have.length(1);
  });

  it('to an address that may not be called any more fails, and says why', async () => {
    const till = await aToldIntegrator();
    till.integrator.answers(() => ({ kind: 'forbidden', reason: 'The address leads to this machine.' }));
    await till.change();
    await till.soon();
    expect((await last(till))?.last).to.include({ status: null, error: 'The address leads to this machine.', answer: null });
  });

  it('keeps what an endpoint answers even where no database takes it as it is', async () => {
    const till = await aToldIntegrator();
    till.integrator.answers(() => ({ kind: 'answered', status: 500, retryAfterSecs: null, text: 'a\u0000b' }));
    await till.change();
    await till.soon();
    expect((await last(till))?.last?.answer).to.equal('a\ufffdb');
  });
});
