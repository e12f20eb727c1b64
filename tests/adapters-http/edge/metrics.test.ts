import { makeSdk } from '@comptoir/adapters-http/sdk/sdk.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { expect } from 'chai';
import { NOON } from '../../suites/builders.js';
import { call } from '../call.js';
import { hostOptions } from '../kit/host.js';
import { expectRefusal } from '../refusal.js';
import { serve } from '../serve.js';
import { servicesOn } from '../storefront/till.js';
import { until } from '../until.js';
import { closeSites, HOST, openSite } from './site-bench.js';

const FINE = "export const GET = () => new Response('fine');";

describe('the figures of the edge, GET /metrics', () => {
  afterEach(closeSites);

  /** Every line about a site that is not zero, without the part of the name that all share. */
  async function figuresAt(origin: string): Promise<readonly string[]> {
    const { text } = await call(`${origin}/metrics`);
    return text.split('\n').flatMap((line) => /^comptoir_edge_(.*) (?!0$)/.exec(line)?.input.slice('comptoir_edge_'.length) ?? []);
  }

  it('count the answers of a site by their class, whoever gave them', async () => {
    const { get, origin } = await openSite({
      'routes/index.ts': FINE,
      'routes/away.ts': "export const GET = () => Response.redirect('https://lucie.example/');",
      'routes/throws.ts': "export const GET = () => { throw new Error('no'); };",
      'public/a.txt': 'a',
    });
    for (const path of ['/', '/a.txt', '/away', '/nothing', '/%00', '/throws']) await get(path);
    await get('/', { method: 'PUT', body: '' });
    const counts = (await figuresAt(origin)).filter((line) => line.startsWith('requests_total'));
    expect(counts).to.deep.equal([
      `requests_total{site="${HOST}",status="2xx"} 2`,
      `requests_total{site="${HOST}",status="3xx"} 1`,
      `requests_total{site="${HOST}",status="4xx"} 3`,
      `requests_total{site="${HOST}",status="5xx"} 1`,
    ]);
  });

  it('tell the version of each site, its builds and how long they took', async () => {
    const { get, write, purge, origin } = await openSite({ 'routes/index.ts': FINE });
    await get('/');
    await write({ 'routes/index.ts': 'export const GET = () => {' });
    await purge();
    const lines = await figuresAt(origin);
    expect(lines).to.include.members([
      `site_generation{site="${HOST}"} 1`,
      `builds_total{site="${HOST}",outcome="built"} 1`,
      `builds_total{site="${HOST}",outcome="broken"} 1`,
    ]);
    expect(
      Number(
        lines
          .find((line) => line.startsWith('build_seconds_total'))
          ?.split(' ')
          .at(-1),
      ),
    ).to.be.within(0.001, 20);
  });

  it('tell of threads that hung or died, and of none that ended as it was told to', async () => {
    const { get, purge, origin } = await openSite(
      {
        'routes/hangs.ts': 'export const GET = () => { for (;;); };',
        'routes/dies.ts': 'export const GET = () => new Promise(() => setTimeout(() => { throw new Error("late"); }));',
        'routes/fine.ts': FINE,
      },
      { limits: { answerMs: 1_500 } },
    );
    await get('/fine');
    await purge();
    await get('/dies');
    await get('/hangs');
    const lost = async () => (await figuresAt(origin)).filter((line) => line.startsWith('threads_lost_total'));
    await until(async () => (await lost()).length === 2);
    expect(await lost()).to.deep.equal([
      `threads_lost_total{site="${HOST}",reason="hung"} 1`,
      `threads_lost_total{site="${HOST}",reason="died"} 1`,
    ]);
  });

  it('have no lines for hosts that visitors made up', async () => {
    const { get, origin } = await openSite({ 'routes/index.ts': FINE });
    for (const host of ['a.example', 'b.example']) await get('/', { headers: { Host: host } });
    expect(await figuresAt(origin)).to.deep.equal([]);
  });

  it('are for programs on this machine: what a web server passes on is refused, and a site has that path for itself', async () => {
    const { origin, get } = await openSite({ 'routes/metrics.ts': FINE });
    expectRefusal(await call(`${origin}/metrics`, { headers: { 'X-Forwarded-For': '192.0.2.1' } }), 403, 'loopback_only');
    expectRefusal(await call(`${origin}/metrics`, { headers: { Host: 'rebound.example' } }), 403, 'loopback_only');
    expect((await get('/metrics')).text).to.equal('fine');
  });

  it('stand among those of the SDK', async () => {
    const { get, sites } = await openSite({ 'routes/index.ts': FINE });
    await get('/');
    const services = servicesOn(makeMemoryPersistence(), fixedClock(NOON));
    const sdk = await serve(makeSdk(services, { ...hostOptions(), otherMetrics: sites.metrics }).callback());
    expect(await figuresAt(sdk)).to.include(`site_generation{site="${HOST}"} 1`);
  });
});
