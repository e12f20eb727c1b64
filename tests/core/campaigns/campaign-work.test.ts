import { NO_RECIPIENTS, type RecipientCounts } from '@comptoir/core/campaigns/campaign-store.js';
import { BATCH } from '@comptoir/core/campaigns/campaign-work.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { type Mail, MailError, type MailFault } from '@comptoir/core/kit/mail.js';
import { makePost } from '@comptoir/core/push-queue/mail-queue.js';
import { expect } from 'chai';
import { establish, FIRST_PAGE, MINUTE_MS, minutesAfter, NOON } from '../../suites/builders.js';
import { aCampaign, agreeing, aSubscriber, aTemplate, aVariantOfMail } from '../../suites/campaign-builders.js';
import { aClient, aClientEvent } from '../../suites/client-builders.js';
import { refusalOf } from '../../suites/suite.js';
import { anOutbox } from '../../support/service-deps.js';
import { aQueueBench } from '../push-queue/queue-bench.js';

const GRANTED = { granted: true, at: NOON, source: 'tests' };

/** A draft to so many clients, and a dispatcher at work. `onMail` may refuse a mail. */
async function aStage(count: number, onMail: (mail: Mail, nth: number) => void | Promise<void> = () => undefined) {
  const outbox = anOutbox();
  let handedIn = 0;
  const send = async (mail: Mail) => {
    handedIn += 1;
    await onMail(mail, handedIn);
    await outbox.send(mail);
  };
  const bench = aQueueBench({ mailer: { send } });
  const { services, persistence, timers } = bench;
  const { scope } = await establish(persistence, { name: 'Chez Lucie' });
  const template = aTemplate({ variants: [aVariantOfMail(), aVariantOfMail({ language: 'de', subject: 'Neues', text: 'Hallo' })] });
  const campaign = aCampaign({ templateId: template.id });
  const addresses = await persistence.transact(scope, async (stores) => {
    await stores.emailTemplates.create(scope, template);
    await stores.campaigns.create(scope, campaign);
    return agreeing(stores, scope, count);
  });
  services.dispatcher.start();
  const now = async () => {
    const found = await services.views.campaigns.get(scope, campaign.id);
    if (found === null) throw new Error('The campaign is gone');
    return found;
  };
  return {
    ...bench,
    scope,
    id: campaign.id,
    addresses,
    outbox,
    now,
    send: (at: Date | null = null) => services.campaigns.send(scope, campaign.id, at),
    reached: () => outbox.sent.map(({ to }) => to),
    wait: (milliseconds = 2_000) => timers.advance(milliseconds),
  };
}

const counts = (changes: Partial<RecipientCounts>): RecipientCounts => ({ ...NO_RECIPIENTS, ...changes });
const fault = (kind: MailFault, status: number | null = null) => new MailError(kind, status, null);

describe('a campaign under way', () => {
  it('reaches everybody who agreed, once, and is sent then', async () => {
    const stage = await aStage(2 * BATCH + 1);
    expect((await stage.send()).status).to.equal('sending');
    await stage.wait();
    expect(stage.reached().sort()).to.deep.equal(stage.addresses);
    expect(await stage.now()).to.deep.include({ status: 'sent', counts: counts({ sent: 2 * BATCH + 1 }) });
  });

  it('speaks to each in their language and by their name, and to subscribers without one', async () => {
    const stage = await aStage(0);
    await stage.persistence.transact(stage.scope, async ({ clients, subscribers }) => {
      await clients.create(stage.scope, [aClient({ email: 'ada@example.test', emailConsent: GRANTED })], aClientEvent());
      await clients.create(stage.scope, [aClient({ email: 'max@example.test', language: 'de-AT', emailConsent: GRANTED })], aClientEvent());
      const reader = aSubscriber({ email: 'reader@example.test' });
      await subscribers.change(stage.scope, reader.email, () => reader);
    });
    await stage.send();
    await stage.wait();
    const shown = stage.outbox.sent.map(({ to, subject, text }) => [to, subject, text.split('\n')[0]]);
    expect(shown.sort()).to.deep.equal([
      ['ada@example.test', 'Des nouvelles', 'Bonjour Ada'],
      ['max@example.test', 'Neues', 'Hallo'],
      ['reader@example.test', 'Des nouvelles', 'Bonjour cher client'],
    ]);
  });

  it('lets mail programs unsubscribe with one click, and comes from the establishment', async () => {
    const stage = await aStage(1);
    await stage.send();
    await stage.wait();
    const [mail] = stage.outbox.sent;
    const link = mail?.headers?.['List-Unsubscribe'] ?? '';
    expect(link).to.match(/^<https:\/\/till\.example\/newsletter\/link\/unsubscribe\?t=[\w.-]+>$/);
    expect(mail?.headers?.['List-Unsubscribe-Post']).to.equal('List-Unsubscribe=One-Click');
    expect(mail?.senderName).to.equal('Chez Lucie');
    expect(mail?.html).to.include(link.slice(1, -1));
    expect(mail?.text).to.include(link.slice(1, -1));
  });

  it('has the same Message-ID for the same recipient, and another for every other', async () => {
    const stage = await aStage(2);
    await stage.send();
    await stage.wait();
    const ids = stage.outbox.sent.map(({ id }) => id);
    expect(new Set(ids).size).to.equal(2);
    expect(ids.every((id) => /^[0-9a-f]{40}$/.test(id ?? ''))).to.equal(true);
  });

  it('starts at the instant it is scheduled for, with those who agree then', async () => {
    const stage = await aStage(1);
    await stage.send(minutesAfter(NOON, 10));
    await stage.persistence.transact(stage.scope, ({ clients }) =>
      clients.create(stage.scope, [aClient({ email: 'late@example.test', emailConsent: GRANTED })], aClientEvent()),
    );
    await stage.wait(9 * MINUTE_MS);
    expect(await stage.now()).to.deep.include({ status: 'scheduled' });
    expect(stage.reached()).to.deep.equal([]);
    await stage.wait(2 * MINUTE_MS);
    expect(stage.reached()).to.have.members([...stage.addresses, 'late@example.test']);
    expect(await stage.now()).to.deep.include({ status: 'sent' });
  });

  it('does not start at an instant that was called off', async () => {
    const stage = await aStage(1);
    await stage.send(minutesAfter(NOON, 10));
    expect((await stage.services.campaigns.pause(stage.scope, stage.id)).status).to.equal('draft');
    await stage.wait(20 * MINUTE_MS);
    expect(stage.reached()).to.deep.equal([]);
  });

  it('leaves the queue in peace when it is gone by then', async () => {
    const stage = await aStage(1);
    await stage.send(minutesAfter(NOON, 10));
    await stage.services.campaigns.pause(stage.scope, stage.id);
    expect(await stage.services.campaigns.delete(stage.scope, stage.id)).to.equal('deleted');
    await stage.wait(11 * MINUTE_MS);
    expect(await stage.services.views.pushQueue.depths('comptoir', stage.clock.now())).to.deep.equal([]);
  });

  it('fails when nobody is left at the instant', async () => {
    const stage = await aStage(0);
    await stage.send(minutesAfter(NOON, 1));
    await stage.wait(2 * MINUTE_MS);
    expect(await stage.now()).to.deep.include({ status: 'failed', failure: 'no_recipients' });
  });

  it('is refused at once when nobody would get it, and stays a draft', async () => {
    const stage = await aStage(0);
    expect((await refusalOf(stage.send())).code).to.equal('no_recipients');
    expect(await stage.now()).to.deep.include({ status: 'draft', run: 0 });
  });

  it('is held after the batch under way, and goes on with the others', async () => {
    let stage: Awaited<ReturnType<typeof aStage>> | undefined;
    stage = await aStage(3 * BATCH, async (_mail, nth) => {
      if (nth === 10) await stage?.services.campaigns.pause(stage.scope, stage.id);
    });
    await stage.send();
    await stage.wait(5 * MINUTE_MS);
    expect(await stage.now()).to.deep.include({ status: 'paused', counts: counts({ sent: BATCH, pending: 2 * BATCH }) });
    await stage.services.campaigns.resume(stage.scope, stage.id);
    await stage.wait();
    expect(stage.reached().sort()).to.deep.equal(stage.addresses);
    expect(await stage.now()).to.deep.include({ status: 'sent' });
  });

  it('writes to nobody more once it is called off, and says who had got it', async () => {
    let stage: Awaited<ReturnType<typeof aStage>> | undefined;
    stage = await aStage(2 * BATCH, async (_mail, nth) => {
      if (nth === 1) await stage?.services.campaigns.delete(stage.scope, stage.id);
    });
    await stage.send();
    await stage.wait(MINUTE_MS);
    expect(await stage.now()).to.deep.include({ status: 'cancelled', counts: counts({ sent: BATCH, skipped: BATCH }) });
  });

  it('gives up an address that does not exist, and suppresses it', async () => {
    const stage = await aStage(3, ({ to }) => {
      if (to === 'client-00001@example.test') throw fault('address', 550);
    });
    await stage.send();
    await stage.wait();
    expect(await stage.now()).to.deep.include({ status: 'sent', counts: counts({ sent: 2, bounced: 1 }) });
    const again = await stage.services.campaigns.duplicate(stage.scope, stage.id);
    await stage.services.campaigns.send(stage.scope, again.id, null);
    expect((await stage.services.views.campaigns.get(stage.scope, again.id))?.counts).to.deep.equal(counts({ pending: 2 }));
  });

  it('tries again later what was put off, and after five times no more', async () => {
    let tries = 0;
    const stage = await aStage(2, ({ to }) => {
      if (to !== 'client-00001@example.test') return;
      tries += 1;
      throw fault('later', 451);
    });
    await stage.send();
    await stage.wait();
    expect((await stage.now()).counts).to.deep.equal(counts({ sent: 1, pending: 1 }));
    await stage.wait(8 * 60 * MINUTE_MS);
    expect(tries).to.equal(5);
    expect(await stage.now()).to.deep.include({ status: 'sent', counts: counts({ sent: 1, bounced: 1 }) });
    const { items } = await stage.services.views.campaigns.activity(stage.scope, stage.id, { ...FIRST_PAGE, state: 'bounced' });
    expect(items[0]?.reason).to.equal('soft');
  });

  it('leaves in doubt what may have been taken, and never sends it again', async () => {
    const stage = await aStage(3, (_mail, nth) => {
      if (nth === 1) throw fault('unknown');
    });
    await stage.send();
    await stage.wait(10 * MINUTE_MS);
    expect(await stage.now()).to.deep.include({ status: 'sent', counts: counts({ sent: 2, uncertain: 1 }) });
    expect(new Set(stage.reached()).size).to.equal(2);
  });

  it('waits for a mail server that cannot be had, without losing anybody', async () => {
    let isDown = true;
    const stage = await aStage(BATCH + 1, () => {
      if (isDown) throw fault('unsent');
    });
    await stage.send();
    await stage.wait(20 * MINUTE_MS);
    expect((await stage.now()).counts).to.deep.equal(counts({ pending: BATCH + 1 }));
    isDown = false;
    await stage.wait(40 * MINUTE_MS);
    expect(stage.reached().sort()).to.deep.equal(stage.addresses);
  });

  it('fails when no mail server could be had for half a day', async () => {
    const stage = await aStage(1, () => {
      throw fault('unsent');
    });
    await stage.send();
    await stage.wait(13 * 60 * MINUTE_MS);
    expect(await stage.now()).to.deep.include({ status: 'failed', failure: 'mail_server' });
  });

  it('fails at once where the host sends no mails', async () => {
    const stage = await aStage(1, () => {
      throw new DomainError('not_configured');
    });
    await stage.send();
    await stage.wait();
    expect(await stage.now()).to.deep.include({ status: 'failed', failure: 'not_configured' });
  });

  it('keeps to the pace that is set', async () => {
    const stage = await aStage(70);
    await stage.services.settings.set({ tenant: stage.scope, site: stage.scope }, 'campaigns.perMinute', 30);
    await stage.send();
    await stage.wait(50_000);
    expect(stage.reached()).to.have.length(30);
    await stage.wait(MINUTE_MS);
    expect(stage.reached()).to.have.length(60);
    await stage.wait(MINUTE_MS);
    expect(await stage.now()).to.deep.include({ status: 'sent' });
  });

  it('does not keep other mails waiting', async () => {
    const stage = await aStage(2, ({ subject }) => (subject === 'Commande' ? undefined : new Promise(() => undefined)));
    await stage.send();
    await stage.wait();
    const post = makePost({ clock: stage.clock, ids: stage.services.ids });
    const order: Mail = { to: 'guest@example.test', subject: 'Commande', text: 'Merci', html: '<p>Merci</p>' };
    await stage.persistence.transact(stage.scope, (stores) => post(stores, order));
    await stage.wait();
    expect(stage.reached()).to.deep.equal(['guest@example.test']);
  });

  it('says what the template said when it started, whatever becomes of it', async () => {
    const stage = await aStage(1);
    await stage.services.settings.set({ tenant: stage.scope, site: stage.scope }, 'campaigns.perMinute', 1);
    const { templateId } = await stage.now();
    await stage.send();
    const variants = [{ language: 'fr', subject: 'Trop tard', html: '<p>Trop tard</p>' }];
    await stage.services.emailTemplates.update(stage.scope, { id: templateId, variants });
    await stage.wait();
    expect(stage.outbox.sent.map(({ subject }) => subject)).to.deep.equal(['Des nouvelles']);
  });
});
