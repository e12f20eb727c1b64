import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import { ROUTERS } from '@comptoir/core/procedures.js';
import { expect } from 'chai';
import { refusalOf } from '../../suites/suite.js';
import { aCall } from '../support.js';
import { aToldTill, SECRET, type ToldTill } from './a-told-till.js';

const registry = makeRegistry(ROUTERS);

function call(till: ToldTill, path: string, input: unknown = {}): Promise<unknown> {
  const procedure = registry.find(path);
  if (procedure === null) throw new Error(`There is no ${path}`);
  return callProcedure(
    path,
    procedure,
    aCall(till.services, { permissions: ['webhooks:read', 'webhooks:write'], site: till.scope }),
    input,
  );
}

const receive = (till: ToldTill, secret: string) =>
  till.services.webhooks.receive({ host: 'platform.example', slug: till.slug, secret, address: '192.0.2.1' }, 'orders', async () => [
    { entity: 'orders', action: 'update', id: 1 },
  ]);

describe('the webhooks router', () => {
  it('lists the journal and shows an entry, with how long it took', async () => {
    const till = await aToldTill();
    const sessionId = await till.tell('orders', ['create', 7]);
    await till.work();
    await till.tell('products', ['update', 8]);

    const page = await call(till, 'webhooks.listLogs', { entity: 'orders', state: 'completed', sessionId });

    const [log] = await till.logs().then((logs) => logs.filter(({ externalId }) => externalId === '7'));
    expect(page).to.deep.include({ total: 1, items: [{ ...log, processingMs: 0 }] });
    expect(await call(till, 'webhooks.getLog', { id: log?.id })).to.deep.equal({ ...log, processingMs: 0 });
    expect(await refusalOf(call(till, 'webhooks.getLog', { id: 'none' }))).to.include({ code: 'unknown_record' });
  });

  it('replays an entry, and a whole session, as entries of their own', async () => {
    const till = await aToldTill();
    const sessionId = await till.tell('orders', ['create', 7], ['update', 8]);
    await till.work();
    const [first] = await till.logs();

    expect(await call(till, 'webhooks.replay', { sessionId })).to.include({ accepted: 2 });
    await till.work();
    expect(await call(till, 'webhooks.replay', { logId: first?.id })).to.include({ accepted: 1 });
    await till.work();

    const logs = await till.logs();
    expect(logs).to.have.length(5);
    expect(logs.filter(({ replayOf }) => replayOf === first?.id)).to.have.length(2);
    expect(till.calls).to.have.length(3);
    expect(await refusalOf(call(till, 'webhooks.replay', { logId: 'none' }))).to.include({ code: 'unknown_record' });
    expect(await refusalOf(call(till, 'webhooks.replay', {}))).to.include({ code: 'invalid_request' });
  });

  it('says what to enter in the shop', async () => {
    const till = await aToldTill();

    expect(await call(till, 'webhooks.getEndpoints')).to.deep.equal({
      endpoints: ['customers', 'products', 'orders'].map((entity) => ({
        entity,
        url: `https://platform.example/api/webhooks/shop/${entity}?site=${till.slug}`,
      })),
      secret: { canonical: true, older: false },
    });
  });

  it('draws a new secret while the one before is accepted, until the next', async () => {
    const till = await aToldTill();
    const rotate = async (input?: object) => (await call(till, 'webhooks.rotateSecret', input)) as { readonly secret: string };
    const { secret: second } = await rotate();
    expect(second).to.match(/^[0-9A-Za-z]{40}$/);
    for (const secret of [SECRET, second]) expect(await receive(till, secret)).to.include({ accepted: 1 });

    const { secret: third } = await rotate();
    expect(await refusalOf(receive(till, SECRET))).to.include({ code: 'invalid_secret' });
    expect(await receive(till, second)).to.include({ accepted: 1 });

    const { secret: last } = await rotate({ dropOld: true });
    expect(await refusalOf(receive(till, third))).to.include({ code: 'invalid_secret' });
    expect(await receive(till, last)).to.include({ accepted: 1 });
  });

  it('keeps a secret in the older place where there was no canonical one', async () => {
    const till = await aToldTill({ settings: { 'shop.webhooks.secret': SECRET } });
    await call(till, 'webhooks.rotateSecret');

    expect(await receive(till, SECRET)).to.include({ accepted: 1 });
  });

  it('counts what came of late', async () => {
    const till = await aToldTill();
    await till.tell('orders', ['create', 7], ['update', 7]);
    await till.work();

    const stats = await call(till, 'webhooks.getStats', { hours: 1 });

    expect(stats).to.deep.include({ since: new Date(till.clock.now().getTime() - 3_600_000) });
    expect((stats as { readonly entities: readonly unknown[] }).entities).to.deep.equal([
      {
        entity: 'orders',
        counts: { received: 0, processing: 0, completed: 2, failed: 0 },
        processed: 1,
        meanMs: 0,
        slowestMs: 0,
        oldestWaitingAt: null,
      },
    ]);
  });
});
