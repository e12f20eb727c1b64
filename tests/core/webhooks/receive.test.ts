import { webhookEntity } from '@comptoir/core/webhooks/shop-event.js';
import { BURST } from '@comptoir/core/webhooks/webhook-pace.js';
import { isWebhookSecret } from '@comptoir/core/webhooks/webhook-secrets.js';
import { expect } from 'chai';
import { establish } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { repeatableCrypto } from '../support.js';
import { aToldTill, SECRET, type ToldTill } from './a-told-till.js';

const EVENT = { entity: 'orders', action: 'update', id: 1042 };
const OLDER = 'un-secret-plus-ancien';

function call({ slug }: Pick<ToldTill, 'slug'>, changes: Partial<Parameters<ToldTill['services']['webhooks']['receive']>[0]> = {}) {
  return { host: 'platform.example', slug, secret: SECRET, address: '192.0.2.1', ...changes };
}

function send(till: ToldTill, body: unknown, changes: Parameters<typeof call>[1] = {}) {
  return till.services.webhooks.receive(call(till, changes), 'orders', async () => body);
}

describe('the receiver of shop events', () => {
  it('journals a batch and names its session', async () => {
    const till = await aToldTill();

    const { accepted, sessionId } = await send(till, [EVENT, { entity: 'order', action: 'delete', id: 'A-7', more: true }]);

    expect(accepted).to.equal(2);
    const logs = await till.logs();
    expect(logs.map(({ action, externalId }) => `${action} ${externalId}`)).to.have.members(['update 1042', 'delete A-7']);
    expect(new Set(logs.map((log) => log.sessionId))).to.deep.equal(new Set([sessionId]));
  });

  const wrong: readonly (readonly [title: string, body: unknown])[] = [
    ['nothing', []],
    ['no list', EVENT],
    ['null', null],
    ['501 events', Array.from({ length: 501 }, () => EVENT)],
    ['an entity that is not that of the path', [EVENT, { ...EVENT, entity: 'products' }]],
    ['an unknown action', [{ ...EVENT, action: 'upsert' }]],
    ['no entity', [{ action: 'update', id: 1 }]],
    ['no id', [{ entity: 'orders', action: 'update' }]],
    ['an empty id', [{ ...EVENT, id: '' }]],
    ['an id with a space', [{ ...EVENT, id: '1 2' }]],
    ['an id of 81 characters', [{ ...EVENT, id: 'x'.repeat(81) }]],
    ['a negative id', [{ ...EVENT, id: -1 }]],
    ['a broken id', [{ ...EVENT, id: 1.5 }]],
    ['the name of something every object has', [{ ...EVENT, entity: 'constructor' }]],
  ];
  for (const [title, body] of wrong) {
    it(`refuses ${title}, and stores nothing`, async () => {
      const till = await aToldTill();

      expect(await refusalOf(send(till, body))).to.include({ code: 'invalid_batch' });
      expect(await till.logs()).to.deep.equal([]);
    });
  }

  it('takes 500 events', async () => {
    const till = await aToldTill();
    const { accepted } = await send(
      till,
      Array.from({ length: 500 }, (_, id) => ({ ...EVENT, id })),
    );
    expect(accepted).to.equal(500);
    expect(await till.logs()).to.have.length(500);
  });

  it('knows three entities', async () => {
    expect(['customers', 'products', 'orders'].map(webhookEntity)).to.deep.equal(['customers', 'products', 'orders']);
    for (const name of ['order', 'vendors', '__proto__', undefined]) {
      expect(await refusalOf(() => webhookEntity(name))).to.include({ code: 'unknown_entity' });
    }
  });

  it('takes the secret from either setting, and from both', async () => {
    const both = { 'webhook.secret': SECRET, 'shop.webhooks.secret': OLDER };
    for (const [settings, secrets] of [
      [both, [SECRET, OLDER]],
      [{ 'shop.webhooks.secret': OLDER }, [OLDER]],
      [{ 'webhook.secret': SECRET }, [SECRET]],
    ] as const) {
      const till = await aToldTill({ settings });
      for (const secret of secrets) expect((await send(till, [EVENT], { secret })).accepted).to.equal(1);
    }
  });

  it('refuses everybody else alike, and does not read what they send', async () => {
    const till = await aToldTill();
    const unset = await aToldTill({ settings: {} });
    const other = await aToldTill({ settings: { 'webhook.secret': OLDER } });
    const refused = [
      [till, { secret: OLDER }],
      [till, { secret: null }],
      [till, { secret: '' }],
      [till, { secret: SECRET.slice(0, -1) }],
      [till, { slug: 'nowhere' }],
      [till, { slug: null }],
      [unset, { secret: '' }],
      [unset, { secret: SECRET }],
      [other, { secret: SECRET }],
    ] as const;
    for (const [of, changes] of refused) {
      const reading = of.services.webhooks.receive(call(of, changes), 'orders', () => Promise.reject(new Error('was read')));
      const { code, message, facts, issues } = await refusalOf(reading);
      expect({ code, message, facts, issues }).to.deep.equal({
        code: 'invalid_secret',
        message: 'The secret of the webhook is not right.',
        facts: {},
        issues: [],
      });
    }
  });

  it('compares with both secrets whatever is presented, and with as many where none is set', () => {
    const counted = (presented: string | null, settings: Readonly<Record<string, unknown>>) => {
      const crypto = repeatableCrypto();
      let digests = 0;
      const sha256 = (text: string) => {
        digests += 1;
        return crypto.sha256(text);
      };
      return [isWebhookSecret({ sha256 }, presented, new Map(Object.entries(settings))), digests];
    };
    expect(counted(SECRET, { 'webhook.secret': SECRET, 'shop.webhooks.secret': OLDER })).to.deep.equal([true, 3]);
    expect(counted(OLDER, { 'webhook.secret': SECRET, 'shop.webhooks.secret': OLDER })).to.deep.equal([true, 3]);
    expect(counted('no', { 'webhook.secret': SECRET })).to.deep.equal([false, 3]);
    expect(counted('', {})).to.deep.equal([false, 3]);
    expect(counted(null, { 'webhook.secret': '', 'shop.webhooks.secret': 7 })).to.deep.equal([false, 3]);
  });

  it('goes by the host of an establishment before what the query names', async () => {
    const till = await aToldTill();
    const { scope } = await establish(till.persistence, { hosts: ['boutique.example'] });
    await till.persistence.transact(scope, ({ settings }) => settings.set(scope, 'webhook.secret', OLDER));

    await send(till, [EVENT], { host: 'boutique.example', secret: OLDER });

    expect(await till.logs()).to.deep.equal([]);
    expect(await refusalOf(send(till, [EVENT], { host: 'boutique.example' }))).to.include({ code: 'invalid_secret' });
  });

  it('makes whoever guesses wait, longer each time, but not the shop itself', async () => {
    const till = await aToldTill();
    const guess = (address = '198.51.100.9', secret = 'guess') => refusalOf(send(till, [EVENT], { address, secret }));
    for (let tries = 0; tries < 20; tries += 1) expect(await guess()).to.include({ code: 'invalid_secret' });

    expect(await guess()).to.include({ code: 'rate_limited', retryAfterSecs: 1 });
    expect(await guess('198.51.100.9', SECRET)).to.include({ code: 'rate_limited' });
    expect(await send(till, [EVENT])).to.include({ accepted: 1 });
    for (const wait of [2, 4]) {
      till.clock.advance(wait * 500);
      expect(await guess()).to.include({ code: 'invalid_secret' });
      expect(await guess()).to.include({ code: 'rate_limited', retryAfterSecs: wait });
    }
    expect(await guess('198.51.100.10')).to.include({ code: 'invalid_secret' });
  });

  it('cannot be asked under ever new names to guess on', async () => {
    const till = await aToldTill();
    const { scope, site } = await establish(till.persistence, { hosts: ['boutique.example'] });
    await till.persistence.transact(scope, ({ settings }) => settings.set(scope, 'webhook.secret', OLDER));
    for (let tries = 0; tries < 20; tries += 1) {
      await refusalOf(send(till, [EVENT], { host: 'boutique.example', slug: `name-${tries}`, secret: 'guess' }));
    }
    const asked = { host: 'boutique.example', slug: site.slug, secret: 'guess' };
    expect(await refusalOf(send(till, [EVENT], asked))).to.include({ code: 'rate_limited' });
  });

  it('makes a shop that sends too fast wait, and takes it back after that', async () => {
    const till = await aToldTill();
    for (let sent = 0; sent < BURST; sent += 1) await send(till, [EVENT]);

    expect(await refusalOf(send(till, [EVENT]))).to.include({ code: 'rate_limited', retryAfterSecs: 1 });
    expect(await till.logs()).to.have.length(BURST);
    till.clock.advance(1000);
    expect(await send(till, [EVENT])).to.include({ accepted: 1 });
  });

  it('lets no establishment wait for another', async () => {
    const till = await aToldTill();
    const { scope, site } = await establish(till.persistence);
    await till.persistence.transact(scope, ({ settings }) => settings.set(scope, 'webhook.secret', SECRET));
    for (let sent = 0; sent <= BURST; sent += 1) await send(till, [EVENT]).catch(() => undefined);

    expect(await send(till, [EVENT], { slug: site.slug })).to.include({ accepted: 1 });
  });
});
