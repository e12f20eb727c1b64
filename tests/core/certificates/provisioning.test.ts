import { LEASE_MS } from '@comptoir/core/certificates/issuance.js';
import { expect } from 'chai';
import { NOON } from '../../suites/builders.js';
import { atOnce, refusalOf, signal } from '../../suites/suite.js';
import { aWorld, type FakeWorld, SHOP } from './a-directory.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const DNS = { kind: 'refused', type: 'urn:ietf:params:acme:error:dns', detail: 'no such name', retryAfterSecs: null } as const;
const AWAY = { kind: 'unavailable', detail: 'The directory cannot be reached (ECONNREFUSED).', retryAfterSecs: null } as const;

describe('provisioning a certificate', () => {
  let world: FakeWorld;
  beforeEach(() => {
    world = aWorld();
  });

  const { domain } = SHOP;
  const stored = () => world.persistence.views.certificates.get(SHOP);

  it('answers the paths, which stay, and the dates', async () => {
    expect(await world.process().certificates.provision({ appId: 'demo', domain })).to.deep.equal({
      domain,
      staging: false,
      notBefore: NOON,
      notAfter: new Date(NOON.getTime() + 90 * DAY_MS),
      certPath: '/certs/shop.example/current/fullchain.pem',
      keyPath: '/certs/shop.example/current/privkey.pem',
      reused: false,
    });
  });

  for (const { days, usedDays } of [
    { days: 90, usedDays: 60 },
    { days: 64, usedDays: 34 },
    { days: 45, usedDays: 30 },
    { days: 6, usedDays: 4 },
  ]) {
    it(`uses one of ${days} days again for ${usedDays} days, and then has a new one`, async () => {
      const { certificates } = world.process();
      world.lifetimeDays = days;
      await certificates.provision({ appId: 'demo', domain });
      world.clock.advance(usedDays * DAY_MS - 1);
      expect(await certificates.provision({ appId: 'demo', domain })).to.include({ reused: true });
      world.clock.advance(1);
      expect(await certificates.provision({ appId: 'demo', domain })).to.include({ reused: false });
    });
  }

  it('has a new one when the files are gone', async () => {
    const { certificates } = world.process();
    await certificates.provision({ appId: 'demo', domain });
    world.loseFiles();
    expect(await certificates.provision({ appId: 'demo', domain })).to.include({ reused: false });
    expect(world.published).to.deep.equal(['/certs/shop.example/0001', '/certs/shop.example/0002']);
  });

  it('publishes where an app wants it too, now and when it is replaced', async () => {
    const { certificates } = world.process();
    await certificates.provision({ appId: 'demo', domain });
    const copied = await certificates.provision({ appId: 'demo', domain, pemDir: '/srv/app' });
    expect(copied).to.include({ reused: true, certPath: '/srv/app/shop.example/current/fullchain.pem' });

    world.clock.advance(61 * DAY_MS);
    await certificates.provision({ appId: 'demo', domain });
    expect(world.published.slice(-2)).to.deep.equal(['/certs/shop.example/0002', '/srv/app/shop.example/0002']);
  });

  it('publishes in eight directories beside its own, and no more', async () => {
    const { certificates } = world.process();
    for (let count = 0; count < 8; count += 1) await certificates.provision({ appId: 'demo', domain, pemDir: `/srv/${count}` });
    await certificates.provision({ appId: 'demo', domain, pemDir: '/srv/0' });
    expect((await refusalOf(certificates.provision({ appId: 'demo', domain, pemDir: '/srv/8' }))).issues[0]?.path).to.equal('pem_dir');
  });

  it('lets nobody but the app that had a certificate first have its files elsewhere', async () => {
    const { certificates } = world.process();
    await certificates.provision({ appId: 'demo', domain });
    expect(await certificates.provision({ appId: 'other', domain })).to.include({ reused: true });
    expect((await refusalOf(certificates.provision({ appId: 'other', domain, pemDir: '/srv/other' }))).code).to.equal('forbidden');
    expect(world.published).to.deep.equal(['/certs/shop.example/0001']);
  });

  it('has no directory of one app that is gone keep others from their certificate', async () => {
    const { certificates } = world.process();
    world.gone.add('/srv/gone');
    const { certPath } = await certificates.provision({ appId: 'demo', domain });
    expect((await refusalOf(certificates.provision({ appId: 'demo', domain, pemDir: '/srv/gone' }))).code).to.equal('invalid_request');
    expect(await certificates.provision({ appId: 'demo', domain })).to.include({ certPath, reused: true });
    world.clock.advance(61 * DAY_MS);
    expect(await certificates.provision({ appId: 'demo', domain })).to.include({ certPath, reused: false });
  });

  it('orders nothing that it could not keep, and waits for nothing once it can', async () => {
    const { certificates } = world.process();
    world.gone.add('/certs');
    for (let count = 0; count < 9; count += 1) {
      const refusal = await refusalOf(certificates.provision({ appId: 'demo', domain }));
      expect([refusal.code, refusal.facts['type']]).to.deep.equal(['issuance_failed', 'urn:comptoir:error:fault']);
      expect(JSON.stringify([refusal.message, refusal.facts])).to.not.include('/certs');
    }
    expect(world.orders).to.deep.equal([]);
    world.gone.delete('/certs');
    expect(await certificates.provision({ appId: 'demo', domain })).to.include({ reused: false });
  });

  it('counts what was issued in vain against the budget of its names', async () => {
    const { certificates } = world.process();
    world.gone.add('/certs later');
    for (let count = 0; count < 4; count += 1) {
      expect((await refusalOf(certificates.provision({ appId: 'demo', domain }))).code).to.equal('issuance_failed');
      world.clock.advance(29 * 60 * MINUTE_MS);
    }
    const refusal = await refusalOf(certificates.provision({ appId: 'demo', domain }));
    expect([refusal.code, world.orders.length]).to.deep.equal(['issuance_deferred', 4]);
  });

  it('makes one order of calls in many processes at once, and gives all of them its result', async () => {
    const ordered = signal();
    world.onOrder = async (_request, issue) => {
      await ordered.reached;
      return issue();
    };
    world.onPause = async () => ordered.reach();
    const processes = [world.process(), world.process(), world.process()];
    const results = await Promise.all(
      processes.map(({ certificates }) => atOnce(50, () => certificates.provision({ appId: 'demo', domain }))),
    );
    expect(world.orders).to.have.length(1);
    expect(results.flat()).to.have.length(150);
  });

  it('orders nothing when another process is done between its look at the files and its decision', async () => {
    const { certificates } = world.process({
      get: async (key) => {
        const seen = await world.persistence.views.certificates.get(key);
        if (seen === null) await world.process().certificates.provision({ appId: 'demo', domain });
        return seen;
      },
    });
    expect(await certificates.provision({ appId: 'demo', domain })).to.include({ reused: true });
    expect(world.orders).to.have.length(1);
  });

  it('gives those who waited the failure of the order that they waited for', async () => {
    const ordered = signal();
    world.onOrder = async () => {
      await ordered.reached;
      return DNS;
    };
    world.onPause = async () => ordered.reach();
    const refusals = await Promise.all([1, 2].map(() => refusalOf(world.process().certificates.provision({ appId: 'demo', domain }))));
    expect(world.orders).to.have.length(1);
    expect(refusals.map(({ code }) => code)).to.deep.equal(['issuance_failed', 'issuance_failed']);
  });

  it('takes over from a process that died, and lets it change nothing when it was only asleep', async () => {
    const [asleep, woken] = [signal(), signal()];
    world.onOrder = async (request, issue) => {
      if (world.orders.length > 1) return issue();
      asleep.reach();
      await woken.reached;
      await request.alive();
      return issue();
    };
    const first = refusalOf(world.process().certificates.provision({ appId: 'demo', domain }));
    await asleep.reached;
    world.clock.advance(LEASE_MS);
    expect(await world.process().certificates.provision({ appId: 'demo', domain })).to.include({ reused: false });
    woken.reach();

    expect((await first).code).to.equal('issuance_deferred');
    expect(world.published).to.deep.equal(['/certs/shop.example/0002']);
    expect((await stored())?.issued?.serial).to.equal('0002');
  });

  it('lets one that slept too long change nothing while another is at it', async () => {
    const [asleep, woken, second] = [signal(), signal(), signal()];
    world.onOrder = async (_request, issue) => {
      if (world.orders.length > 1) {
        second.reach();
        await woken.reached;
        return issue();
      }
      const pem = issue();
      asleep.reach();
      await second.reached;
      return pem;
    };
    const first = refusalOf(world.process().certificates.provision({ appId: 'demo', domain }));
    await asleep.reached;
    world.clock.advance(LEASE_MS);
    const other = world.process().certificates.provision({ appId: 'demo', domain });

    expect((await first).code).to.equal('issuance_deferred');
    expect((await stored())?.lease, 'the other one still holds it').to.not.equal(null);
    woken.reach();
    expect(await other).to.include({ reused: false });
    expect(world.published).to.deep.equal(['/certs/shop.example/0002']);
  });

  it('keeps its lease for as long as it gives signs of life', async () => {
    world.onOrder = async (request, issue) => {
      for (let turn = 0; turn < 10; turn += 1) {
        world.clock.advance(LEASE_MS / 2);
        await request.alive();
        expect((await stored())?.lease?.until.getTime()).to.equal(world.clock.now().getTime() + LEASE_MS);
      }
      return issue();
    };
    expect(await world.process().certificates.provision({ appId: 'demo', domain })).to.include({ reused: false });
  });

  it('orders nothing again before 1, 10 and 100 minutes, then a day, a fifth more or less', async () => {
    const { certificates } = world.process();
    world.onOrder = async () => DNS;
    for (const minutes of [1, 10, 100, 1_440, 1_440]) {
      const failure = await refusalOf(certificates.provision({ appId: 'demo', domain }));
      expect(failure.code).to.equal('issuance_failed');
      expect(failure.facts).to.include({ domain, type: DNS.type, detail: DNS.detail });
      expect(failure.retryAfterSecs).to.be.within(minutes * 48, minutes * 72);

      world.clock.advance((failure.retryAfterSecs ?? 0) * 1000 - 1_000);
      const early = await refusalOf(certificates.provision({ appId: 'demo', domain }));
      expect([early.code, early.retryAfterSecs]).to.deep.equal(['issuance_deferred', 1]);
      world.clock.advance(1_000);
    }
    expect(world.orders).to.have.length(5);
    world.onOrder = async (_request, issue) => issue();
    world.clock.advance(2 * DAY_MS);
    expect(await certificates.provision({ appId: 'demo', domain })).to.include({ reused: false });
    expect((await stored())?.failure).to.equal(null);
  });

  it('asks a directory that cannot be reached again soon, and counts that in no budget', async () => {
    const { certificates } = world.process();
    const provision = () => refusalOf(certificates.provision({ appId: 'demo', domain }));
    const passed = ({ retryAfterSecs = 0 }: { readonly retryAfterSecs: number | undefined }) => world.clock.advance(retryAfterSecs * 1000);
    world.onOrder = async () => AWAY;
    for (const minutes of [0.5, 1, 2, 5, 10, 10, 10]) {
      const failure = await provision();
      expect(failure.facts).to.include({ domain, type: 'urn:comptoir:error:directoryUnreachable', detail: AWAY.detail });
      expect(failure.retryAfterSecs).to.be.within(minutes * 48, minutes * 72);
      passed(failure);
    }
    // The failures of the domain itself begin anew, and those between them are not counted with them.
    for (const [outcome, minutes] of [
      [DNS, 1],
      [DNS, 10],
      [AWAY, 0.5],
    ] as const) {
      world.onOrder = async () => outcome;
      const failure = await provision();
      expect([failure.code, failure.facts['type']]).to.deep.equal([
        'issuance_failed',
        outcome === AWAY ? 'urn:comptoir:error:directoryUnreachable' : DNS.type,
      ]);
      expect(failure.retryAfterSecs).to.be.within(minutes * 48, minutes * 72);
      passed(failure);
    }
  });

  it('waits for a directory that is out of order as long as that asks for', async () => {
    world.onOrder = async () => ({ ...AWAY, retryAfterSecs: 3_600 });
    expect((await refusalOf(world.process().certificates.provision({ appId: 'demo', domain }))).retryAfterSecs).to.equal(3_600);
  });

  it('believes no failure and no lease of a clock that was set back since', async () => {
    const { certificates } = world.process();
    world.clock.advance(365 * DAY_MS);
    world.onOrder = async () => DNS;
    await refusalOf(certificates.provision({ appId: 'demo', domain }));
    world.clock.advance(-364 * DAY_MS);
    world.onOrder = async (_request, issue) => {
      world.clock.advance(-DAY_MS / 2);
      world.onOrder = async () => issue();
      await world.process().certificates.provision({ appId: 'demo', domain });
      return issue();
    };
    expect((await refusalOf(certificates.provision({ appId: 'demo', domain }))).code).to.equal('issuance_deferred');
    expect(await certificates.provision({ appId: 'demo', domain })).to.include({ reused: true });
  });

  it('waits as long as the directory wants, but asks for other names at once', async () => {
    const { certificates } = world.process();
    world.onOrder = async () => ({ ...DNS, type: 'urn:ietf:params:acme:error:rateLimited', retryAfterSecs: 34 * 3_600 });
    expect((await refusalOf(certificates.provision({ appId: 'demo', domain }))).retryAfterSecs).to.equal(34 * 3_600);
    world.clock.advance(33 * 60 * MINUTE_MS);
    expect((await refusalOf(certificates.provision({ appId: 'demo', domain }))).code).to.equal('issuance_deferred');

    world.onOrder = async (_request, issue) => issue();
    expect(await certificates.provision({ appId: 'demo', domain, aliases: ['www.shop.example'] })).to.include({ reused: false });
  });

  it('remembers budgets and failures over a restart', async () => {
    world.onOrder = async () => DNS;
    await refusalOf(world.process().certificates.provision({ appId: 'demo', domain }));
    expect((await refusalOf(world.process().certificates.provision({ appId: 'demo', domain }))).code).to.equal('issuance_deferred');
    expect(world.orders).to.have.length(1);
  });

  it('has no more than four certificates for the same names in a week', async () => {
    const { certificates } = world.process();
    for (let count = 0; count < 4; count += 1) {
      await certificates.provision({ appId: 'demo', domain });
      world.loseFiles();
      world.clock.advance(MINUTE_MS);
    }
    const refusal = await refusalOf(certificates.provision({ appId: 'demo', domain }));
    expect([refusal.code, refusal.retryAfterSecs]).to.deep.equal(['issuance_deferred', 7 * 86_400 - 4 * 60]);
    expect((await stored())?.lease, 'nobody is at it').to.equal(null);
    world.clock.advance(7 * DAY_MS - 4 * MINUTE_MS);
    expect(await certificates.provision({ appId: 'demo', domain })).to.include({ reused: false });
  });

  it('has no more new certificates below one registered domain than it gives out, over restarts, and renews all the same', async () => {
    world.perDomain = 2;
    const provision = (name: string, staging = false) => world.process().certificates.provision({ appId: 'demo', domain: name, staging });
    await provision('a.shop.example');
    world.clock.advance(MINUTE_MS);
    await provision('b.shop.example');

    const refusal = await refusalOf(provision('c.shop.example'));
    expect([refusal.code, refusal.retryAfterSecs]).to.deep.equal(['issuance_deferred', 7 * 86_400 - 60]);
    expect(refusal.facts).to.include({ type: 'urn:comptoir:error:budget', retry_after_secs: 7 * 86_400 - 60 });
    expect(await provision('c.other.example')).to.include({ reused: false });
    expect(await provision('c.shop.example', true), 'staging').to.include({ reused: false });
    world.loseFiles();
    expect(await provision('a.shop.example'), 'a renewal').to.include({ reused: false });

    world.clock.advance(7 * DAY_MS - MINUTE_MS);
    expect(await provision('c.shop.example')).to.include({ reused: false });
  });

  it('counts no failure when this process stops, and lets another go on at once', async () => {
    world.onOrder = async () => ({ kind: 'interrupted' });
    expect((await refusalOf(world.process().certificates.provision({ appId: 'demo', domain }))).code).to.equal('issuance_deferred');
    world.onOrder = async (_request, issue) => issue();
    expect(await world.process().certificates.provision({ appId: 'demo', domain })).to.include({ reused: false });
  });

  it('keeps a fault to itself, frees the domain and does not try in a loop', async () => {
    const { certificates } = world.process();
    world.onOrder = async () => {
      throw new Error('secret at /root');
    };
    const refusal = await refusalOf(certificates.provision({ appId: 'demo', domain }));
    expect(refusal.code).to.equal('issuance_failed');
    expect(JSON.stringify([refusal.message, refusal.facts])).to.not.include('secret');
    expect((await refusalOf(certificates.provision({ appId: 'demo', domain }))).code).to.equal('issuance_deferred');
  });

  it('knows a token for an hour, and no other', async () => {
    const { certificates } = world.process();
    world.onOrder = async ({ challenges }, issue) => {
      await challenges.put('token_-1', 'token_-1.thumbprint');
      return issue();
    };
    await certificates.provision({ appId: 'demo', domain });
    expect(await certificates.keyAuthorization('token_-1')).to.equal('token_-1.thumbprint');
    for (const token of ['', 'token', '../token_-1', 'token_-1/', 'é', 'a'.repeat(1_000)]) {
      expect(await certificates.keyAuthorization(token), token).to.equal(null);
    }
    world.clock.advance(60 * MINUTE_MS);
    expect(await certificates.keyAuthorization('token_-1')).to.equal(null);
  });

  const NAMES = [
    '*.shop.example',
    'shop',
    'shop..example',
    '-shop.example',
    'shop_1.example',
    '192.0.2.1',
    `${'a'.repeat(64)}.example`,
    '../etc.example',
  ];
  for (const name of NAMES) {
    it(`refuses the name ${name.slice(0, 20)}`, async () => {
      const { certificates } = world.process();
      expect((await refusalOf(certificates.provision({ appId: 'demo', domain: name }))).issues[0]?.path).to.equal('domain');
      expect((await refusalOf(certificates.provision({ appId: 'demo', domain, aliases: ['ok.example', name] }))).issues[0]?.path).to.equal(
        'aliases.1',
      );
      expect(world.orders).to.have.length(0);
    });
  }
});
