import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { expect } from 'chai';
import { call, jsonOf } from '../call.js';
import { expectRefusal, faultyPaths } from '../refusal.js';
import { until } from '../until.js';
import { closeSites, errorsIn, HOST, memoryGenerations, openSite, purgeCall } from './site-bench.js';

const says = (text: string, method = 'GET') => `export const ${method} = () => new Response(${JSON.stringify(text)});\n`;

describe('a purge, POST /edge-cache/purge-site', () => {
  afterEach(closeSites);

  it('makes new files, new methods and new words visible, which are not before', async () => {
    const { get, write, purge } = await openSite({ 'routes/index.ts': says('one') });
    expect((await get('/')).text).to.equal('one');
    await write({ 'routes/index.ts': says('two') + says('', 'POST'), 'routes/new.ts': says('new'), 'public/new.txt': 'new' });
    expect((await get('/')).text).to.equal('one');
    expectRefusal(await get('/', { method: 'POST', body: '' }), 405, 'method_not_allowed');
    expectRefusal(await get('/new'), 404, 'not_found');
    expectRefusal(await get('/new.txt'), 404, 'not_found');

    const answer = await purge();
    expect(answer).to.include({ ok: true, host: HOST, evicted: true, generation: 2 });
    expect(answer['took_ms']).to.be.a('number').above(0);
    const after = await get('/');
    expect([after.text, after.headers['x-comptoir-generation']]).to.deep.equal(['two', '2']);
    expect((await get('/', { method: 'POST', body: '' })).status).to.equal(200);
    expect([(await get('/new')).text, (await get('/new.txt')).text]).to.deep.equal(['new', 'new']);
  });

  it('says that there was nothing to replace, of a site nobody has asked for and of a host without one', async () => {
    const { purge, get } = await openSite({ 'routes/index.ts': says('one') });
    expect(await purge()).to.include({ evicted: false, generation: 2 });
    expect(await purge('nobody.example')).to.include({ ok: true, host: 'nobody.example', evicted: false, generation: 0 });
    expect((await get('/')).headers['x-comptoir-generation']).to.equal('2');
  });

  it('finds a site that is brand-new, also when it was asked for before', async () => {
    const { get, purge, write, root } = await openSite({});
    expect(root).to.include(HOST);
    expectRefusal(await get('/'), 404, 'not_found');
    await write({ 'routes/index.ts': says('there') });
    await purge();
    expect((await get('/')).text).to.equal('there');
  });

  for (const written of ['LUCIE.example', 'lucie.example.', 'lucie.example:443']) {
    it(`means the same host by "${written}"`, async () => {
      const { purge } = await openSite({ 'routes/index.ts': says('one') });
      expect(await purge(written)).to.include({ host: HOST, generation: 2 });
    });
  }

  it('takes a host in the letters of its language', async () => {
    const { purge } = await openSite({});
    expect(await purge('Café.example')).to.include({ host: 'xn--caf-dma.example' });
  });

  it('keeps what answered when the files cannot be made into a site, and says what is wrong with them', async () => {
    const { get, write, origin, purge, log, root } = await openSite({ 'routes/index.ts': says('one') });
    await get('/');
    await write({ 'routes/[a].ts': says('a'), 'routes/[b].ts': says('b') });
    const conflict = expectRefusal(await purgeCall(origin, { host: HOST }), 422, 'site_broken');
    expect(faultyPaths(conflict)).to.deep.equal(['routes/[b].ts']);
    await rm(join(root, 'routes/[b].ts'));
    await write({ 'routes/index.ts': 'export const GET = () => {\n' });
    const syntax = expectRefusal(await purgeCall(origin, { host: HOST }), 422, 'site_broken');
    expect(faultyPaths(syntax)).to.deep.equal(['routes/index.ts:2:1']);
    await write({ 'routes/index.ts': "throw new Error('at once');" });
    expect(JSON.stringify(await purge())).to.include('Error: at once');
    const still = await get('/');
    expect([still.text, still.headers['x-comptoir-generation']]).to.deep.equal(['one', '1']);
    expect(errorsIn(log).map(({ message }) => message)).to.deep.equal(Array(3).fill('a site cannot be built'));
    await write({ 'routes/index.ts': says('two') });
    expect(await purge()).to.include({ evicted: true, generation: 5 });
    expect((await get('/')).text).to.equal('two');
  });

  it('asked for many times at once builds few times, and each caller gets what was there when it asked', async () => {
    const { get, write, purge, log } = await openSite({ 'routes/index.ts': says('one') });
    await get('/');
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        await write({ [`routes/r${index}.ts`]: says(String(index)) });
        await purge();
        return (await get(`/r${index}`)).text;
      }),
    );
    expect(answers).to.deep.equal(Array.from({ length: 20 }, (_, index) => String(index)));
    expect(log.filter(({ message }) => message === 'a site was built').length).to.be.below(20);
  });

  it('reaches the other processes that serve the site', async () => {
    const generations = memoryGenerations();
    const one = await openSite({ 'routes/index.ts': says('one') }, { generations });
    const other = await openSite({ 'routes/index.ts': says('one') }, { generations });
    await Promise.all([one.get('/'), other.get('/')]);
    await other.write({ 'routes/index.ts': says('two') });
    await one.purge();
    await until(async () => (await other.get('/')).text === 'two');
    expect((await other.get('/')).headers['x-comptoir-generation']).to.equal('2');
  });

  describe('is refused', () => {
    for (const [why, body] of [
      ['without a host', {}],
      ['with another key', { host: HOST, path: '/a' }],
      ['with no host name', { host: '../etc' }],
      ['with an empty host', { host: '' }],
      ['with a number', { host: 7 }],
    ] as const) {
      it(`${why}: 400`, async () => {
        const { origin } = await openSite({});
        expectRefusal(await purgeCall(origin, body), 400, 'invalid_request');
      });
    }

    for (const name of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'Via']) {
      it(`when a web server passes it on (${name}): 403`, async () => {
        const { origin } = await openSite({});
        expectRefusal(await purgeCall(origin, { host: HOST }, { [name]: '192.0.2.1' }), 403, 'loopback_only');
      });
    }

    it('when it was meant for another name than this machine: 403, and a site has that path for itself', async () => {
      const { origin } = await openSite({ 'routes/edge-cache/purge-site.ts': says('mine', 'POST') });
      expectRefusal(await purgeCall(origin, { host: HOST }, { Host: 'rebound.example' }), 403, 'loopback_only');
      expect((await purgeCall(origin, { host: HOST }, { Host: HOST })).text).to.equal('mine');
    });

    it('when it is no JSON: 415', async () => {
      const { origin } = await openSite({});
      const answer = await call(`${origin}/edge-cache/purge-site`, { method: 'POST', body: `host=${HOST}` });
      expectRefusal(answer, 415, 'unsupported_media_type');
      expect(jsonOf(answer)['error']).to.equal('unsupported_media_type');
    });
  });

  it('takes what curl sends when it is told nothing of the body, and not what a page in a browser makes it send', async () => {
    const { origin } = await openSite({});
    const purge = (headers: Record<string, string>) =>
      call(`${origin}/edge-cache/purge-site`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body: JSON.stringify({ host: HOST }),
      });
    expect(jsonOf(await purge({}))).to.include({ ok: true, host: HOST });
    expectRefusal(await purge({ Origin: 'http://evil.example' }), 415, 'unsupported_media_type');
  });

  it('of a site that never could be built shows its errors to the one who purges and to the log, and none to visitors', async () => {
    const { get, origin, log } = await openSite({ 'routes/index.ts': 'export const GET = () => {\n' });
    const page = await get('/');
    expect([page.status, page.text, page.headers['content-type']]).to.deep.equal([
      500,
      'This site cannot be shown right now.\n',
      'text/plain; charset=utf-8',
    ]);
    expect(JSON.stringify(errorsIn(log)[0]?.fields['faults'])).to.include('routes/index.ts:2:1');
    expect(faultyPaths(expectRefusal(await purgeCall(origin, { host: HOST }), 422, 'site_broken'))).to.deep.equal(['routes/index.ts:2:1']);
  });
});
