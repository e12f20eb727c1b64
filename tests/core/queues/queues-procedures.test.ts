import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { queuesRouter } from '@comptoir/core/queues/queues-procedures.js';
import { OWN_APP } from '@comptoir/core/sdk/app-id.js';
import { expect } from 'chai';
import { aScope, minutesAfter, NOON } from '../../suites/builders.js';
import { aDeadTurn, aJob, aTurnOf } from '../../suites/queue-builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aCallOf, anOrganisation, aPerson, callsOf } from '../organisation.js';
import { aQueueBench } from '../push-queue/queue-bench.js';
import { aBench } from '../support.js';

const NAMES_NOBODY = 'https://till.example/reset?secret-of-somebody';

async function aPlatform() {
  const persistence = makeMemoryPersistence();
  const bench = aBench(persistence);
  const [mine, theirs] = [await anOrganisation(bench), await anOrganisation(bench)];
  const { call } = await mine.joinAs('admin');
  const superAdmin = await aPerson(bench, { superAdmin: true });
  const platformCall = aCallOf(bench, superAdmin.id, { superAdmin: true });
  const letters = { mine: await aDeadTurn(persistence, mine.scope), theirs: await aDeadTurn(persistence, theirs.scope) };
  const mail = aJob({ appId: OWN_APP, queue: 'mail', payload: JSON.stringify({ to: 'a@example.test', text: NAMES_NOBODY }) });
  await persistence.transact(mine.scope, ({ pushQueue }) => pushQueue.push([aTurnOf(mine.scope), aTurnOf(theirs.scope), mail], NOON));
  bench.clock.set(minutesAfter(NOON, 1));
  return { ...bench, mine, call, platformCall, letters, queues: callsOf('queues', queuesRouter()) };
}

describe('the queues router', () => {
  it('tells an establishment of its own work only, and nothing of mails', async () => {
    const { call, letters, queues } = await aPlatform();
    const nothing = { ready: 0, delayed: 0, inDelivery: 0, dead: 0, oldestAgeSecs: null };
    expect(await queues('getStats', call, {})).to.deep.equal([
      { queue: 'campaigns', ready: 1, delayed: 0, inDelivery: 0, dead: 1, oldestAgeSecs: 60 },
      { ...nothing, queue: 'reorder-recalc' },
      { ...nothing, queue: 'shop-links' },
      { ...nothing, queue: 'shop-webhooks' },
      { ...nothing, queue: 'webhook-endpoints' },
    ]);
    const { items } = await queues('listDeadLetters', call, {});
    expect(items).to.deep.equal([{ id: letters.mine, queue: 'campaigns', attempts: 9, reason: 'The handler failed.', deadAt: NOON }]);
  });

  it('tries again or drops what is the establishment’s, whatever it names', async () => {
    const { call, letters, platformCall, queues } = await aPlatform();
    for (const verb of ['retryDeadLetters', 'purgeDeadLetters'] as const) {
      expect((await refusalOf(queues(verb, call, { ids: [letters.theirs] }))).code).to.equal('unknown_record');
    }
    expect(await queues('retryDeadLetters', call, { ids: [letters.theirs, letters.mine] })).to.deep.equal({ count: 1 });
    expect((await queues('getStats', call, {}))[0]).to.include({ ready: 2, dead: 0 });
    const { items } = await queues('listPlatformDeadLetters', platformCall, {});
    expect(items.map(({ id }) => id)).to.deep.equal([letters.theirs]);
    expect(await queues('retryPlatformDeadLetters', platformCall, { ids: [letters.theirs] })).to.deep.equal({ count: 1 });
  });

  it('tells the platform of everybody’s, without what any message says', async () => {
    const { call, letters, platformCall, queues } = await aPlatform();
    const stats = await queues('getPlatformStats', platformCall, {});
    expect(stats.map(({ queue, ready, dead }) => ({ queue, ready, dead }))).to.deep.equal([
      { queue: 'campaigns', ready: 2, dead: 2 },
      { queue: 'mail', ready: 1, dead: 0 },
      { queue: 'reorder-recalc', ready: 0, dead: 0 },
      { queue: 'shop-links', ready: 0, dead: 0 },
      { queue: 'shop-webhooks', ready: 0, dead: 0 },
      { queue: 'webhook-endpoints', ready: 0, dead: 0 },
    ]);
    const list = await queues('listPlatformDeadLetters', platformCall, { queue: 'campaigns' });
    expect(list.items.map(({ id }) => id).sort()).to.deep.equal([letters.mine, letters.theirs].sort());
    expect(JSON.stringify([stats, list])).not.to.match(/secret|example|tenantId|campaignId/);
    expect(await queues('purgePlatformDeadLetters', platformCall, { ids: [letters.mine, letters.theirs] })).to.deep.equal({ count: 2 });
    for (const path of ['getPlatformStats', 'listPlatformDeadLetters'] as const) {
      expect((await refusalOf(queues(path, call, {}))).code).to.equal('forbidden');
    }
  });

  it('keeps work that was given up for whom it names, with a reason that says nothing of the fault', async () => {
    const { clock, persistence, services, timers } = aQueueBench();
    const scope = aScope();
    // No turn of a campaign: its handler cannot make anything of it.
    const { tenantId, siteId } = scope;
    const broken = aJob({ ...aTurnOf(scope), payload: JSON.stringify({ tenantId, siteId }), maxAttempts: 1, runAt: clock.now() });
    await persistence.transact(scope, ({ pushQueue }) => pushQueue.push([broken], clock.now()));
    services.dispatcher.start();
    await timers.advance(5_000);

    const query = { queue: null, limit: 10, cursor: undefined };
    const { items } = await services.queues.deadLetters(scope, query);
    expect(items.map(({ id, lastError }) => [id, lastError])).to.deep.equal([[broken.id, 'The handler failed.']]);
    expect((await services.queues.deadLetters(aScope(), query)).items).to.deep.equal([]);
  });
});
