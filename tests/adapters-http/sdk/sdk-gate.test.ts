import { makeSdk } from '@comptoir/adapters-http/sdk/sdk.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { defineSdkCall } from '@comptoir/core/sdk/sdk-call.js';
import { expect } from 'chai';
import { z } from 'zod';
import { NOON } from '../../suites/builders.js';
import { call, jsonOf, rawCall, rawStatus } from '../call.js';
import { hostOptions } from '../kit/host.js';
import { expectRefusal } from '../refusal.js';
import { closeAll, serve } from '../serve.js';
import { servicesOn } from '../storefront/till.js';

const services = servicesOn(makeMemoryPersistence(), fixedClock(NOON));

const calls = [
  defineSdkCall({
    method: 'POST',
    path: '/echo',
    tag: 'Test',
    name: 'echo',
    summary: 'Says who called, and what.',
    input: z.strictObject({ word: z.string().max(10) }),
    output: z.object({ app: z.string(), word: z.string() }),
    errors: [],
    run: async ({ appId }, { word }) => ({ app: appId, word }),
  }),
  defineSdkCall({
    method: 'GET',
    path: '/list',
    tag: 'Test',
    name: 'list',
    summary: 'Says who asked, and for what.',
    input: z.strictObject({ only: z.string().optional() }),
    output: z.object({ app: z.string(), only: z.string().nullable() }),
    errors: [],
    run: async ({ appId }, { only }) => ({ app: appId, only: only ?? null }),
  }),
];

const ECHO = '/__platform/sdk/echo';

describe('the gate of the SDK host', () => {
  afterEach(closeAll);

  const start = () => serve(makeSdk(services, hostOptions(), calls).callback());
  const post = (origin: string, body: unknown, headers: Record<string, string | string[]> = { 'X-Sdk-App-Id': 'demo' }) =>
    call(`${origin}${ECHO}`, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) });

  it('lets an app make a call', async () => {
    const answer = await post(await start(), { word: 'hello' });
    expect(answer.status).to.equal(200);
    expect(jsonOf(answer)).to.deep.equal({ ok: true, app: 'demo', word: 'hello' });
  });

  it('takes what curl sends when it is told nothing of the body, but not what a form of a page sends', async () => {
    const url = `${await start()}${ECHO}`;
    const send = (body: string, headers: Record<string, string>) =>
      call(url, { method: 'POST', headers: { 'X-Sdk-App-Id': 'demo', ...headers }, body });
    const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect(jsonOf(await send('{"word":"hello"}', FORM))).to.deep.equal({ ok: true, app: 'demo', word: 'hello' });
    for (const origin of ['http://evil.example', 'null', url]) {
      expectRefusal(await send('{"word":"hello"}', { ...FORM, Origin: origin }), 415, 'unsupported_media_type');
    }
    expectRefusal(await send('word=hello', FORM), 415, 'unsupported_media_type');
    expectRefusal(await send('{"word":"hello"}', { 'Content-Type': 'text/plain' }), 415, 'unsupported_media_type');
    expectRefusal(await send('{"word":"hello"}', {}), 415, 'unsupported_media_type');
  });

  it('reads the input of a GET from its query', async () => {
    const origin = await start();
    const headers = { 'X-Sdk-App-Id': 'demo' };
    expect(jsonOf(await call(`${origin}/__platform/sdk/list?only=a`, { headers }))).to.include({ only: 'a' });
    expectRefusal(await call(`${origin}/__platform/sdk/list?only=a&only=b`, { headers }), 400, 'invalid_request');
    expectRefusal(await call(`${origin}/__platform/sdk/list?other=a`, { headers }), 400, 'invalid_request');
  });

  it('refuses an unknown key, by its name', async () => {
    const answer = await post(await start(), { word: 'hello', delay: 3 });
    expectRefusal(answer, 400, 'invalid_request');
    expect(answer.text).to.include('delay');
  });

  const MALFORMED = [undefined, '', 'Demo', '-demo', 'de mo', 'a'.repeat(65), 'comptoir', ['demo', 'demo'], ['demo', 'other']];
  for (const id of MALFORMED) {
    it(`refuses the app id ${JSON.stringify(id)?.slice(0, 20)}`, async () => {
      const answer = await post(await start(), { word: 'x' }, id === undefined ? {} : { 'X-Sdk-App-Id': id });
      const { message } = expectRefusal(answer, 401, 'missing_app_id');
      // Whoever has sent one is told what is wrong with it, not to send one.
      expect(message).to.match(id === undefined || id === '' ? /^Name the calling app/ : /^X-Sdk-App-Id is sent once: a lower-case/);
    });
  }

  for (const host of ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1', '[::2]', '0.0.0.0']) {
    it(`refuses a request meant for ${host}`, async () => {
      const origin = await start();
      expectRefusal(await post(origin, { word: 'x' }, { 'X-Sdk-App-Id': 'demo', Host: host }), 403, 'loopback_only');
      expectRefusal(await call(`${origin}/metrics`, { headers: { Host: host } }), 403, 'loopback_only');
    });
  }

  for (const host of ['localhost', 'LOCALHOST:3080', '127.0.0.1', '127.8.8.8:1', '[::1]:3080', 'localhost.']) {
    it(`answers a request meant for ${host}`, async () => {
      const origin = await start();
      expect((await post(origin, { word: 'x' }, { 'X-Sdk-App-Id': 'demo', Host: host })).status).to.equal(200);
      expect((await call(`${origin}/metrics`, { headers: { Host: host } })).status).to.equal(200);
    });
  }

  it('refuses a request without a host, and one with two', async () => {
    const origin = await start();
    for (const hosts of ['', 'Host: localhost\r\nHost: evil.example\r\n']) {
      const answer = await rawCall(origin, `GET /__platform/sdk/list HTTP/1.1\r\n${hosts}X-Sdk-App-Id: demo\r\nConnection: close\r\n\r\n`);
      expect(rawStatus(answer), answer).to.equal(400);
    }
  });

  it('refuses a caller on another machine, also where it speaks to every address', async () => {
    const app = makeSdk(services, hostOptions(), calls);
    const answer = app.callback();
    const origin = await serve((request, response) => {
      Object.defineProperty(request.socket, 'remoteAddress', { value: '192.0.2.7' });
      return answer(request, response);
    });
    expectRefusal(await post(origin, { word: 'x' }), 403, 'loopback_only');
    expectRefusal(await call(`${origin}/healthz`), 403, 'loopback_only');
  });
});
