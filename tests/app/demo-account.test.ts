import { makeArgon2Passwords } from '@comptoir/app/adapters/argon2-passwords.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { announceDemo } from '@comptoir/app/demo/announce-demo.js';
import { DEMO_ACCOUNT } from '@comptoir/app/demo/demo-account.js';
import { DEMO_TENANT_ID, loadDemo } from '@comptoir/app/demo/load-demo.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import type { TenantScope } from '@comptoir/core/kit/scope.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { makeServices, type Services } from '@comptoir/core/services.js';
import type { Persistence, Stores } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import { plainPasswords, testDeps } from '../support/service-deps.js';

const WITHOUT_PAST = { history: false };
const SCOPE: TenantScope = { tenantId: DEMO_TENANT_ID, actor: { kind: 'system', name: 'test' } };

function servicesOn(persistence: Persistence): Services {
  return makeServices(testDeps({ persistence, clock: fixedClock(new Date('2026-11-21T12:00:00Z')), crypto: nodeCrypto }));
}

function demoUser(persistence: Persistence) {
  return persistence.transact(SCOPE, ({ users }) => users.byEmail(DEMO_ACCOUNT.email));
}

describe('the account of the demo', () => {
  let persistence: Persistence;
  beforeEach(() => {
    persistence = makeMemoryPersistence();
  });

  it('owns Maison Demo, speaks French, and rules over nobody else’s', async () => {
    expect((await loadDemo(servicesOn(persistence), plainPasswords, WITHOUT_PAST)).account).to.equal('created');
    const user = await demoUser(persistence);
    expect(user).to.deep.include({ email: 'admin@demo.test', locale: 'fr', superAdmin: false });
    expect(user?.emailVerifiedAt).to.be.instanceOf(Date);
    const places = await persistence.views.members.ofUser(user?.id ?? '');
    expect(places).to.deep.equal([
      {
        tenantId: DEMO_TENANT_ID,
        tenantName: 'Maison Demo',
        tenantActive: true,
        active: true,
        assignments: [{ role: 'owner', siteId: null }],
      },
    ]);
  });

  it('opens with the documented password, kept as a hash', async () => {
    const passwords = makeArgon2Passwords();
    await loadDemo(servicesOn(persistence), passwords, WITHOUT_PAST);
    const hash = (await demoUser(persistence))?.passwordHash ?? '';
    expect(hash).to.match(/^\$argon2id\$/);
    expect(await passwords.verify(hash, 'demo-password-1')).to.equal(true);
  });

  it('stays as it is when the demo is loaded again, also with another password', async () => {
    await loadDemo(servicesOn(persistence), plainPasswords, WITHOUT_PAST);
    const before = await demoUser(persistence);
    await persistence.transact(SCOPE, ({ users }) => users.change(before?.id ?? '', (user) => ({ ...user, passwordHash: 'plain:mine' })));
    expect((await loadDemo(servicesOn(persistence), plainPasswords, WITHOUT_PAST)).account).to.equal('present');
    expect(await demoUser(persistence)).to.deep.equal({ ...before, passwordHash: 'plain:mine' });
  });

  it('is added to establishments that were loaded without it', async () => {
    expect(await loadDemo(servicesOn(persistence), null, WITHOUT_PAST)).to.have.property('account', 'withheld');
    expect(await demoUser(persistence)).to.equal(null);
    expect(await loadDemo(servicesOn(persistence), plainPasswords, WITHOUT_PAST)).to.deep.equal({ created: [], account: 'created' });
  });

  it('is made once by several loaders at once', async () => {
    const loads = await Promise.all([1, 2, 3].map(() => loadDemo(servicesOn(persistence), plainPasswords, WITHOUT_PAST)));
    expect(loads.filter(({ account }) => account === 'created')).to.have.length(1);
    const members = await persistence.views.members.list(SCOPE, { page: 1, pageSize: 10 });
    expect(members.total).to.equal(1);
  });

  it('is made all or nothing', async () => {
    const dying = (stores: Stores): Stores => ({
      ...stores,
      members: { ...stores.members, add: () => Promise.reject(new Error('power cut')) },
    });
    const half: Persistence = {
      ...persistence,
      transact: (scope, work) => persistence.transact(scope, (stores, views) => work(dying(stores), views)),
    };
    const fault: unknown = await loadDemo(servicesOn(half), plainPasswords, WITHOUT_PAST).catch((error: unknown) => error);
    expect(fault).to.be.an('error').with.property('message', 'power cut');
    expect(await demoUser(persistence)).to.equal(null);
    expect((await loadDemo(servicesOn(persistence), plainPasswords, WITHOUT_PAST)).account).to.equal('created');
  });

  it('is announced with its address and password, unless it was withheld', () => {
    const lines: string[] = [];
    const note = (_fields: unknown, message: string) => void lines.push(message);
    const logger = { ...silentLogger, info: note, warn: note };
    const urls = { storefront: '', platform: 'https://till.example', sdk: '', edge: '' };
    announceDemo({ created: [], account: 'present' }, urls, logger);
    announceDemo({ created: [], account: 'withheld' }, urls, logger);
    expect(lines[0]).to.equal('sign in at https://till.example/manage as admin@demo.test with the password demo-password-1');
    expect(lines[1]).to.not.include('demo-password-1');
  });
});
