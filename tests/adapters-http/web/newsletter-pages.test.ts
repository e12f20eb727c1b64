import { makeSignedTokens } from '@comptoir/app/adapters/node-signed-tokens.js';
import { sealConfirmation, sealUnsubscription } from '@comptoir/core/newsletter/newsletter-tokens.js';
import { expect } from 'chai';
import { establish } from '../../suites/builders.js';
import { aSubscriber } from '../../suites/campaign-builders.js';
import { TEST_SECRET } from '../../support/service-deps.js';
import { call } from '../call.js';
import { closeAll } from '../serve.js';
import { openTill } from '../storefront/till.js';

const ADA = 'ada@example.test';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** A shop with a newsletter that Ada has subscribed to, or waits for. */
async function aStage(state: 'pending' | 'confirmed' = 'confirmed') {
  const till = await openTill();
  const { scope, site } = await establish(till.persistence, { name: 'Chez <Lucie>' });
  const reader = aSubscriber({ email: ADA, state, ...(state === 'pending' ? { confirmedAt: null } : {}) });
  await till.persistence.transact(scope, ({ subscribers }) => subscribers.change(scope, ADA, () => reader));
  const about = { tenantId: scope.tenantId, siteId: scope.siteId, email: ADA };
  const tokens = makeSignedTokens([TEST_SECRET]);
  const link = (page: string, token: string) => `${till.origin}/newsletter/link/${page}?t=${encodeURIComponent(token)}`;
  return {
    ...till,
    form: `${till.origin}/newsletter/${site.slug}`,
    confirm: link('confirm', sealConfirmation(tokens, { ...about, at: till.clock.now().getTime() })),
    unsubscribe: link('unsubscribe', sealUnsubscription(tokens, { ...about, campaignId: null })),
    stateOf: async (email = ADA) => (await till.services.views.subscribers.byEmail(scope, email))?.state ?? null,
  };
}

describe('the pages of the newsletter', () => {
  afterEach(closeAll);

  for (const [language, words] of Object.entries({
    fr: 'Les nouvelles de Chez &lt;Lucie>',
    en: 'News from Chez &lt;Lucie>',
    de: 'Neuigkeiten von Chez &lt;Lucie>',
    es: 'Novedades de Chez &lt;Lucie>',
    it: 'Le novità di Chez &lt;Lucie>',
  })) {
    it(`speak ${language} to whoever reads it`, async () => {
      const { form } = await aStage();
      const page = await call(form, { headers: { 'Accept-Language': `${language}-XX,xx;q=0.5` } });
      expect(page.status).to.equal(200);
      expect(page.headers['content-language']).to.equal(language);
      expect(page.text).to.include(`<html lang="${language}">`).and.include(words);
    });
  }

  it('answer the same for every address that is one, and subscribe nobody before they confirm', async () => {
    const { form, stateOf } = await aStage();
    const subscribe = (email: string) => call(form, { method: 'POST', headers: FORM, body: new URLSearchParams({ email }).toString() });
    const answers = [await subscribe(ADA), await subscribe('new@example.test')];
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect(answers[0]?.text).to.equal(answers[1]?.text);
    expect([await stateOf(), await stateOf('new@example.test')]).to.deep.equal(['confirmed', 'pending']);
  });

  it('say what is wrong with an address that is none, and show it as it was typed', async () => {
    const { form } = await aStage();
    const page = await call(form, { method: 'POST', headers: FORM, body: new URLSearchParams({ email: '"><b>x' }).toString() });
    expect(page.status).to.equal(422);
    expect(page.text).to.include('aria-invalid').and.include('role="alert"').and.not.include('<b>x');
  });

  it('take no more than so many addresses from one network, and say when to come back', async () => {
    const { form } = await aStage();
    for (let count = 0; count < 20; count += 1) await call(form, { method: 'POST', headers: FORM, body: `email=a${count}@example.test` });
    const page = await call(form, { method: 'POST', headers: FORM, body: 'email=b@example.test' });
    expect([page.status, page.headers['retry-after']]).to.deep.equal([429, '3600']);
  });

  it('change nothing when a link is only opened', async () => {
    const waiting = await aStage('pending');
    const asked = await call(waiting.confirm);
    expect(asked.status).to.equal(200);
    expect(asked.text).to.include('<form method="post"').and.include(ADA);
    expect(await waiting.stateOf()).to.equal('pending');
    const subscribed = await aStage();
    await call(subscribed.unsubscribe);
    expect(await subscribed.stateOf()).to.equal('confirmed');
  });

  it('confirm when the button is pressed', async () => {
    const { confirm, stateOf } = await aStage('pending');
    expect((await call(confirm, { method: 'POST' })).status).to.equal(200);
    expect(await stateOf()).to.equal('confirmed');
  });

  it('unsubscribe by the one click of a mail program, without cookies, a page of ours or a second step', async () => {
    const { unsubscribe, stateOf } = await aStage();
    const answer = await call(unsubscribe, { method: 'POST', headers: FORM, body: 'List-Unsubscribe=One-Click' });
    expect(answer.status).to.equal(200);
    expect(await stateOf()).to.equal('unsubscribed');
    expect((await call(unsubscribe, { method: 'POST' })).status).to.equal(200);
  });

  it('keep the token to themselves', async () => {
    const { unsubscribe } = await aStage();
    const { headers } = await call(unsubscribe);
    expect(headers['referrer-policy']).to.equal('no-referrer');
    expect(headers['cache-control']).to.equal('no-store');
    expect(headers['content-security-policy']).to.include("default-src 'none'").and.include("form-action 'self'");
  });

  it('say that a link is not valid, whatever is wrong with it', async () => {
    const { unsubscribe, confirm, origin } = await aStage();
    const wrong = [`${unsubscribe}x`, confirm.replace('/confirm', '/unsubscribe'), `${origin}/newsletter/link/confirm`];
    for (const address of wrong) {
      for (const method of ['GET', 'POST']) expect((await call(address, { method })).status, `${method} ${address}`).to.equal(404);
    }
    expect((await call(`${origin}/newsletter/nobody`)).status).to.equal(404);
  });
});
