import { randomUUID } from 'node:crypto';
import { NO_RECIPIENTS } from '@comptoir/core/campaigns/campaign-store.js';
import type { Recipient, RecipientSettlement, RecipientState } from '@comptoir/core/campaigns/recipient.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { establish, FIRST_PAGE, minutesAfter, NOON } from './builders.js';
import { aCampaign, agreeing, aSegment, aSubscriber, aTemplate, aWish, underWay } from './campaign-builders.js';
import { aClient, aClientEvent } from './client-builders.js';
import { atOnce, describePort, type Open, refusalOf } from './suite.js';

const GRANTED = { granted: true, at: NOON, source: 'tests' };
const WITHDRAWN = { granted: false, at: NOON, source: 'tests' };

export function exerciseCampaignStore(name: string, open: Open): void {
  describePort('CampaignStore', name, open, (persistence) => {
    const { transact } = persistence;
    const claim = (scope: Scope, id: string, wish = aWish(), now = NOON, run = 1) =>
      transact(scope, ({ campaigns }) => campaigns.claim(scope, id, run, wish, now));
    const settle = (scope: Scope, id: string, token: string, settlements: readonly RecipientSettlement[], now = NOON) =>
      transact(scope, ({ campaigns }) => campaigns.settle(scope, id, token, settlements, now));
    const become = (address: string, state: RecipientState, changes: Partial<RecipientSettlement> = {}): RecipientSettlement => ({
      address,
      state,
      reason: null,
      tries: 0,
      dueAt: NOON,
      ...changes,
    });
    const countsOf = async (scope: Scope, id: string) => (await persistence.views.campaigns.get(scope, id))?.counts;

    it('gives back what was stored, to the last field', async () => {
      const { scope } = await establish(persistence);
      const [template, segment] = [aTemplate(), aSegment()];
      const campaign = aCampaign({
        templateId: template.id,
        segmentId: segment.id,
        subject: 'Objet',
        tags: ['a', 'b'],
        senderName: 'Chez Lucie',
        replyTo: 'lucie@example.test',
        status: 'failed',
        scheduledAt: minutesAfter(NOON, 1),
        startedAt: minutesAfter(NOON, 2),
        finishedAt: minutesAfter(NOON, 3),
        failure: 'mail_server',
        run: 4,
      });
      await transact(scope, async ({ campaigns, emailTemplates, segments }) => {
        await emailTemplates.create(scope, template);
        await segments.create(scope, segment);
        await campaigns.create(scope, campaign);
      });

      expect(await persistence.views.campaigns.get(scope, campaign.id)).to.deep.equal({ ...campaign, counts: NO_RECIPIENTS });
      expect(await persistence.views.emailTemplates.get(scope, template.id)).to.deep.equal(template);
      expect(await persistence.views.segments.get(scope, segment.id)).to.deep.equal(segment);
    });

    it('refuses a template that is not there, and keeps one that is used', async () => {
      const { scope } = await establish(persistence);
      const { campaign } = await underWay(persistence, scope, 1);
      const unknown = transact(scope, ({ campaigns }) => campaigns.create(scope, aCampaign({ templateId: aTemplate().id })));
      expect((await refusalOf(unknown)).code).to.equal('unknown_record');
      const removed = transact(scope, ({ emailTemplates }) => emailTemplates.delete(scope, campaign.templateId));
      expect((await refusalOf(removed)).code).to.equal('in_use');
    });

    it('freezes everybody who agreed and can be reached, once per address', async () => {
      const { scope } = await establish(persistence);
      const both = 'both@example.test';
      const { campaign } = await transact(scope, async (stores) => {
        await stores.clients.create(
          scope,
          [
            aClient({ email: both, emailConsent: GRANTED }),
            aClient({ email: 'no@example.test', emailConsent: WITHDRAWN }),
            aClient({ email: 'unasked@example.test' }),
            aClient({ emailConsent: GRANTED }),
            aClient({ email: 'gone@example.test', emailConsent: GRANTED, anonymizedAt: NOON }),
          ],
          aClientEvent(),
        );
        const readers = [
          aSubscriber({ email: both }),
          aSubscriber({ email: 'reader@example.test' }),
          aSubscriber({ email: 'no@example.test' }),
        ];
        const others = [aSubscriber({ state: 'pending', confirmedAt: null }), aSubscriber({ state: 'unsubscribed', endedAt: NOON })];
        for (const reader of [...readers, ...others]) await stores.subscribers.change(scope, reader.email, () => reader);
        const template = await stores.emailTemplates.create(scope, aTemplate());
        return { campaign: await stores.campaigns.create(scope, aCampaign({ templateId: template.id })) };
      });

      const frozen = await transact(scope, ({ campaigns }) => campaigns.freeze(scope, campaign.id, [], null, NOON));
      const again = await transact(scope, ({ campaigns }) => campaigns.freeze(scope, campaign.id, [], null, NOON));

      expect([frozen, again].map(Number)[0]).to.equal(2);
      const { items } = await persistence.views.campaigns.activity(scope, campaign.id, FIRST_PAGE);
      expect(items.map(({ address }) => address).sort()).to.deep.equal([both, 'reader@example.test']);
      expect(items.find(({ address }) => address === both)?.clientId).to.be.a('string');
    });

    it('freezes only clients where there is a rule', async () => {
      const { scope } = await establish(persistence);
      const { campaign } = await underWay(persistence, scope, 2);
      const template = campaign.templateId;
      const other = aCampaign({ templateId: template });
      const rule = { match: 'all', rules: [{ field: 'kind', is: 'company' }] } as const;
      const count = await transact(scope, async (stores) => {
        const reader = aSubscriber();
        await stores.subscribers.change(scope, reader.email, () => reader);
        await stores.clients.create(
          scope,
          [aClient({ kind: 'company', email: 'sarl@example.test', emailConsent: GRANTED })],
          aClientEvent(),
        );
        await stores.campaigns.create(scope, other);
        return stores.campaigns.freeze(scope, other.id, [], rule, NOON);
      });
      expect(count).to.equal(1);
    });

    it('claims every recipient once, whoever claims at the same time', async () => {
      const { scope } = await establish(persistence);
      const { campaign, addresses } = await underWay(persistence, scope, 40);
      const claims = await atOnce(6, () => claim(scope, campaign.id));
      const claimed = claims.flatMap(({ recipients }) => recipients.map(({ address }) => address));
      expect(claimed.sort()).to.deep.equal(addresses);
      expect(claims.map(({ recipients }) => recipients.length).sort()).to.deep.equal([0, 0, 10, 10, 10, 10].sort());
    });

    it('says who the recipient is', async () => {
      const { scope } = await establish(persistence);
      const { campaign } = await underWay(persistence, scope, 1);
      const { recipients } = await claim(scope, campaign.id);
      const client = { kind: 'person', firstName: 'Ada', lastName: 'Lovelace', company: null };
      expect(recipients).to.deep.equal([{ address: 'client-00000@example.test', language: null, tries: 0, client }]);
    });

    it('asks again for the consent: who has withdrawn it since is skipped', async () => {
      const { scope } = await establish(persistence);
      const { campaign, addresses } = await underWay(persistence, scope, 2);
      await transact(scope, async ({ clients }, views) => {
        const first = await views.clients.byEmail(scope, addresses[0] ?? '');
        await clients.change(scope, first?.id ?? '', (client) => ({
          client: { ...client, emailConsent: WITHDRAWN },
          event: aClientEvent(),
        }));
      });
      const { recipients } = await claim(scope, campaign.id);
      expect(recipients.map(({ address }) => address)).to.deep.equal([addresses[1]]);
      expect(await countsOf(scope, campaign.id)).to.deep.equal({ ...NO_RECIPIENTS, claimed: 1, skipped: 1 });
    });

    it('claims nobody of a campaign that is paused, or at another run', async () => {
      const { scope } = await establish(persistence);
      const { campaign } = await underWay(persistence, scope, 1);
      expect((await claim(scope, campaign.id, aWish(), NOON, 2)).recipients).to.deep.equal([]);
      await transact(scope, ({ campaigns }) => campaigns.change(scope, campaign.id, (before) => ({ ...before, status: 'paused' })));
      const held = await claim(scope, campaign.id);
      expect([held.recipients, held.campaign.status]).to.deep.equal([[], 'paused']);
    });

    it('settles only what is claimed under the token, and only once', async () => {
      const { scope } = await establish(persistence);
      const { campaign, addresses } = await underWay(persistence, scope, 1);
      const [address = ''] = addresses;
      const wish = aWish();
      await claim(scope, campaign.id, wish);
      await settle(scope, campaign.id, aWish().token, [become(address, 'failed', { reason: 'refused' })]);
      expect(await countsOf(scope, campaign.id)).to.deep.equal({ ...NO_RECIPIENTS, claimed: 1 });
      await settle(scope, campaign.id, wish.token, [become(address, 'sent')]);
      await settle(scope, campaign.id, wish.token, [become(address, 'pending')]);
      expect(await countsOf(scope, campaign.id)).to.deep.equal({ ...NO_RECIPIENTS, sent: 1 });
    });

    it('doubts what nobody settled, never claims it again, and believes a late answer', async () => {
      const { scope } = await establish(persistence);
      const { campaign, addresses } = await underWay(persistence, scope, 2);
      const wish = aWish({ limit: 1 });
      await claim(scope, campaign.id, wish);
      const later = minutesAfter(NOON, 3);
      const next = await claim(scope, campaign.id, aWish({ staleBefore: minutesAfter(NOON, 1) }), later);
      expect(next.recipients.map(({ address }) => address)).to.deep.equal([addresses[1]]);
      expect(await countsOf(scope, campaign.id)).to.deep.equal({ ...NO_RECIPIENTS, claimed: 1, uncertain: 1 });
      await settle(scope, campaign.id, wish.token, [become(addresses[0] ?? '', 'sent')], later);
      expect(await countsOf(scope, campaign.id)).to.deep.equal({ ...NO_RECIPIENTS, claimed: 1, sent: 1 });
    });

    it('says when to look again, and that nobody is left', async () => {
      const { scope } = await establish(persistence);
      const { campaign, addresses } = await underWay(persistence, scope, 1);
      const wish = aWish();
      await claim(scope, campaign.id, wish);
      expect((await claim(scope, campaign.id)).againAt).to.deep.equal(minutesAfter(NOON, 2));
      const dueAt = minutesAfter(NOON, 5);
      await settle(scope, campaign.id, wish.token, [become(addresses[0] ?? '', 'pending', { tries: 1, dueAt })]);
      expect((await claim(scope, campaign.id)).againAt).to.deep.equal(dueAt);
      const last = aWish();
      const { recipients } = await claim(scope, campaign.id, last, dueAt);
      expect(recipients.map(({ tries }) => tries)).to.deep.equal([1]);
      await settle(scope, campaign.id, last.token, [become(addresses[0] ?? '', 'sent')], dueAt);
      expect((await claim(scope, campaign.id)).againAt).to.equal(null);
    });

    it('keeps the pace of the establishment over all its campaigns', async () => {
      const { scope } = await establish(persistence);
      const { campaign } = await underWay(persistence, scope, 5);
      const other = aCampaign({ templateId: campaign.templateId, status: 'sending', startedAt: NOON, run: 1 });
      await transact(scope, async ({ campaigns }) => {
        await campaigns.create(scope, other);
        await campaigns.freeze(scope, other.id, [], null, NOON);
      });
      const paced = () => aWish({ perMinute: 3, limit: 2 });
      const claims = [
        await claim(scope, campaign.id, paced()),
        await claim(scope, other.id, paced()),
        await claim(scope, other.id, paced()),
      ];
      expect(claims.map(({ recipients }) => recipients.length)).to.deep.equal([2, 1, 0]);
      expect(claims[2]?.againAt).to.deep.equal(minutesAfter(NOON, 1));
      const inAMinute = await claim(scope, other.id, paced(), minutesAfter(NOON, 1));
      expect(inAMinute.recipients).to.have.length(2);
    });

    it('suppresses an address that bounced hard, for other campaigns too, until it is lifted', async () => {
      const { scope } = await establish(persistence);
      const { campaign, addresses } = await underWay(persistence, scope, 1);
      const [address = ''] = addresses;
      const wish = aWish();
      await claim(scope, campaign.id, wish);
      await settle(scope, campaign.id, wish.token, [become(address, 'bounced', { reason: 'hard' })]);
      const freezeAnother = () =>
        transact(scope, async ({ campaigns }) => {
          const other = await campaigns.create(scope, aCampaign({ templateId: campaign.templateId }));
          return campaigns.freeze(scope, other.id, [], null, NOON);
        });
      expect(await freezeAnother()).to.equal(0);
      await transact(scope, ({ subscribers }) => subscribers.lift(scope, address));
      expect(await freezeAnother()).to.equal(1);
    });

    it('shows the activity changed last first, by state and by the beginning of the address', async () => {
      const { scope } = await establish(persistence);
      const { campaign, addresses } = await underWay(persistence, scope, 3);
      const [first = '', , third = ''] = addresses;
      const wish = aWish({ limit: 1 });
      await claim(scope, campaign.id, wish);
      await settle(scope, campaign.id, wish.token, [become(first, 'sent')], minutesAfter(NOON, 1));
      await transact(scope, ({ campaigns }) => campaigns.noteUnsubscribed(scope, campaign.id, first, minutesAfter(NOON, 2)));
      const activity = (filter: object) => persistence.views.campaigns.activity(scope, campaign.id, { ...FIRST_PAGE, ...filter });
      const addressesOf = async (filter: object) => (await activity(filter)).items.map(({ address }) => address);
      expect(await addressesOf({})).to.deep.equal(addresses);
      expect(await addressesOf({ state: 'pending' })).to.deep.equal(addresses.slice(1));
      expect(await addressesOf({ search: 'CLIENT-00002' })).to.deep.equal([third]);
      expect(await addressesOf({ search: '%' })).to.deep.equal([]);
      expect((await activity({ state: 'sent' })).items[0]?.unsubscribedAt).to.deep.equal(minutesAfter(NOON, 2));
      expect(await countsOf(scope, campaign.id)).to.deep.equal({ ...NO_RECIPIENTS, sent: 1, pending: 2, unsubscribed: 1 });
    });

    it('forgets who was written to, by id or address, counts them on, and writes to nobody of them who waits', async () => {
      const { scope } = await establish(persistence);
      const { campaign, addresses } = await underWay(persistence, scope, 4);
      const [sent = '', doubtful = '', waiting = '', other = ''] = addresses;
      const idOf = async (email: string) => (await persistence.views.clients.byEmail(scope, email))?.id ?? '';
      const forget = (id: string, email: string | null) =>
        transact(scope, ({ campaigns }) => campaigns.forgetClient(scope, id, email, minutesAfter(NOON, 1)));
      const wish = aWish({ limit: 2 });
      await claim(scope, campaign.id, wish);
      await settle(scope, campaign.id, wish.token, [become(sent, 'sent')]);

      await forget(await idOf(sent), null);
      await forget(randomUUID(), doubtful);
      await forget(await idOf(waiting), waiting);
      await forget(await idOf(sent), sent);
      await settle(scope, campaign.id, wish.token, [become(doubtful, 'sent')]);

      const { items } = await persistence.views.campaigns.activity(scope, campaign.id, FIRST_PAGE);
      expect(items.map(({ address, clientId }) => [address.includes('@'), clientId !== null])).to.have.deep.members([
        [true, true],
        [false, false],
        [false, false],
      ]);
      expect(await countsOf(scope, campaign.id)).to.deep.equal({ ...NO_RECIPIENTS, sent: 1, uncertain: 1, pending: 1 });
      expect(await persistence.views.campaigns.ofClient(scope, await idOf(sent), sent)).to.deep.equal([]);
      expect((await persistence.views.campaigns.ofClient(scope, randomUUID(), other)).map(({ address }) => address)).to.deep.equal([other]);
    });

    it('moves what was sent to one client to another', async () => {
      const { scope } = await establish(persistence);
      const { campaign, addresses } = await underWay(persistence, scope, 2);
      const [one, other] = await Promise.all(addresses.map((email) => persistence.views.clients.byEmail(scope, email)));
      await transact(scope, ({ campaigns }) => campaigns.moveClient(scope, one?.id ?? '', other?.id ?? ''));

      const sent = await persistence.views.campaigns.ofClient(scope, other?.id ?? '', null);

      expect(sent.map(({ address, campaignId }) => [address, campaignId])).to.have.deep.members(
        addresses.map((address) => [address, campaign.id]),
      );
    });

    it('writes to nobody who waits once it is called off', async () => {
      const { scope } = await establish(persistence);
      const { campaign } = await underWay(persistence, scope, 2);
      await transact(scope, ({ campaigns }) => campaigns.giveUp(scope, campaign.id, NOON));
      expect(await claim(scope, campaign.id)).to.deep.include({ recipients: [], againAt: null });
    });

    it('is in doubt about whom it was just writing to when it is called off, until that is told', async () => {
      const { scope } = await establish(persistence);
      const { campaign, addresses } = await underWay(persistence, scope, 3);
      const wish = aWish({ limit: 2 });
      const { recipients } = await claim(scope, campaign.id, wish);
      await transact(scope, ({ campaigns }) => campaigns.giveUp(scope, campaign.id, NOON));
      const counts = async () => (await persistence.views.campaigns.get(scope, campaign.id))?.counts;
      expect(addresses).to.have.length(3);
      expect(await counts()).to.deep.include({ pending: 0, claimed: 0, uncertain: 2, skipped: 1 });

      const [told] = recipients.map(({ address }) => ({ address, state: 'sent', reason: null, tries: 0, dueAt: NOON }) as const);
      if (told === undefined) throw new Error('Nobody was claimed.');
      await transact(scope, ({ campaigns }) => campaigns.settle(scope, campaign.id, wish.token, [told], NOON));
      expect(await counts()).to.deep.include({ sent: 1, uncertain: 1, skipped: 1 });
    });

    it('lists newest first, by status, tag and the beginnings of words', async () => {
      const { scope } = await establish(persistence);
      const template = aTemplate();
      const old = aCampaign({ templateId: template.id, name: 'Été à la plage', tags: ['sea'] });
      const fresh = aCampaign({ templateId: template.id, name: 'Hiver', createdAt: minutesAfter(NOON, 1) });
      await transact(scope, async ({ campaigns, emailTemplates }) => {
        await emailTemplates.create(scope, template);
        for (const each of [old, fresh]) await campaigns.create(scope, each);
      });
      const idsOf = async (filter: object) =>
        (await persistence.views.campaigns.list(scope, { ...FIRST_PAGE, ...filter })).items.map(({ id }) => id);
      expect(await idsOf({})).to.deep.equal([fresh.id, old.id]);
      expect(await idsOf({ search: 'ete pla' })).to.deep.equal([old.id]);
      expect(await idsOf({ tagId: 'sea' })).to.deep.equal([old.id]);
      expect(await idsOf({ status: 'sent' })).to.deep.equal([]);
    });

    it('keeps a campaign of before, with what it said and what became of everybody', async () => {
      const { scope } = await establish(persistence);
      const template = aTemplate();
      const campaign = aCampaign({ templateId: template.id, status: 'sent', run: 2, startedAt: NOON, finishedAt: minutesAfter(NOON, 1) });
      const reached = { state: 'sent', reason: null, queuedAt: NOON, changedAt: minutesAfter(NOON, 1), unsubscribedAt: null } as const;
      const one: Recipient = { ...reached, address: 'ada@example.org', clientId: randomUUID() };
      const other: Recipient = { ...reached, address: 'bob@example.org', clientId: null, state: 'bounced', reason: 'hard' };
      await transact(scope, async ({ campaigns, emailTemplates }) => {
        await emailTemplates.create(scope, template);
        await campaigns.createPast(scope, campaign, template.variants, [one, { ...other, unsubscribedAt: NOON }]);
      });

      const { activity, content, get } = persistence.views.campaigns;
      expect(await get(scope, campaign.id)).to.deep.include({ ...campaign });
      expect((await get(scope, campaign.id))?.counts).to.deep.include({ sent: 1, bounced: 1, unsubscribed: 1, pending: 0 });
      expect(await content(scope, campaign.id)).to.deep.equal(template.variants);
      expect((await activity(scope, campaign.id, FIRST_PAGE)).items).to.have.deep.members([one, { ...other, unsubscribedAt: NOON }]);
    });

    it('removes a campaign with its recipients', async () => {
      const { scope } = await establish(persistence);
      const { campaign } = await underWay(persistence, scope, 1);
      await transact(scope, ({ campaigns }) => campaigns.remove(scope, campaign.id));
      expect(await persistence.views.campaigns.get(scope, campaign.id)).to.equal(null);
      expect((await persistence.views.campaigns.activity(scope, campaign.id, FIRST_PAGE)).total).to.equal(0);
    });

    it('counts more clients than fit in one statement’s parameters', async () => {
      const { scope } = await establish(persistence);
      await transact(scope, (stores) => agreeing(stores, scope, 300));
      const size = await persistence.views.segmentMembers.size(scope, aSegment().rule);
      expect(size).to.deep.equal({ clients: 300, reachable: 300 });
    });
  });
}
