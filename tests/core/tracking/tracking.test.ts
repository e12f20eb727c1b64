import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import type { Router } from '@comptoir/core/kit/procedure.js';
import { ordersRouter } from '@comptoir/core/orders/orders-procedures.js';
import { TRACKING_LANGUAGES, trackingWordsOf } from '@comptoir/core/tracking/words/words-of.js';
import { expect } from 'chai';
import { z } from 'zod';
import { establishBeside, minutesAfter, NOON, placed } from '../../suites/builders.js';
import { aClient, aClientEvent } from '../../suites/client-builders.js';
import { confirmedIn } from '../../suites/settlement-builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aSettledShop, PARCEL } from '../settlement/a-settled-shop.js';
import { aCall } from '../support.js';

const ROUTER: Router = ordersRouter();
const told = z.looseObject({ url: z.string().optional(), orderUrl: z.string().optional(), trackingUrl: z.string().nullish() });

/** A shop with calls of somebody who may do everything there, and with whoever opens an address that it gave. */
async function aTrackedShop() {
  const shop = await aSettledShop();
  const { services, scope, views } = { ...shop, views: shop.services.views };
  const { slug } = (await views.sites.get(scope)) ?? { slug: '' };
  const context = aCall(services, { roles: ['super-admin'], site: scope });
  const call = async (name: string, input: unknown) => {
    const procedure = ROUTER[name] ?? raise();
    return told.parse(await callProcedure(`orders.${name}`, procedure, context, input));
  };
  const tokenIn = (url = '') => decodeURIComponent(url.split('/').at(-1) ?? '');
  const opened = async (url = '') => (await services.tracking.find(slug, tokenIn(url))).order;
  return { ...shop, slug, call, tokenIn, opened };
}

describe('the page on which a client follows an order', () => {
  it('shows the order with its parcels, what is in them, and what is still to come', async () => {
    const { call, opened, confirmed, settlement, scope } = await aTrackedShop();
    const id = await confirmed();
    const lines = [{ lineId: 'a', quantity: 1 }];
    const parcel = { ...PARCEL, lines, carrier: 'Chronopost', trackingNumber: 'XY 1', note: 'fragile', shipped: true };
    await settlement.createFulfilment(scope, id, parcel);

    const shown = await opened((await call('trackingLink', { id })).url);

    expect(shown).to.deep.include({ status: 'confirmed', placedAt: NOON });
    expect(shown.parcels).to.deep.equal([
      {
        state: 'shipped',
        carrier: 'Chronopost',
        trackingNumber: 'XY 1',
        trackingUrl: 'https://www.chronopost.fr/tracking-no-cms/suivi-page?listeNumerosLT=XY1',
        goods: [{ name: 'Galette complète', choices: [], quantity: 1 }],
        shippedAt: NOON,
        deliveredAt: null,
      },
    ]);
    expect(shown.goods.map(({ quantity }) => quantity)).to.deep.equal([1, 1]);
  });

  it('says nothing of whom it is for, what was noted or what it costs', async () => {
    const { call, opened, confirmed, settlement, scope } = await aTrackedShop();
    const id = await confirmed({ customer: { name: 'canary', email: 'canary@example.org', phone: '0298' }, note: 'canary' });
    await settlement.createFulfilment(scope, id, { ...PARCEL, note: 'canary' });

    const shown = await opened((await call('trackingLink', { id })).url);

    expect(JSON.stringify(shown)).to.not.match(/canary|0298|Łuczak|Cents|5500/);
  });

  it('shows since when the order is in each state, and forgets those before it was begun again', async () => {
    const { call, opened, confirmed, take, clock } = await aTrackedShop();
    const id = await confirmed();
    await take(id, 'reopen');
    await take(id, 'confirm');
    clock.set(minutesAfter(NOON, 60));
    await call('ship', { id });

    const { since, status } = await opened((await call('trackingLink', { id })).url);

    expect(status).to.equal('shipped');
    expect([...since]).to.deep.equal([
      ['confirmed', minutesAfter(NOON, 1)],
      ['shipped', minutesAfter(NOON, 60)],
    ]);
  });

  it('leaves out a parcel that was cancelled, whose goods are to come again', async () => {
    const { call, opened, confirmed, settlement, scope } = await aTrackedShop();
    const id = await confirmed();
    const parcel = await settlement.createFulfilment(scope, id, PARCEL);
    await settlement.updateFulfilment(scope, parcel.id, { step: 'cancel' });

    const shown = await opened((await call('trackingLink', { id })).url);

    expect(shown.parcels).to.deep.equal([]);
    expect(shown.goods.map(({ quantity }) => quantity)).to.deep.equal([2, 1]);
  });

  it('shows how an online shop sent an order whose parcels only the shop knows', async () => {
    const { call, opened, persistence, scope } = await aTrackedShop();
    const shop = { carrier: 'Colissimo', tracking: '6A1', reference: 'canary' };
    const { id } = await confirmedIn(persistence, scope, { channel: 'shop', status: 'shipped', customInputs: { shop_id: '7', shop } });

    const shown = await opened((await call('trackingLink', { id })).url);

    expect(shown.parcels.map(({ goods, ...parcel }) => ({ ...parcel, goods: goods.map(({ quantity }) => quantity) }))).to.deep.equal([
      {
        state: 'shipped',
        carrier: 'Colissimo',
        trackingNumber: '6A1',
        trackingUrl: 'https://www.laposte.fr/outils/suivre-vos-envois?code=6A1',
        goods: [2],
        shippedAt: NOON,
        deliveredAt: null,
      },
    ]);
    expect([JSON.stringify(shown).includes('canary'), shown.goods]).to.deep.equal([false, []]);
  });

  it('has the same address in every answer that tells of sending', async () => {
    const { call, confirmed } = await aTrackedShop();
    const id = await confirmed();
    const parcel = z.looseObject({ id: z.string() }).parse(await call('createFulfilment', { id }));

    const answers = [
      await call('trackingLink', { id }),
      await call('updateFulfilment', { id: parcel.id, trackingNumber: 'XY1' }),
      await call('ship', { id }),
    ];

    const addresses = answers.map(({ url, orderUrl, trackingUrl }) => url ?? orderUrl ?? trackingUrl);
    expect(new Set([z.object({ orderUrl: z.string() }).parse(parcel).orderUrl, ...addresses]).size).to.equal(1);
  });

  it('is there for no draft, booking or order to be picked up, nor under another name, another id or another seal', async () => {
    const { services, slug, call, tokenIn, confirmed, persistence, scope, take } = await aTrackedShop();
    const [id, draft] = [await confirmed(), await confirmed()];
    const found = (token: string, place = slug) => refusalOf(services.tracking.find(place, token)).then(({ code }) => code);
    const token = tokenIn((await call('trackingLink', { id })).url);
    const pickup = await placed(persistence, scope);
    const ofDraft = tokenIn((await call('trackingLink', { id: draft })).url);
    const beside = await establishBeside(persistence, { scope, site: (await services.views.sites.get(scope)) ?? raise() });
    await take(draft, 'reopen');

    const ofPickup = tokenIn(await services.tracking.addressOf(scope, pickup.id));
    const refused = [ofDraft, ofPickup, id, `${token}x`, token.split('.').reverse().join('.'), ''];
    expect(await Promise.all([...refused.map((one) => found(one)), found(token, beside.site.slug), found(token, 'nobody')])).to.deep.equal(
      Array.from({ length: 8 }, () => 'unknown_order'),
    );
    for (const one of [draft, pickup.id]) {
      expect((await refusalOf(call('trackingLink', { id: one }))).code).to.equal('invalid_transition');
    }
    expect((await refusalOf(services.tracking.linkTo(beside.scope, id))).code).to.equal('unknown_order');
  });
});

describe('the mail that leads there', () => {
  it('goes to the client in the client’s language, or to whom it is said', async () => {
    const { call, persistence, scope, outbox, confirmed, settlement } = await aTrackedShop();
    const client = aClient({ language: 'de-CH' });
    await persistence.transact(scope, ({ clients }) => clients.create(scope, [client], aClientEvent({ kind: 'created' })));
    const id = await confirmed({ clientId: client.id, customer: { name: 'Ada', email: 'ada@example.org', phone: null } });
    await settlement.createFulfilment(scope, id, { ...PARCEL, carrier: 'DHL', trackingNumber: '42', shipped: true });

    const { url } = await call('sendTrackingLink', { id });
    await call('sendTrackingLink', { id, to: 'other@example.org' });

    expect(outbox.sent.map(({ to }) => to)).to.deep.equal(['ada@example.org', 'other@example.org']);
    expect(outbox.sent[0]?.text)
      .to.include(trackingWordsOf('de').statuses.shipped)
      .and.include('DHL: 42')
      .and.include(url ?? raise());
    expect(url).to.include('/de/tracking/');
  });

  it('is refused where there is nobody to write to', async () => {
    const { call, persistence, scope, outbox } = await aTrackedShop();
    const { id } = await confirmedIn(persistence, scope, { customer: { name: 'Ada', email: null, phone: null } });

    expect((await refusalOf(call('sendTrackingLink', { id }))).issues).to.have.length(1);
    expect(outbox.sent).to.deep.equal([]);
  });

  it('says that a part is on its way while the rest is not', async () => {
    const { call, outbox, confirmed, settlement, scope } = await aTrackedShop();
    const id = await confirmed({ customer: { name: 'Ada', email: 'ada@example.org', phone: null } });
    await settlement.createFulfilment(scope, id, { ...PARCEL, lines: [{ lineId: 'a', quantity: 1 }] });
    await call('sendTrackingLink', { id });
    await settlement.createFulfilment(scope, id, { ...PARCEL, lines: [{ lineId: 'a', quantity: 1 }], shipped: true });
    await call('sendTrackingLink', { id });

    const { statuses, partlySent } = trackingWordsOf('fr');
    expect(outbox.sent.map(({ text }) => [text.includes(statuses.confirmed), text.includes(partlySent)])).to.deep.equal([
      [true, false],
      [false, true],
    ]);
  });

  it('has words of its own in every language', () => {
    const subjects = TRACKING_LANGUAGES.map((language) => trackingWordsOf(language).mail.subject('007', 'Atelier'));
    expect(new Set(subjects).size).to.equal(TRACKING_LANGUAGES.length);
    for (const subject of subjects) expect(subject).to.include('007').and.include('Atelier');
  });
});

function raise(): never {
  throw new Error('The fixture is gone.');
}
