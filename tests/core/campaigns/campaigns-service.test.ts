import { expect } from 'chai';
import { establish, minutesAfter, NOON } from '../../suites/builders.js';
import { aCampaign, agreeing, aSegment, aTag, aTemplate } from '../../suites/campaign-builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aBench } from '../support.js';

/** An establishment with a template, a segment of everybody, a tag, and clients who agree. */
async function aStage(clients = 1) {
  const bench = aBench();
  const { scope } = await establish(bench.persistence);
  const [template, segment, tag] = [aTemplate(), aSegment(), aTag()];
  await bench.persistence.transact(scope, async (stores) => {
    await stores.emailTemplates.create(scope, template);
    await stores.segments.create(scope, segment);
    await stores.campaignTags.create(scope, tag);
    await agreeing(stores, scope, clients);
  });
  const input = {
    name: 'Soldes',
    subject: null,
    templateId: template.id,
    segmentId: segment.id,
    tags: [tag.id],
    senderName: null,
    replyTo: null,
  };
  return { ...bench, scope, template, segment, tag, input, campaigns: bench.services.campaigns };
}

describe('campaigns', () => {
  it('name everything that is not there', async () => {
    const { campaigns, scope, input } = await aStage();
    const refusal = await refusalOf(campaigns.create(scope, { ...input, templateId: 'x', segmentId: 'y', tags: ['z'] }));
    expect(refusal.code).to.equal('unknown_record');
    expect(refusal.issues.map(({ path }) => path)).to.deep.equal(['templateId', 'segmentId', 'tags.0']);
  });

  it('refuse a subject that cannot be filled in', async () => {
    const { campaigns, scope, input } = await aStage();
    const refusal = await refusalOf(campaigns.create(scope, { ...input, subject: 'Bonjour {{client.nom}}' }));
    expect(refusal.code).to.equal('invalid_template');
    expect(refusal.issues).to.deep.equal([{ path: 'subject', message: 'There is no variable {{client.nom}}.' }]);
  });

  it('are made, scheduled or sent in one step, or not at all', async () => {
    const { campaigns, scope, input, services } = await aStage();
    const whole = { ...input, subject: 'Soldes' };
    const at = minutesAfter(NOON, 60);
    expect((await campaigns.createWhole(scope, { ...whole, schedule: { kind: 'later' } })).status).to.equal('draft');
    expect((await campaigns.createWhole(scope, { ...whole, schedule: { kind: 'now' } })).status).to.equal('sending');
    expect(await campaigns.createWhole(scope, { ...whole, schedule: { kind: 'at', at } })).to.deep.include({
      status: 'scheduled',
      scheduledAt: at,
    });

    const broken = { ...whole, subject: '{{', templateId: 'x', schedule: { kind: 'at', at: NOON } } as const;
    const refusal = await refusalOf(campaigns.createWhole(scope, broken));
    expect(refusal.issues.map(({ path }) => path)).to.deep.equal(['templateId', 'subject', 'schedule.at']);
    expect((await services.views.campaigns.list(scope, { page: 1, pageSize: 20 })).total).to.equal(3);
  });

  it('leave no draft behind when nobody would get them', async () => {
    const { campaigns, scope, input, services } = await aStage(0);
    const refusal = await refusalOf(campaigns.createWhole(scope, { ...input, subject: 'Soldes', schedule: { kind: 'now' } }));
    expect(refusal.code).to.equal('no_recipients');
    expect((await services.views.campaigns.list(scope, { page: 1, pageSize: 20 })).total).to.equal(0);
  });

  it('are changed until they begin, in the version that was read', async () => {
    const { campaigns, scope, input } = await aStage();
    const { id } = await campaigns.create(scope, input);
    expect(await campaigns.update(scope, { id, version: 1, name: 'Été', segmentId: null })).to.deep.include({
      name: 'Été',
      segmentId: null,
      version: 2,
    });
    expect((await refusalOf(campaigns.update(scope, { id, version: 1, name: 'Hiver' }))).code).to.equal('stale');
    await campaigns.send(scope, id, null);
    const refusal = await refusalOf(campaigns.update(scope, { id, name: 'Hiver' }));
    expect([refusal.code, refusal.facts]).to.deep.equal(['invalid_transition', { status: 'sending', step: 'update' }]);
  });

  it('are deleted as drafts and called off later', async () => {
    const { campaigns, scope, input, services } = await aStage();
    const draft = await campaigns.create(scope, input);
    expect(await campaigns.delete(scope, draft.id)).to.equal('deleted');
    expect(await services.views.campaigns.get(scope, draft.id)).to.equal(null);
    const sending = await campaigns.createWhole(scope, { ...input, subject: 'Soldes', schedule: { kind: 'now' } });
    expect(await campaigns.delete(scope, sending.id)).to.equal('cancelled');
    expect((await refusalOf(campaigns.delete(scope, sending.id))).code).to.equal('invalid_transition');
  });

  it('are duplicated as drafts', async () => {
    const { campaigns, scope, input } = await aStage();
    const sent = await campaigns.createWhole(scope, { ...input, subject: 'Soldes', schedule: { kind: 'now' } });
    const copy = await campaigns.duplicate(scope, sent.id);
    expect(copy).to.deep.include({ ...input, subject: 'Soldes', status: 'draft', startedAt: null, run: 0 });
    expect(copy.id).to.not.equal(sent.id);
  });

  it('keep what they refer to from being deleted', async () => {
    const { campaigns, scope, input, persistence, template, segment } = await aStage();
    await campaigns.create(scope, input);
    const removals = [
      persistence.transact(scope, ({ emailTemplates }) => emailTemplates.delete(scope, template.id)),
      persistence.transact(scope, ({ segments }) => segments.delete(scope, segment.id)),
    ];
    expect(await Promise.all(removals.map(async (removal) => (await refusalOf(removal)).code))).to.deep.equal(['in_use', 'in_use']);
  });

  it('cannot be scheduled for the past', async () => {
    const { campaigns, scope, input } = await aStage();
    const { id } = await campaigns.create(scope, { ...input, name: aCampaign({ templateId: 't' }).name });
    expect((await refusalOf(campaigns.send(scope, id, NOON))).issues.map(({ path }) => path)).to.deep.equal(['at']);
  });
});
