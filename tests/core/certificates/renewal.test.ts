import { renewAtOf, retryAtOf } from '@comptoir/core/certificates/renewal.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { NOON } from '../../suites/builders.js';
import { anIssue } from '../../suites/certificate-builders.js';
import { aWorld, type FakeWorld, SHOP } from './a-directory.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RUNNING = { aborted: false };
const daysAfter = (days: number) => new Date(NOON.getTime() + days * DAY_MS);

describe('when a certificate is renewed', () => {
  const lifetimes = fc.integer({ min: 1, max: 400 }).map((days) => anIssue({ notAfter: daysAfter(days) }));
  const chances = fc.double({ min: 0, max: 1, noNaN: true });

  it('is before a call would have a new one, and while it still serves', () => {
    fc.assert(
      fc.property(lifetimes, chances, (issued, chance) => {
        const renewAt = renewAtOf(issued, null, chance).getTime();
        expect(renewAt).to.be.within(issued.notBefore.getTime() - DAY_MS * 31, issued.notAfter.getTime());
        expect(issued.notAfter.getTime() - renewAt).to.be.at.least((issued.notAfter.getTime() - issued.notBefore.getTime()) / 20);
      }),
    );
  });

  it('is in the window of the directory, as long as a twentieth of the lifetime remains', () => {
    const issued = anIssue({ notAfter: daysAfter(100) });
    const window = { start: daysAfter(70), end: daysAfter(72) };
    expect([0, 0.5, 1].map((chance) => renewAtOf(issued, window, chance))).to.deep.equal([daysAfter(70), daysAfter(71), daysAfter(72)]);
    expect(renewAtOf(issued, { start: daysAfter(96), end: daysAfter(99) }, 0.5)).to.deep.equal(daysAfter(95));
  });

  it('is tried again not before the directory wants it, and within a week', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.option(fc.integer({ min: 1, max: 10_000_000 })),
        chances,
        (count, askedSecs, chance) => {
          const waitMs = retryAtOf({ fault: 'order', count, retryAfterSecs: askedSecs, now: NOON, chance }).getTime() - NOON.getTime();
          expect(waitMs).to.be.within(Math.min((askedSecs ?? 0) * 1000, 7 * DAY_MS), 7 * DAY_MS);
          expect(waitMs).to.be.at.least(48_000);
        },
      ),
    );
  });
});

describe('the renewal loop', () => {
  let world: FakeWorld;
  beforeEach(async () => {
    world = aWorld();
    await world.process().certificates.provision({ appId: 'demo', ...SHOP });
  });

  /** Looks every hour, as long as it takes; gives the hours until the next order. */
  async function hoursUntilOrder(limit: number): Promise<number> {
    const { certificates } = world.process();
    const before = world.orders.length;
    for (let hours = 0; hours <= limit; hours += 1) {
      await certificates.renewDue(RUNNING);
      if (world.orders.length > before) return hours;
      world.clock.advance(HOUR_MS);
    }
    return Number.POSITIVE_INFINITY;
  }

  it('renews shortly before a call would have a new one', async () => {
    expect(await hoursUntilOrder(90 * 24)).to.be.within(58.5 * 24, 60 * 24);
    expect(await world.process().certificates.provision({ appId: 'demo', ...SHOP })).to.include({ reused: true });
  });

  it('follows the window of the directory, and says what is replaced', async () => {
    world.window = { start: daysAfter(2), end: daysAfter(3) };
    expect(await hoursUntilOrder(90 * 24)).to.be.within(48, 3 * 24 + 12);
    expect(world.orders.at(-1)).to.include({ replaces: 'id.0001' });
    world.window = null;
    expect(await hoursUntilOrder(90 * 24)).to.be.within(58 * 24, 60 * 24);
    expect(world.orders.at(-1)).to.include({ replaces: null });
  });

  it('hears within half a day that a certificate must be replaced now', async () => {
    world.clock.advance(20 * DAY_MS);
    await world.process().certificates.renewDue(RUNNING);
    world.window = { start: NOON, end: daysAfter(1) };
    expect(await hoursUntilOrder(24)).to.be.at.most(12);
  });

  it('renews once, however many processes look', async () => {
    world.window = { start: NOON, end: daysAfter(1) };
    world.clock.advance(2 * DAY_MS);
    await Promise.all([1, 2, 3].map(() => world.process().certificates.renewDue(RUNNING)));
    expect(world.orders).to.have.length(2);
    expect(world.windowsAsked).to.equal(1);
  });

  it('goes on serving the old one while renewals fail, and tries again as it may', async () => {
    world.onOrder = async () => ({ kind: 'refused', type: 'urn:ietf:params:acme:error:dns', detail: 'no such name', retryAfterSecs: null });
    await hoursUntilOrder(90 * 24);
    const { certificates } = world.process();
    for (let turn = 0; turn < 10; turn += 1) await certificates.renewDue(RUNNING);
    expect(world.orders).to.have.length(2);
    world.clock.advance(73_000);
    await certificates.renewDue(RUNNING);
    expect(world.orders).to.have.length(3);
    expect((await world.persistence.views.certificates.get(SHOP))?.issued?.serial).to.equal('0001');
  });

  it('renews the names that worked, not those that somebody asked for in vain', async () => {
    world.onOrder = async ({ names }, issue) =>
      names.length === 1
        ? issue()
        : { kind: 'refused', type: 'urn:ietf:params:acme:error:dns', detail: 'no such name', retryAfterSecs: null };
    await world
      .process()
      .certificates.provision({ appId: 'demo', ...SHOP, aliases: ['typo.example'] })
      .catch(() => undefined);
    await hoursUntilOrder(90 * 24);
    expect(world.orders.at(-1)?.names).to.deep.equal([SHOP.domain]);
  });

  it('leaves staging certificates and those that nobody needs any more', async () => {
    const { certificates } = world.process();
    await certificates.provision({ appId: 'demo', domain: 'other.example', staging: true });
    await certificates.retire('SHOP.example');
    expect(await hoursUntilOrder(100 * 24)).to.equal(Number.POSITIVE_INFINITY);
    await certificates.provision({ appId: 'demo', ...SHOP });
    expect(await hoursUntilOrder(90 * 24), 'needed again').to.be.at.most(60 * 24);
  });

  it('goes on with one that no site needs any more, but whose files an app has in a directory of its own', async () => {
    const { certificates } = world.process();
    await certificates.provision({ appId: 'demo', ...SHOP, pemDir: '/srv/mail' });
    await certificates.retire(SHOP.domain);
    expect(await hoursUntilOrder(90 * 24)).to.be.at.most(60 * 24);
  });

  it('renews one that was given up and is used again', async () => {
    const { certificates } = world.process();
    await certificates.retire(SHOP.domain);
    expect(await certificates.provision({ appId: 'demo', ...SHOP })).to.include({ reused: true });
    expect(await hoursUntilOrder(90 * 24)).to.be.at.most(60 * 24);
  });

  it('publishes within half a day what a process stored that was killed before it published', async () => {
    world.clock.advance(59.5 * DAY_MS);
    world.diesBeforePublishing = true;
    await world.process().certificates.renewDue(RUNNING);
    world.clock.advance(DAY_MS / 2);
    await world.process().certificates.renewDue(RUNNING);
    expect(world.published).to.deep.equal(['/certs/shop.example/0001', '/certs/shop.example/0002']);
    expect(world.orders).to.have.length(2);
  });

  it('has a new one within half a day when the files are gone', async () => {
    world.loseFiles();
    expect(await hoursUntilOrder(90 * 24)).to.be.at.most(12);
  });

  it('stops between two certificates when the process stops', async () => {
    world.clock.advance(80 * DAY_MS);
    await world.process().certificates.renewDue({ aborted: true });
    expect(world.orders).to.have.length(1);
  });

  it('is seen from outside: days left, and what went wrong', async () => {
    const { certificates } = world.process();
    world.onOrder = async () => ({ kind: 'refused', type: 'urn:ietf:params:acme:error:caa', detail: 'forbidden', retryAfterSecs: null });
    await certificates.provision({ appId: 'demo', domain: 'other.example' }).catch(() => undefined);
    world.clock.advance(DAY_MS);
    const [daysLeft, failures, failedAt] = await certificates.metrics();
    expect(daysLeft?.samples).to.deep.equal([{ labels: { domain: 'shop.example', staging: 'false' }, value: 89 }]);
    expect(failures?.samples).to.deep.equal([
      { labels: { domain: 'other.example', staging: 'false', type: 'urn:ietf:params:acme:error:caa' }, value: 1 },
    ]);
    expect(failedAt?.samples[0]?.value).to.equal(NOON.getTime() / 1000);
    await certificates.retire(SHOP.domain);
    expect((await certificates.metrics())[0]?.samples, 'nobody minds when it runs out').to.deep.equal([]);
  });
});
