import type { IssuanceOutcome } from '@comptoir/core/certificates/certificate-authority.js';
import { expect } from 'chai';
import { errorOf, refusalOf, signal } from '../../suites/suite.js';
import { aWorld, type FakeWorld, SHOP } from './a-directory.js';

const DAY_MS = 86_400_000;
const APP = 'demo';
const { domain } = SHOP;

describe('removing a certificate', () => {
  let world: FakeWorld;
  beforeEach(() => {
    world = aWorld();
  });

  const provision = (appId = APP, more: { readonly pemDir?: string; readonly staging?: boolean } = {}) =>
    world.process().certificates.provision({ appId, domain, ...more });
  const remove = (appId = APP) => world.process().certificates.remove(appId, SHOP);
  const list = (appId = APP) => world.process().certificates.list(appId);

  it('forgets it, and removes its files', async () => {
    await provision();
    expect(await remove()).to.equal(true);
    expect(await list()).to.deep.equal([]);
    expect(world.existing()).to.deep.equal([]);
    expect(await remove()).to.equal(false);
    expect(await provision()).to.include({ reused: false });
  });

  it('leaves the staging one, and files that an app had elsewhere', async () => {
    await provision(APP, { pemDir: '/srv/app' });
    await provision(APP, { staging: true });
    await remove();
    expect(world.existing()).to.deep.equal(['/certs/.staging/shop.example/0002', '/srv/app/shop.example/0001']);
    expect((await list()).map(({ staging }) => staging)).to.deep.equal([true]);
  });

  it('renews it no more, also where somebody saw before that it was due', async () => {
    await provision();
    const due = await world.persistence.views.certificates.due(new Date(world.clock.now().getTime() + 89 * DAY_MS), 5);
    await remove();
    world.clock.advance(80 * DAY_MS);
    await world.process({ due: async () => due }).certificates.renewDue({ aborted: false });
    expect(world.orders).to.have.length(1);
  });

  it('gives the domain to whoever asks next', async () => {
    await provision();
    await remove();
    await provision('other');
    expect(await provision('other', { pemDir: '/srv/other' })).to.include({ reused: true });
    expect((await refusalOf(remove())).code).to.equal('forbidden');
  });

  it('forgets what failed, not what counts', async () => {
    world.onOrder = async () => ({ kind: 'refused', type: 'urn:ietf:params:acme:error:dns', detail: 'no such name', retryAfterSecs: null });
    const { certificates } = world.process();
    const tried = () => refusalOf(certificates.provision({ appId: APP, domain }));
    for (let tries = 0; tries < 4; tries += 1) {
      expect((await tried()).code).to.equal('issuance_failed');
      expect((await list())[0]?.failure).to.include({ detail: 'no such name' });
      expect(await certificates.remove(APP, SHOP)).to.equal(true);
    }
    expect(await list()).to.deep.equal([]);
    expect((await certificates.metrics()).flatMap(({ samples }) => samples)).to.deep.equal([]);
    expect((await tried()).code).to.equal('issuance_deferred');
  });

  it('waits for no order, and replaces nobody who makes one', async () => {
    const asked = signal();
    const answer = signal();
    world.onOrder = async (_, issue): Promise<IssuanceOutcome> => {
      asked.reach();
      await answer.reached;
      return issue();
    };
    const wanted = provision();
    await asked.reached;
    expect((await refusalOf(remove())).code).to.equal('issuance_deferred');
    answer.reach();
    expect(await wanted).to.include({ reused: false });
    expect(await remove()).to.equal(true);
  });

  it('keeps it when its files cannot be removed', async () => {
    await provision();
    world.gone.add('/certs');
    expect(await errorOf(remove())).to.have.property('message', 'read only');
    world.gone.clear();
    expect(await list()).to.have.length(1);
    expect(await provision()).to.include({ reused: true });
    expect(await remove()).to.equal(true);
  });

  it('is finished by whoever comes after a process that died over it', async () => {
    await provision();
    world.diesWhileRemoving = true;
    void remove();
    await new Promise((resolve) => setImmediate(resolve));
    world.diesWhileRemoving = false;
    expect((await refusalOf(remove())).code).to.equal('issuance_deferred');
    world.clock.advance(60_000);
    expect(await list()).to.deep.equal([]);
    await remove();
    expect(world.existing()).to.deep.equal([]);
  });

  it('is refused to other apps', async () => {
    await provision();
    expect((await refusalOf(remove('other'))).code).to.equal('forbidden');
    expect(await list('other')).to.deep.equal([]);
    expect(await list()).to.have.length(1);
  });
});
