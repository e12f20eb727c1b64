import { once } from 'node:events';
import { request } from 'node:http';
import { expect } from 'chai';
import { jsonOf, send } from '../call.js';
import { expectRefusal } from '../refusal.js';
import { until } from '../until.js';
import { closeSites, errorsIn, HOST, openSite } from './site-bench.js';

const HANGS = 'export const GET = () => { for (;;); };';
const FINE = "export const GET = () => new Response('fine');";

describe('the thread of a site', () => {
  afterEach(closeSites);

  it('is replaced when a handler takes too long: 504 for that one, and the next is answered', async () => {
    const { get } = await openSite({ 'routes/hangs.ts': HANGS, 'routes/fine.ts': FINE }, { limits: { answerMs: 1_500 } });
    expectRefusal(await get('/hangs'), 504, 'site_timeout');
    expect((await get('/fine')).text).to.equal('fine');
  });

  it('gives the other requests that were in flight a clear refusal, not silence', async () => {
    const { get } = await openSite(
      { 'routes/hangs.ts': HANGS, 'routes/waits.ts': 'export const GET = () => new Promise(() => {});' },
      { limits: { answerMs: 1_500 } },
    );
    const waits = get('/waits');
    const hangs = get('/hangs');
    const answers = await Promise.all([hangs, waits]);
    for (const { status } of answers) expect([503, 504]).to.include(status);
  });

  it('lets the others finish when only one request takes too long', async () => {
    const slow = 'export const GET = async () => { await new Promise((done) => setTimeout(done, 1_200)); return new Response("slow"); };';
    const { get, log } = await openSite(
      { 'routes/never.ts': 'export const GET = () => new Promise(() => {});', 'routes/slow.ts': slow },
      { limits: { answerMs: 1_500 } },
    );
    await get('/nothing');
    const never = get('/never');
    await new Promise((resolve) => setImmediate(resolve));
    const [first, second] = await Promise.all([never, get('/slow')]);
    expect([first.status, second.text]).to.deep.equal([504, 'slow']);
    expect(errorsIn(log).map(({ message }) => message)).to.deep.equal(['request failed']);
  });

  it('lets the others finish when one request never is answered, however long they take within their own time', async () => {
    const later = 'export const GET = () => new Promise((done) => setTimeout(() => done(new Response("later")), 2_600));';
    const { get } = await openSite(
      {
        'routes/never.ts':
          'let since = Infinity; export const GET = () => { since = performance.now(); return new Promise(() => {}); }; export const POST = () => Response.json(performance.now() - since > 1_600);',
        'routes/later.ts': later,
      },
      { limits: { answerMs: 3_000 } },
    );
    const never = get('/never');
    await until(async () => (await get('/never', { method: 'POST' })).text === 'true');
    const [first, second] = await Promise.all([never, get('/later')]);
    expect([first.status, second.text]).to.deep.equal([504, 'later']);
  });

  it('ends when it takes more memory than it may: 503 once, and the next request is answered', async () => {
    const { get, log } = await openSite(
      {
        'routes/eats.ts': 'export const GET = () => { const kept = []; for (;;) kept.push({ a: kept.length }); };',
        'routes/fine.ts': FINE,
      },
      { limits: { memoryMegabytes: 32 } },
    );
    const answer = await get('/eats');
    expectRefusal(answer, 503, 'site_restarted');
    expect(answer.headers['retry-after']).to.equal('1');
    expect((await get('/fine')).text).to.equal('fine');
    expect(errorsIn(log).map(({ message }) => message)).to.include('the thread of a site ended with an error');
  });

  it('ends with an error that nobody catches, and begins again', async () => {
    const { get } = await openSite({
      'routes/later.ts': "export const GET = () => new Promise(() => setTimeout(() => { throw new Error('late'); }));",
      'routes/fine.ts': FINE,
    });
    expectRefusal(await get('/later'), 503, 'site_restarted');
    expect((await get('/fine')).text).to.equal('fine');
  });

  it('outlives a handler that throws what cannot be made a text', async () => {
    const { get } = await openSite({
      'routes/odd.ts': `let count = 0;
        export const GET = () => { count += 1; throw Object.create(null); };
        export const POST = () => Response.json(count);`,
    });
    expectRefusal(await get('/odd'), 500, 'internal');
    expect(jsonOf(await get('/odd', { method: 'POST' }))).to.equal(1);
  });

  it('that does not finish loading makes no site', async () => {
    const { get, log } = await openSite({ 'routes/index.ts': 'for (;;);' }, { limits: { answerMs: 1_000 } });
    expect((await get('/')).status).to.equal(500);
    expect(JSON.stringify(log)).to.include('does not finish loading');
  });

  it('takes so many requests at a time', async () => {
    const { get } = await openSite(
      { 'routes/waits.ts': 'export const GET = () => new Promise((done) => setTimeout(() => done(new Response("")), 200));' },
      { limits: { requests: 2 } },
    );
    await get('/nothing');
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => get('/waits')))).map(({ status }) => status);
    expect(statuses.sort()).to.deep.equal([200, 200, 503, 503, 503]);
  });

  it('keeps its site from the environment, the files and the processes of the host', async () => {
    const { get } = await openSite({
      'routes/index.ts': `
        const tried = async (work: () => unknown) => { try { return String(await work()); } catch (error) { return (error as Error).name; } };
        export const GET = async () => Response.json({
          process: typeof (globalThis as any).process,
          channel: typeof (globalThis as any).BroadcastChannel,
          patched: await tried(() => { const { has } = Set.prototype; Set.prototype.has = () => true; Object.prototype['node:fs'] = 1;
            try { return require(['node:', 'fs'].join('')).readFileSync; } finally { Set.prototype.has = has; delete Object.prototype['node:fs']; } }),
          require: typeof (globalThis as any).require,
          imported: await tried(() => import(['node:', 'fs'].join(''))),
          evaluated: await tried(() => new Function('return import("node:fs")')()),
          data: await tried(() => import(['data:text/javascript,', ''].join(''))),
        });`,
    });
    expect(jsonOf(await get('/'))).to.deep.equal({
      process: 'undefined',
      channel: 'undefined',
      patched: 'Error',
      require: 'undefined',
      imported: 'TypeError',
      evaluated: 'TypeError',
      data: 'TypeError',
    });
  });

  it('has no memory in common with another site', async () => {
    const counts =
      'export const GET = () => { (globalThis as any).count = ((globalThis as any).count ?? 0) + 1; return new Response(String((globalThis as any).count)); };';
    const one = await openSite({ 'routes/index.ts': counts });
    const other = await openSite({ 'routes/index.ts': counts });
    expect([(await one.get('/')).text, (await one.get('/')).text, (await other.get('/')).text]).to.deep.equal(['1', '2', '1']);
  });

  it('writes what the site prints into the log, with the site it comes from', async () => {
    const { get, log } = await openSite({
      'routes/index.ts': "export const GET = () => { console.log('from the site'); return new Response(''); };",
    });
    await get('/');
    await until(() => log.some(({ fields }) => fields['text'] === 'from the site' && fields['site'] === HOST));
  });
});

describe('the answer of a route', () => {
  afterEach(closeSites);

  const STREAMS = `let cancelled = false;
    export const GET = () => {
      let count = 0;
      return new Response(new ReadableStream({
        async pull(controller) { count += 1; controller.enqueue(new TextEncoder().encode('piece ' + count + '\\n')); await new Promise((done) => setTimeout(done, 5)); },
        cancel() { cancelled = true; },
      }), { headers: { 'Content-Type': 'text/event-stream' } });
    };
    export const POST = () => Response.json({ cancelled });`;

  it('is passed on piece by piece, and ended when the caller goes away', async () => {
    const { get, origin } = await openSite({ 'routes/stream.ts': STREAMS });
    const message = await send(`${origin}/stream`, { headers: { Host: HOST } });
    message.setEncoding('utf8');
    let text = '';
    message.on('data', (piece: string) => {
      text += piece;
    });
    await until(() => text.includes('piece 3'));
    message.destroy();
    await until(async () => jsonOf(await get('/stream', { method: 'POST' }))['cancelled'] === true);
  });

  it('is not read for HEAD', async () => {
    const { get } = await openSite({ 'routes/stream.ts': STREAMS });
    expect((await get('/stream', { method: 'HEAD' })).text).to.equal('');
    await until(async () => jsonOf(await get('/stream', { method: 'POST' }))['cancelled'] === true);
  });

  it('waits for a slow reader: the site makes no more than is taken', async () => {
    const { get, origin } = await openSite({
      'routes/big.ts': `let made = 0;
        export const GET = () => new Response(new ReadableStream({ pull(controller) { made += 1; controller.enqueue(new Uint8Array(65536)); } }));
        export const POST = () => Response.json({ made });`,
    });
    const message = await send(`${origin}/big`, { headers: { Host: HOST } });
    let made = -1;
    let same = 0;
    await until(async () => {
      const now = Number(jsonOf(await get('/big', { method: 'POST' }))['made']);
      same = now === made ? same + 1 : 0;
      made = now;
      return same === 50;
    });
    expect(made).to.be.below(2_000);
    message.destroy();
  });

  it('that breaks in the middle ends the connection, so that nobody takes it for whole', async () => {
    const { origin } = await openSite({
      'routes/breaks.ts': `export const GET = () => { let count = 0; return new Response(new ReadableStream({
        async pull(controller) { count += 1; if (count > 2) throw new Error('broken'); controller.enqueue(new Uint8Array(10)); await new Promise((done) => setTimeout(done, 20)); } })); };`,
    });
    const message = await send(`${origin}/breaks`, { headers: { Host: HOST } });
    message.resume();
    const [error] = (await once(message, 'error')) as [Error];
    expect(error.message).to.equal('aborted');
  });

  it('is told by a clone of the request too, and at once when the caller is gone before the handler asks', async () => {
    const { get, origin } = await openSite({
      'routes/waits.ts': `let seen: boolean[] | null = null; let begun = false;
        export const GET = async (request: Request) => {
          const { signal } = request.clone(); begun = true;
          await new Promise((done) => signal.addEventListener('abort', done));
          seen = [signal.aborted, request.signal.aborted, request.clone().signal.aborted];
          return new Response('');
        };
        export const POST = () => Response.json({ begun, seen });`,
    });
    const asks = request(origin, { path: '/waits', headers: { Host: HOST }, agent: false });
    asks.on('error', () => undefined);
    asks.end();
    const state = async () => jsonOf(await get('/waits', { method: 'POST' }));
    await until(async () => (await state())['begun'] === true);
    asks.destroy();
    await until(async () => (await state())['seen'] !== null);
    expect((await state())['seen']).to.deep.equal([true, true, true]);
  });

  it('that stops in the middle is cut, and the thread and its other answers go on', async () => {
    const { get, origin } = await openSite(
      {
        'routes/stops.ts':
          'export const GET = () => new Response(new ReadableStream({ start(controller) { controller.enqueue(new Uint8Array(10)); } }));',
        'routes/slow.ts': 'export const GET = () => new Promise((done) => setTimeout(() => done(new Response("slow")), 2_500));',
        'routes/count.ts': 'let count = 0; export const GET = () => { count += 1; return new Response(String(count)); };',
      },
      { limits: { stallMs: 300 } },
    );
    expect((await get('/count')).text).to.equal('1');
    const slow = get('/slow');
    const message = await send(`${origin}/stops`, { headers: { Host: HOST } });
    message.resume();
    const [error] = (await once(message, 'error')) as [Error];
    expect(error.message).to.equal('aborted');
    expect((await slow).text).to.equal('slow');
    expect((await get('/count')).text).to.equal('2');
  });

  it('ends with the thread, when that dies in the middle', async () => {
    const { get, origin } = await openSite({
      'routes/dies.ts': `export const GET = () => new Response(new ReadableStream({
        pull(controller) { controller.enqueue(new Uint8Array(10)); setTimeout(() => { throw new Error('late'); }, 20); } }));`,
      'routes/fine.ts': FINE,
    });
    const message = await send(`${origin}/dies`, { headers: { Host: HOST } });
    message.resume();
    const [error] = (await once(message, 'error')) as [Error];
    expect(error.message).to.equal('aborted');
    expect((await get('/fine')).text).to.equal('fine');
  });

  it('is not asked of a handler when the body of the request breaks off', async () => {
    const { get, origin, log } = await openSite({
      'routes/a.ts':
        "let calls = 0; export const POST = () => { calls += 1; return new Response('x'); }; export const GET = () => new Response(String(calls));",
    });
    await get('/a');
    const asks = request(origin, { path: '/a', method: 'POST', headers: { Host: HOST, 'Content-Length': '1000' }, agent: false });
    asks.on('error', () => undefined);
    asks.write('begun', () => asks.destroy());
    await until(() => log.some(({ fields }) => fields['method'] === 'POST'));
    expect([(await get('/a')).text, errorsIn(log)]).to.deep.equal(['0', []]);
  });

  it('tells the handler when the caller goes away before there is one', async () => {
    const { get, origin } = await openSite({
      'routes/waits.ts': `let aborted = false; let begun = false;
        export const GET = (request: Request) => new Promise((_, reject) => { begun = true; request.signal.addEventListener('abort', () => { aborted = true; reject(new Error('gone')); }); });
        export const POST = () => Response.json({ begun, aborted });`,
    });
    const asks = request(origin, { path: '/waits', headers: { Host: HOST }, agent: false });
    asks.on('error', () => undefined);
    asks.end();
    const state = async () => jsonOf(await get('/waits', { method: 'POST' }));
    await until(async () => (await state())['begun'] === true);
    asks.destroy();
    await until(async () => (await state())['aborted'] === true);
  });
});
