import { makeHostApp } from '@comptoir/adapters-http/kit/koa-app.js';
import { DomainError, ERROR_CODES } from '@comptoir/core/kit/errors.js';
import { expect } from 'chai';
import { call, jsonOf } from '../call.js';
import type { LogLine } from '../log.js';
import { expectRefusal } from '../refusal.js';
import { closeAll, serve } from '../serve.js';
import { hostOptions } from './host.js';

describe('what a handler throws', () => {
  afterEach(closeAll);

  async function throwing(thrown: unknown, log: LogLine[] = []): Promise<string> {
    const app = makeHostApp('throwing', hostOptions({ log }));
    app.use(() => {
      throw thrown;
    });
    return serve(app.callback());
  }

  for (const [title, thrown] of Object.entries({
    'an error of the program': new TypeError("Cannot read properties of undefined (reading 'id') at /srv/till.js:3"),
    'an error that names a status and wants to be shown': Object.assign(new Error('select * from orders'), { status: 418, expose: true }),
    'an error of the database': Object.assign(new Error('relation "orders" does not exist'), { code: '42P01', query: 'select 1' }),
    'what is no error': 'select * from orders',
    nothing: undefined,
  })) {
    it(`is 500 internal when it is ${title}, told to the log and not to the caller`, async () => {
      const log: LogLine[] = [];
      const answer = await call(`${await throwing(thrown, log)}/secret-path?token=hidden`, {
        headers: { 'X-Request-Id': 'trace-7', Authorization: 'Bearer hidden' },
      });
      const { message } = expectRefusal(answer, 500, 'internal');
      expect(message).to.equal('Something went wrong on our side.');
      const [line] = log.filter(({ level }) => level === 'error');
      expect(line?.fields).to.include({ requestId: 'trace-7', method: 'GET', path: '/secret-path', host: 'throwing' });
      if (thrown instanceof Error) expect(line?.fields['err']).to.equal(thrown);
      expect(JSON.stringify(log)).not.to.include('hidden');
    });
  }

  it('is answered by the table of codes, in the common shape, whatever the code', async () => {
    for (const code of ERROR_CODES) {
      const answer = await call(await throwing(new DomainError(code)));
      expect(answer.status).to.be.within(400, 599);
      expect(jsonOf(answer)).to.have.all.keys('ok', 'error', 'message', 'requestId').and.include({ ok: false, error: code });
      await closeAll();
    }
  });

  it('shows the facts of a refusal, and none of them in place of the code', async () => {
    const refusal = new DomainError('closed', { facts: { nextOpening: null, ok: true, error: 'x', message: 'x', requestId: 'x' } });
    const body = expectRefusal(await call(await throwing(refusal)), 409, 'closed');
    expect(body).to.include({ nextOpening: null, message: 'The establishment is closed.' });
  });

  it('says when to try again', async () => {
    const { headers } = await call(await throwing(new DomainError('too_many_streams', { retryAfterSecs: 10 })));
    expect(headers['retry-after']).to.equal('10');
  });

  it('takes back what the handler had said about an answer that it did not give', async () => {
    const app = makeHostApp('throwing', hostOptions());
    app.use((ctx) => {
      ctx.set({ ETag: '"x"', 'Cache-Control': 'public, max-age=60' });
      throw new DomainError('unknown_shop');
    });
    const answer = await call(await serve(app.callback()));
    expectRefusal(answer, 404, 'unknown_shop');
    expect(answer.headers).not.to.have.property('etag');
  });
});

describe('the log of a host', () => {
  afterEach(closeAll);

  it('has a line for every request, by how much it matters, without bodies, headers and queries', async () => {
    const log: LogLine[] = [];
    const app = makeHostApp('tests', hostOptions({ log }));
    app.use((ctx) => {
      ctx.body = 'here';
    });
    const origin = await serve(app.callback());
    const headers = { 'X-Request-Id': 'trace-7', Cookie: 'hidden=1', 'Content-Type': 'application/json' };
    for (const method of ['GET', 'HEAD', 'OPTIONS']) await call(`${origin}/a?token=hidden`, { method, headers });
    for (const method of ['POST', 'DELETE']) await call(`${origin}/a?token=hidden`, { method, headers, body: '"hidden"' });
    expect(log.map(({ level, fields }) => [level, fields['method'], fields['path'], fields['status'], fields['requestId']])).to.deep.equal([
      ['debug', 'GET', '/a', 200, 'trace-7'],
      ['debug', 'HEAD', '/a', 200, 'trace-7'],
      ['debug', 'OPTIONS', '/a', 200, 'trace-7'],
      ['info', 'POST', '/a', 200, 'trace-7'],
      ['info', 'DELETE', '/a', 200, 'trace-7'],
    ]);
    expect(JSON.stringify(log)).not.to.include('hidden');
  });
});
