import { makeSignedTokens } from '@comptoir/app/adapters/node-signed-tokens.js';
import { sealUnsubscription } from '@comptoir/core/newsletter/newsletter-tokens.js';
import { expect } from 'chai';
import { DAY_MS, establish, FIRST_PAGE, HOUR_MS, NOON } from '../../suites/builders.js';
import { aSubscriber } from '../../suites/campaign-builders.js';
import { aClient, aClientEvent } from '../../suites/client-builders.js';
import { refusalOf } from '../../suites/suite.js';
import { TEST_SECRET } from '../../support/service-deps.js';
import { aBench } from '../support.js';

const ADA = 'ada@example.test';
const FROM = '192.0.2.7';

async function aStage() {
  const bench = aBench();
  const { scope, site } = await establish(bench.persistence, { name: 'Chez Lucie' });
  const { newsletter, views } = bench.services;
  const mails = () => bench.outbox.sent;
  const lastToken = () => decodeURIComponent(/confirm\?t=([^\s"<]+)/.exec(mails().at(-1)?.text ?? '')?.[1] ?? '');
  const unsubscribeToken = (email: string) =>
    sealUnsubscription(makeSignedTokens([TEST_SECRET]), { tenantId: scope.tenantId, siteId: scope.siteId, email, campaignId: null });
  return {
    ...bench,
    scope,
    site,
    newsletter,
    mails,
    lastToken,
    unsubscribeToken,
    ask: (email = ADA, from = FROM) => newsletter.subscribe(site.slug, email, 'de', from),
    known: (email = ADA) => views.subscribers.byEmail(scope, email),
    consentOf: async (email = ADA) => (await views.clients.byEmail(scope, email))?.emailConsent ?? null,
    withClient: (changes: object = {}) =>
      bench.persistence.transact(scope, ({ clients }) => clients.create(scope, [aClient({ email: ADA, ...changes })], aClientEvent())),
  };
}

describe('the newsletter', () => {
  it('asks the owner of the address in their language, and sends nothing before they have confirmed', async () => {
    const stage = await aStage();
    await stage.ask();
    expect(stage.mails().map(({ to, subject }) => [to, subject])).to.deep.equal([[ADA, 'Bestätigen Sie Ihre Anmeldung — Chez Lucie']]);
    expect(await stage.known()).to.deep.include({ state: 'pending', language: 'de', source: 'form', confirmedAt: null });
  });

  it('is confirmed by the link of the mail, once or several times', async () => {
    const stage = await aStage();
    await stage.ask();
    const token = stage.lastToken();
    expect(await stage.newsletter.confirmation(token)).to.deep.include({ email: ADA });
    expect((await stage.known())?.state).to.equal('pending');
    for (let times = 0; times < 2; times += 1) await stage.newsletter.confirm(token);
    expect(await stage.known()).to.deep.include({ state: 'confirmed', confirmedAt: NOON });
  });

  it('writes to nobody who has confirmed already, and answers the same', async () => {
    const stage = await aStage();
    await stage.persistence.transact(stage.scope, ({ subscribers }) =>
      subscribers.change(stage.scope, ADA, () => aSubscriber({ email: ADA })),
    );
    expect(await stage.ask()).to.equal(undefined);
    expect(stage.mails()).to.deep.equal([]);
  });

  it('cannot be used to fill somebody’s mailbox, nor does the answer tell', async () => {
    const stage = await aStage();
    for (let count = 0; count < 5; count += 1) await stage.ask(ADA, `192.0.2.${count}`);
    expect(stage.mails()).to.have.length(3);
    stage.clock.advance(HOUR_MS);
    await stage.ask();
    expect(stage.mails()).to.have.length(4);
  });

  it('takes so many addresses from one network in an hour', async () => {
    const stage = await aStage();
    for (let count = 0; count < 20; count += 1) await stage.ask(`a${count}@example.test`);
    expect((await refusalOf(stage.ask('b@example.test'))).code).to.equal('rate_limited');
    await stage.ask('b@example.test', '198.51.100.1');
  });

  it('does not take links that are old, forged, of another kind, or from before the address unsubscribed', async () => {
    const stage = await aStage();
    await stage.ask();
    const token = stage.lastToken();
    const codeOf = async (given: string) => (await refusalOf(stage.newsletter.confirm(given))).code;
    expect(await codeOf(`${token}x`)).to.equal('invalid_token');
    expect(await codeOf(stage.unsubscribeToken(ADA))).to.equal('invalid_token');
    expect((await refusalOf(stage.newsletter.unsubscribe(token))).code).to.equal('invalid_token');
    stage.clock.advance(1000);
    await stage.newsletter.unsubscribe(stage.unsubscribeToken(ADA));
    expect(await codeOf(token)).to.equal('invalid_token');
    await stage.ask();
    const fresh = stage.lastToken();
    stage.clock.advance(8 * DAY_MS);
    expect(await codeOf(fresh)).to.equal('invalid_token');
  });

  it('is left with one link, however often it is followed and whoever is known', async () => {
    const stage = await aStage();
    await stage.ask();
    await stage.newsletter.confirm(stage.lastToken());
    for (let times = 0; times < 2; times += 1) await stage.newsletter.unsubscribe(stage.unsubscribeToken(ADA));
    expect(await stage.known()).to.deep.include({ state: 'unsubscribed', endedAt: NOON });
    await stage.newsletter.unsubscribe(stage.unsubscribeToken('nobody@example.test'));
    expect(await stage.known('nobody@example.test')).to.equal(null);
  });

  it('tells the client with the address what they have agreed to, and when and how', async () => {
    const stage = await aStage();
    await stage.withClient();
    await stage.ask();
    expect(await stage.consentOf()).to.equal(null);
    await stage.newsletter.confirm(stage.lastToken());
    expect(await stage.consentOf()).to.deep.equal({ granted: true, at: NOON, source: 'newsletter' });
    stage.clock.advance(1000);
    await stage.newsletter.unsubscribe(stage.unsubscribeToken(ADA));
    expect(await stage.consentOf()).to.deep.include({ granted: false, source: 'unsubscribe' });
    const client = await stage.services.views.clients.byEmail(stage.scope, ADA);
    const history = await stage.services.views.clients.history(stage.scope, client?.id ?? '', FIRST_PAGE);
    expect(history.items.map(({ kind, facts }) => [kind, facts['granted']]).slice(0, 2)).to.deep.equal([
      ['consent', false],
      ['consent', true],
    ]);
  });

  it('is entered by the staff with where the consent is from, but never against who has left it', async () => {
    const stage = await aStage();
    const asked = { email: ADA, language: null, source: 'paper form' };
    await stage.withClient();
    expect(await stage.newsletter.enter(stage.scope, asked)).to.deep.include({ state: 'confirmed', source: 'paper form' });
    expect(stage.mails()).to.deep.equal([]);
    expect(await stage.consentOf()).to.deep.equal({ granted: true, at: NOON, source: 'paper form' });
    await stage.newsletter.unsubscribe(stage.unsubscribeToken(ADA));
    expect((await refusalOf(stage.newsletter.enter(stage.scope, asked))).code).to.equal('invalid_transition');
    expect(await stage.newsletter.invite(stage.scope, asked)).to.deep.include({ state: 'pending' });
    expect(stage.mails()).to.have.length(1);
  });

  it('is not entered against what the client has withdrawn', async () => {
    const stage = await aStage();
    await stage.withClient({ emailConsent: { granted: false, at: NOON, source: 'staff' } });
    const refusal = await refusalOf(stage.newsletter.enter(stage.scope, { email: ADA, language: null, source: 'list' }));
    expect(refusal.code).to.equal('invalid_transition');
  });

  it('lets mails go again to an address whose owner shows that they arrive', async () => {
    const stage = await aStage();
    await stage.persistence.transact(stage.scope, ({ subscribers }) =>
      subscribers.change(stage.scope, ADA, () => aSubscriber({ email: ADA, state: 'bounced', endedAt: NOON })),
    );
    stage.clock.advance(1000);
    await stage.ask();
    await stage.newsletter.confirm(stage.lastToken());
    expect(await stage.known()).to.deep.include({ state: 'confirmed', endedAt: null });
  });

  it('is exported without anything that a spreadsheet would calculate', async () => {
    const stage = await aStage();
    await stage.persistence.transact(stage.scope, async ({ subscribers }) => {
      await subscribers.change(stage.scope, ADA, () => aSubscriber({ email: ADA, source: '=1+1' }));
      await subscribers.change(stage.scope, 'b@example.test', () =>
        aSubscriber({ email: 'b@example.test', state: 'pending', confirmedAt: null }),
      );
    });
    const { text, nextCursor } = await stage.newsletter.exportCsv(stage.scope, 'confirmed', null);
    const instant = NOON.toISOString();
    expect(text).to.equal(
      `email,language,state,source,createdAt,confirmedAt,endedAt\r\n${ADA},,confirmed,'=1+1,${instant},${instant},\r\n`,
    );
    expect(nextCursor).to.equal(null);
  });
});
