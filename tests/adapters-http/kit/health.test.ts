import { makeEdge } from '@comptoir/adapters-http/edge/edge.js';
import type { HealthChecks } from '@comptoir/adapters-http/kit/host-options.js';

import { expect } from 'chai';
import { call, jsonOf } from '../call.js';
import { NO_SITES } from '../edge/no-sites.js';
import type { LogLine } from '../log.js';
import { closeAll, serve } from '../serve.js';
import { hostOptions } from './host.js';

const well = () => Promise.resolve();
const broken = () => Promise.reject(new Error('connect ECONNREFUSED postgres://till:secret@db'));

describe('whether a host is ready, GET /readyz', () => {
  afterEach(closeAll);

  async function ready(health: HealthChecks, log: LogLine[] = []) {
    const origin = await serve(makeEdge(NO_SITES, hostOptions({ log, health })).callback());
    const answer = await call(`${origin}/readyz`);
    expect(answer.headers['cache-control']).to.equal('no-store');
    return { origin, status: answer.status, body: jsonOf(answer) };
  }

  it('is yes when every check passes', async () => {
    const { status, body } = await ready({ database: well, queue: well });
    expect([status, body]).to.deep.equal([200, { ok: true, checks: { database: 'ok', queue: 'ok' } }]);
  });

  it('is yes when there is nothing to check', async () => {
    const { status, body } = await ready({});
    expect([status, body]).to.deep.equal([200, { ok: true, checks: {} }]);
  });

  it('is no when one fails: it says which, and tells the reason to the log alone', async () => {
    const log: LogLine[] = [];
    const { status, body } = await ready({ database: broken, queue: well }, log);
    expect([status, body]).to.deep.equal([503, { ok: false, checks: { database: 'failed', queue: 'ok' } }]);
    expect(log.find(({ level }) => level === 'warn')?.fields).to.include({ check: 'database' });
  });

  it('is no when a check throws before it begins', async () => {
    const { status } = await ready({
      database: () => {
        throw new Error('not connected');
      },
    });
    expect(status).to.equal(503);
  });

  it('is asked again every time', async () => {
    let up = false;
    const { origin, status } = await ready({ database: () => (up ? well() : broken()) });
    up = true;
    expect([status, (await call(`${origin}/readyz`)).status]).to.deep.equal([503, 200]);
  });

  it('is no within seconds when a check hangs, while the host says that it lives', async () => {
    const before = performance.now();
    const hanging = ready({ database: () => new Promise<void>(() => undefined), queue: well });
    const { origin, status, body } = await hanging;
    expect([status, body]).to.deep.equal([503, { ok: false, checks: { database: 'failed', queue: 'ok' } }]);
    expect(performance.now() - before).to.be.below(5_000);
    expect((await call(`${origin}/healthz`)).status).to.equal(200);
  });
});
