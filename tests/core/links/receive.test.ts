import { DomainError } from '@comptoir/core/kit/errors.js';
import { SYNC_RATE } from '@comptoir/core/links/receive-sync.js';
import { expect } from 'chai';
import { aSite, establish, FIRST_PAGE, HOUR_MS } from '../../suites/builders.js';
import { AN_OLDER_SECRET } from '../../suites/link-builders.js';
import { errorOf } from '../../suites/suite.js';
import { aLinkedTill, aSyncItem, type LinkedTill, linkedTo } from './a-linked-till.js';

const PING = { type: 'ping' };

describe('a call of a linked shop', () => {
  let till: LinkedTill;
  beforeEach(async () => {
    till = await aLinkedTill();
  });

  const refusal = async (work: Promise<unknown>) => {
    const error = await errorOf(work);
    return error instanceof DomainError ? error.code : String(error);
  };

  it('is answered, and seen', async () => {
    expect(await till.send(PING)).to.deep.equal({ ok: true, applied: 0, ignored: 0, errors: [] });
    const link = await till.services.views.syncLinks.get(till.scope, till.link.id);
    expect(link).to.deep.include({ lastSeenAt: till.clock.now(), counts: { received: 1, delivered: 0, dead: 0 } });
  });

  it('is refused of an unknown, revoked or disabled link, with a wrong secret, and too early or too late', async () => {
    for (const linkId of [null, '', 'none', '00000000-0000-4000-8000-000000000000']) {
      expect(await refusal(till.send(PING, { linkId }))).to.equal('unknown_link');
    }
    expect(await refusal(till.send(PING, { secret: AN_OLDER_SECRET }))).to.equal('invalid_signature');
    for (const by of [-301_000, 302_000]) {
      expect(await refusal(till.send(PING, { at: new Date(till.clock.now().getTime() + by) }))).to.equal('stale_timestamp');
    }
    await till.services.syncLinks.disable(till.scope, till.link.id);
    expect(await refusal(till.send(PING))).to.equal('unknown_link');
    await till.services.syncLinks.enable(till.scope, till.link.id);
    await till.send(PING);
    await till.services.syncLinks.revoke(till.scope, till.link.id);
    expect(await refusal(till.send(PING))).to.equal('unknown_link');
  });

  it('is read only once it is known who makes it', async () => {
    expect(await refusal(till.send('{"', { secret: AN_OLDER_SECRET }))).to.equal('invalid_signature');
    expect(await refusal(till.send('{"'))).to.equal('invalid_json');
    for (const body of [[], {}, { type: 'orders' }, { type: 'catalogue' }, { type: 'stock', data: { movements: 3 } }]) {
      expect(await refusal(till.send(body)), JSON.stringify(body)).to.equal('invalid_request');
    }
  });

  it('is made once: again it answers the same, also when it comes many times at once', async () => {
    await till.catalogue({ items: [aSyncItem()] });
    const stock = { type: 'stock', data: { movements: [{ id: 'one', key: 'tasse', quantity: 4 }] } };
    const replays = await Promise.all(Array.from({ length: 8 }, () => till.services.syncLinks.receive(till.call(stock, { id: 'same' }))));
    for (const { result } of replays) expect(result).to.deep.equal({ ok: true, applied: 1, ignored: 0, errors: [] });
    expect(replays.filter(({ replayed }) => !replayed)).to.have.length(1);
    expect(await till.stockOf('tasse')).to.equal(4);
    expect(await refusal(till.send(PING, { id: 'same' }))).to.equal('idempotency_key_reused');
  });

  it('that was refused leaves nothing behind and can be made again', async () => {
    const { site } = till;
    const data = { movements: [{ id: 'one', key: 'tasse', quantity: 1 }] };
    await till.persistence.transact(till.scope, ({ sites }) => sites.update(till.scope, { features: { ...site.features, stock: false } }));
    expect(await refusal(till.send({ type: 'stock', data }, { id: 'msg' }))).to.equal('feature_disabled');
    await till.persistence.transact(till.scope, ({ sites }) => sites.update(till.scope, { features: site.features }));
    await till.catalogue({ items: [aSyncItem()] });
    expect(await till.send({ type: 'stock', data }, { id: 'msg' })).to.include({ applied: 1 });
  });

  it('is counted in the pace of its link', async () => {
    for (let made = 0; made < SYNC_RATE.limit; made += 1) await till.send(PING);
    expect(await refusal(till.send(PING))).to.equal('rate_limited');
    const other = await linkedTo(till, till);
    await other.send(PING);
    till.clock.advance(SYNC_RATE.windowSecs * 1000);
    await till.send(PING);
  }).timeout(20_000);

  it('is good by both secrets while one replaces the other', async () => {
    const { secret } = await till.services.syncLinks.rotate(till.scope, till.link.id, 24);
    await till.send(PING);
    await till.send(PING, { secret });
    till.clock.advance(25 * HOUR_MS);
    expect(await refusal(till.send(PING))).to.equal('invalid_signature');
    await till.send(PING, { secret });
    const next = await till.services.syncLinks.rotate(till.scope, till.link.id, 0);
    expect(await refusal(till.send(PING, { secret }))).to.equal('invalid_signature');
    await till.send(PING, { secret: next.secret });
  });

  it('reaches the establishment of its link, and no other', async () => {
    const elsewhere = await linkedTo(
      till,
      await establish(till.persistence, { trade: 'shop', features: { ...aSite().features, stock: true } }),
    );
    await till.catalogue({ items: [aSyncItem()] });
    await elsewhere.catalogue({ complete: true, items: [aSyncItem({ name: 'Autre' })] });
    await elsewhere.movements({ id: 'one', key: 'tasse', quantity: 9 });
    expect((await till.products()).map(({ name, visible }) => [name, visible])).to.deep.equal([['Tasse', true]]);
    expect(await till.stockOf('tasse')).to.equal(0);
    expect(await refusal(till.send(PING, { linkId: elsewhere.link.id }))).to.equal('invalid_signature');
  });
});

describe('movements that a shop tells of', () => {
  let till: LinkedTill;
  beforeEach(async () => {
    till = await aLinkedTill();
    await till.catalogue({
      items: [aSyncItem(), aSyncItem({ key: 'pull', name: 'Pull', variants: [{ key: 'pull-s', name: 'S', price: 1 }] })],
    });
  });
  const errorsIn = async (answer: ReturnType<LinkedTill['movements']>) => (await answer).errors.map(({ id, error }) => `${id} ${error}`);

  it('go into the ledger, with what they say of themselves', async () => {
    const at = '2026-05-04T10:02:11Z';
    await till.movements({ id: 'mv-1', key: 'tasse', quantity: 5, reason: 'livraison', at }, { id: 'mv-2', key: 'pull-s', quantity: -2 });
    expect(await till.stockOf('tasse')).to.equal(5);
    expect(await till.stockOf('pull-s')).to.equal(-2);
    const { items } = await till.persistence.views.stock.actions(till.scope, { ...FIRST_PAGE, reason: 'SYNC_MOVEMENT' });
    expect(items.find(({ quantity }) => quantity === 5)).to.include({
      ...{ direction: 'INCREMENT', reference: `${till.link.id} mv-1`, note: 'livraison, 2026-05-04T10:02:11.000Z', status: 'COMPLETED' },
      actor: `system:link:${till.link.id}`,
    });
    expect((await till.persistence.views.stock.verify(till.scope)).differences).to.deep.equal([]);
  });

  it('count once for ever, whatever call they come in', async () => {
    const movement = { id: 'mv-1', key: 'tasse', quantity: 5 };
    expect(await till.movements(movement, movement)).to.deep.include({ applied: 1, ignored: 1, errors: [] });
    till.clock.advance(400 * 24 * HOUR_MS);
    await till.services.housekeeping.sweep();
    expect(await till.movements(movement)).to.deep.include({ applied: 0, ignored: 1 });
    expect(await errorsIn(till.movements({ ...movement, quantity: 6 }))).to.deep.equal(['mv-1 movement_reused']);
    expect(await till.stockOf('tasse')).to.equal(5);
  });

  it('of one link have their ids for themselves', async () => {
    const other = await linkedTo(till, till);
    for (const shop of [till, other]) await shop.movements({ id: 'mv-1', key: 'tasse', quantity: 1 });
    expect(await till.stockOf('tasse')).to.equal(2);
  });

  it('are errors of their own where they are bad, and can be sent again once the catalogue knows their key', async () => {
    const early = { id: 'early', key: 'bol', quantity: 3 };
    const answer = till.movements(early, { id: 'item', key: 'pull', quantity: 1 }, { id: 'zero', key: 'tasse', quantity: 0 }, 7, {
      ...{ id: 'good', key: 'tasse', quantity: 1 },
    });
    expect(await errorsIn(answer)).to.deep.equal([
      'early unknown_key',
      'item unknown_key',
      'zero invalid_movement',
      'null invalid_movement',
    ]);
    expect(await till.stockOf('tasse')).to.equal(1);
    await till.catalogue({ items: [aSyncItem({ key: 'bol', name: 'Bol' })] });
    expect(await till.movements(early)).to.include({ applied: 1 });
    expect(await till.stockOf('bol')).to.equal(3);
  });

  it('are not taken of what the till keeps no stock of', async () => {
    const [tasse] = (await till.products()).filter(({ syncKey }) => syncKey === 'tasse');
    await till.services.products.setManageStock(till.scope, tasse?.id ?? '', false, null);
    expect(await errorsIn(till.movements({ id: 'mv', key: 'tasse', quantity: 1 }))).to.deep.equal(['mv stock_not_kept']);
  });
});
