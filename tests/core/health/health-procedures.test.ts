import { healthRouter } from '@comptoir/core/health/health-procedures.js';
import type { Health } from '@comptoir/core/health/health-service.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { makeServices } from '@comptoir/core/services.js';
import { expect } from 'chai';
import { NOON } from '../../suites/builders.js';
import { testDeps } from '../../support/service-deps.js';
import { callsOf } from '../organisation.js';
import { aCall, aCallOfNobody, repeatableCrypto } from '../support.js';

const ask = callsOf('health', healthRouter());

function servicesWith(checks: Health['checks']) {
  const health = { version: '1.2.3', checks };
  return makeServices(testDeps({ persistence: makeMemoryPersistence(), clock: fixedClock(NOON), crypto: repeatableCrypto(), health }));
}

describe('the health router', () => {
  it('answers anybody that the platform can be reached', async () => {
    expect(await ask('ping', aCallOfNobody(servicesWith({})))).to.deep.equal({ ok: true, at: NOON });
  });

  it('looks at everything the host names, and tells a super-admin what works', async () => {
    const services = servicesWith({
      database: async () => undefined,
      mail: () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.1:25')),
    });

    expect(await ask('checks', aCall(services, { roles: ['super-admin'] }))).to.deep.equal({
      ok: false,
      checks: [
        { name: 'database', ok: true, tookMs: 0 },
        { name: 'mail', ok: false, tookMs: 0 },
      ],
    });
  });

  it('is well when nothing is ill', async () => {
    expect(await ask('checks', aCall(servicesWith({ database: async () => undefined }), { roles: ['super-admin'] }))).to.include({
      ok: true,
    });
  });

  it('tells its version to who has signed in', async () => {
    expect(await ask('version', aCall(servicesWith({})))).to.deep.equal({ version: '1.2.3' });
  });
});
