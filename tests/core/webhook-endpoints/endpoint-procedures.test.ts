import { webhooksRouter } from '@comptoir/core/webhooks/webhooks-procedures.js';
import { expect } from 'chai';
import { refusalOf } from '../../suites/suite.js';
import { anOrganisation, callsOf } from '../organisation.js';
import { failing, OK } from '../push-queue/queue-bench.js';
import { aBench } from '../support.js';
import { anIntegrator, FIELDS } from './a-told-integrator.js';

const call = callsOf('webhooks', webhooksRouter());
const URL = 'https://integrator.example/hook';

async function anOffice() {
  const integrator = anIntegrator();
  const bench = aBench(undefined, { outgoing: integrator.outgoing });
  const organisation = await anOrganisation(bench);
  const { call: admin } = await organisation.joinAs('admin');
  return { ...bench, organisation, admin, integrator };
}

const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;

describe('webhooks of integrators', () => {
  it('show a secret once: when the endpoint is made, and when it is rotated', async () => {
    const { admin, services, organisation } = await anOffice();
    const { secret, ...made } = await call('create', admin, { name: 'Entrepôt', url: URL });
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made).to.deep.include({ siteId: organisation.scope.siteId, types: null, enabled: true, secretsCount: 1 });

    const rotated = await call('rotateSecret', admin, { id: made.id, graceHours: 2 });
    expect(rotated.secret).to.not.equal(secret);
    const answers = [
      await call('list', admin),
      await call('get', admin, { id: made.id }),
      await call('update', admin, { id: made.id, name: 'Autre' }),
      await call('deliveries', admin),
      await services.views.audit.list(organisation.scope, { page: 1, pageSize: 100 }),
    ];
    for (const shown of [secret, rotated.secret]) expect(JSON.stringify(answers)).to.not.include(shown);
    expect(answers[1]).to.include({ secretsCount: 2 });
  });

  it('end the old secret at once where that is asked for', async () => {
    const { admin } = await anOffice();
    const { id } = await call('create', admin, { name: 'Entrepôt', url: URL });
    await call('rotateSecret', admin, { id, dropOld: true });
    expect(await call('get', admin, { id })).to.include({ secretsCount: 1 });
  });

  it('leave the secret of the online shop as it is, and the other way round', async () => {
    const { admin, services, organisation } = await anOffice();
    const { id } = await call('create', admin, { name: 'Entrepôt', url: URL });
    await call('rotateSecret', admin, { id });
    expect((await call('getEndpoints', admin)).secret).to.deep.equal({ canonical: false, older: false });
    const kept = await services.views.webhookEndpoints.get(organisation.scope, id);
    await call('rotateSecret', admin, {});
    expect((await call('getEndpoints', admin)).secret).to.deep.equal({ canonical: true, older: false });
    expect(await services.views.webhookEndpoints.get(organisation.scope, id)).to.deep.equal(kept);
  });

  it('refuse addresses that may not be called, when they are made and changed', async () => {
    const { admin } = await anOffice();
    for (const url of ['http://integrator.example/', 'ftp://a', 'https://forbidden.example/']) {
      expect(await codeOf(call('create', admin, { name: 'x', url })), url).to.equal('invalid_request');
    }
    const { id } = await call('create', admin, { name: 'x', url: URL });
    expect(await codeOf(call('update', admin, { id, url: 'https://forbidden.example/' }))).to.equal('invalid_request');
    expect(await codeOf(call('create', admin, { name: 'x', url: URL, types: [] }))).to.equal('invalid_request');
    expect(await codeOf(call('create', admin, { name: 'x', url: URL, types: ['order.eaten'] }))).to.equal('invalid_request');
    expect(await codeOf(call('create', admin, { name: 'x', url: URL, types: ['sale.recorded', 'sale.recorded'] }))).to.equal(
      'invalid_request',
    );
  });

  it('are at most twenty of an establishment', async () => {
    const { services, organisation } = await anOffice();
    for (let made = 0; made < 20; made += 1) await services.webhookEndpoints.create(organisation.scope, FIELDS);
    expect(await codeOf(services.webhookEndpoints.create(organisation.scope, FIELDS))).to.equal('invalid_request');
    await services.webhookEndpoints.create({ ...organisation.scope, siteId: null }, FIELDS);
  });

  it('are of the establishment a call is for, or of the whole organisation where it is for that', async () => {
    const { organisation, admin } = await anOffice();
    const { call: everywhere } = await organisation.join([{ role: 'admin', siteId: null }], null);
    const own = await call('create', admin, { name: 'own', url: URL });
    const all = await call('create', everywhere, { name: 'all', url: URL });
    expect(all.siteId).to.equal(null);
    expect((await call('list', admin)).items.map(({ id }) => id)).to.deep.equal([own.id]);
    expect((await call('list', everywhere)).items.map(({ id }) => id)).to.deep.equal([all.id]);
    expect(await codeOf(call('delete', admin, { id: all.id }))).to.equal('unknown_record');

    const { call: ofSite } = await organisation.join([{ role: 'admin', siteId: organisation.scope.siteId }], null);
    expect(await codeOf(call('list', ofSite))).to.equal('forbidden');
  });

  it('change what is sent: undefined leaves, null clears', async () => {
    const { admin } = await anOffice();
    const { id } = await call('create', admin, { name: 'x', url: URL, description: 'd', types: ['sale.recorded'] });
    expect(await call('update', admin, { id, enabled: false })).to.deep.include({
      description: 'd',
      types: ['sale.recorded'],
      enabled: false,
    });
    const changed = await call('update', admin, { id, description: null, types: null, enabled: true });
    expect(changed).to.deep.include({ description: null, types: null, enabled: true, disabled: null });
    await call('delete', admin, { id });
    expect(await codeOf(call('get', admin, { id }))).to.equal('unknown_record');
  });

  it('are tested by a signed ping of which nothing is kept, ten times a minute', async () => {
    const { admin, integrator, clock } = await anOffice();
    const { id } = await call('create', admin, { name: 'x', url: URL, enabled: false });
    integrator.answers(() => ({ kind: 'answered', status: 418, retryAfterSecs: null, text: 'teapot' }));
    expect(await call('test', admin, { id })).to.deep.include({
      ...{ delivered: false, status: 418, answer: 'teapot', error: 'The endpoint answered 418.' },
    });
    const sent = JSON.parse(integrator.calls[0]?.body ?? '{}');
    expect(sent).to.deep.include({ type: 'test.ping', data: { endpoint_id: id } });
    expect(sent.id).to.equal(integrator.calls[0]?.headers['webhook-id']);
    expect((await call('deliveries', admin)).items).to.deep.equal([]);

    for (let again = 1; again < 10; again += 1) await call('test', admin, { id });
    expect(await codeOf(call('test', admin, { id }))).to.equal('rate_limited');
    expect(integrator.calls).to.have.length(10);
    clock.advance(61_000);
    integrator.answers(() => OK);
    expect(await call('test', admin, { id })).to.include({ delivered: true, status: 200, error: null, answer: null });
  });

  it('say which events there are', async () => {
    const { admin } = await anOffice();
    const types = await call('eventTypes', admin);
    expect(types.map(({ type }) => type)).to.include.members(['order.created', 'stock.changed', 'sync_run.ended']);
    for (const { summary } of types) expect(summary).to.match(/\.$/);
  });

  it('show a delivery with its body to who asks for it', async () => {
    const { admin, services, organisation, integrator } = await anOffice();
    integrator.answers(() => failing(500));
    const { id } = await call('create', admin, { name: 'x', url: URL });
    const { scope } = organisation;
    await services.unitOfWork(scope, (_, { stock }) => stock.open(scope, [{ itemId: 'mug', variantId: null }], services.clock.now()));
    const [listed] = (await call('deliveries', admin, { endpointId: id, type: 'stock.changed', state: 'waiting' })).items;
    expect(listed).to.include({ attempts: 0, lastStatus: null, type: 'stock.changed' });
    expect(listed).to.not.have.property('body');
    const whole = await call('getDelivery', admin, { id: listed?.id ?? '' });
    expect(JSON.parse(whole.body)).to.deep.include({ type: 'stock.changed', site_id: scope.siteId });
    expect(await codeOf(call('getDelivery', admin, { id: 'none' }))).to.equal('unknown_record');
    expect(await codeOf(call('redeliver', admin, { id: 'none' }))).to.equal('unknown_record');
  });
});
