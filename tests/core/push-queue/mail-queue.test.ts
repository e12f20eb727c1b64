import { NOBODYS_SCOPE } from '@comptoir/core/identity/nobodys-scope.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { makePost } from '@comptoir/core/push-queue/mail-queue.js';
import { expect } from 'chai';
import { anOutbox } from '../../support/service-deps.js';
import { aQueueBench, type QueueBench } from './queue-bench.js';

const MAIL = { to: 'ada@example.org', subject: 'Bonjour', text: 'Bonjour', html: '<p>Bonjour</p>' };

/** Posts the mail in a transaction of its own, which then ends as the test wants. */
function posted({ services, persistence, clock }: QueueBench, mail: typeof MAIL | null, end: () => void = () => undefined): Promise<void> {
  const post = makePost({ clock, ids: services.ids });
  return persistence.transact(NOBODYS_SCOPE, async (stores) => {
    await post(stores, mail);
    end();
  });
}

const standing = async ({ services, clock }: QueueBench) => (await services.views.pushQueue.depths('comptoir', clock.now()))[0];

describe('mails', () => {
  it('leave after the commit, and nothing of them stays', async () => {
    const outbox = anOutbox();
    const bench = aQueueBench({ mailer: outbox });
    await posted(bench, MAIL);
    expect(outbox.sent).to.deep.equal([]);

    bench.services.dispatcher.start();
    await bench.timers.advance(100);

    expect(outbox.sent).to.deep.equal([MAIL]);
    expect(await standing(bench)).to.equal(undefined);
  });

  it('do not leave when what they tell of has not happened', async () => {
    const outbox = anOutbox();
    const bench = aQueueBench({ mailer: outbox });
    bench.services.dispatcher.start();
    await posted(bench, MAIL, () => {
      throw new Error('no');
    }).catch(() => undefined);
    await bench.timers.advance(5_000);
    expect(outbox.sent).to.deep.equal([]);
  });

  it('are tried again until the mail server takes them', async () => {
    let failures = 3;
    const outbox = anOutbox();
    const send = async (mail: typeof MAIL) => {
      failures -= 1;
      if (failures >= 0) throw new Error('no route');
      await outbox.send(mail);
    };
    const bench = aQueueBench({ mailer: { send } });
    bench.services.dispatcher.start();
    await posted(bench, MAIL);
    await bench.timers.advance(60_000);
    expect(outbox.sent).to.deep.equal([MAIL]);
  });

  it('are dropped, and not kept as dead letters, when no server will ever take them', async () => {
    for (const code of ['not_configured', 'invalid_request'] as const) {
      const bench = aQueueBench({ mailer: { send: () => Promise.reject(new DomainError(code)) } });
      bench.services.dispatcher.start();
      await posted(bench, MAIL);
      await bench.timers.advance(5_000);
      expect(await standing(bench), code).to.equal(undefined);
    }
  });

  it('to nobody are sent to nobody', async () => {
    const outbox = anOutbox();
    const bench = aQueueBench({ mailer: outbox });
    await posted(bench, null);
    expect(await standing(bench)).to.include({ ready: 1 });
    bench.services.dispatcher.start();
    await bench.timers.advance(100);
    expect([outbox.sent, await standing(bench)]).to.deep.equal([[], undefined]);
  });
});
