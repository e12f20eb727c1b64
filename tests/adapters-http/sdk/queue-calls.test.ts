import { makeSdk } from '@comptoir/adapters-http/sdk/sdk.js';
import { PAYLOAD_BYTES_MAX } from '@comptoir/core/push-queue/push-queue-contract.js';
import { expect } from 'chai';
import { aQueueBench, failing, type QueueBench } from '../../core/push-queue/queue-bench.js';
import { call, jsonOf } from '../call.js';
import { hostOptions } from '../kit/host.js';
import { expectRefusal } from '../refusal.js';
import { closeAll, serve } from '../serve.js';

const WORKER = { queue: 'mails', handler_url: 'https://shop.example/jobs' };

describe('the queue calls of the SDK host', () => {
  let bench: QueueBench;
  let origin: string;

  beforeEach(async () => {
    bench = aQueueBench();
    origin = await serve(makeSdk(bench.services, hostOptions()).callback());
  });
  afterEach(closeAll);

  const post = (path: string, body: unknown, app = 'demo') =>
    call(`${origin}/__platform/sdk/queue/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Sdk-App-Id': app },
      body: JSON.stringify(body),
    });
  const answerTo = async (path: string, body: unknown, app = 'demo') => jsonOf(await post(path, body, app));

  /** Messages of the queue `mails` that their handler has refused. */
  async function deadLetters(count: number): Promise<readonly string[]> {
    await answerTo('worker/register', WORKER);
    bench.handlers.answer(() => failing(400));
    bench.services.dispatcher.start();
    const ids = await bench.push(...Array.from({ length: count }, (_, n) => ({ payload: `{"n":${n}}` })));
    await bench.timers.advance(1_000);
    return ids;
  }

  it('register a worker, with what is usual where nothing is said', async () => {
    expect(await answerTo('worker/register', WORKER)).to.deep.equal({
      ok: true,
      ...WORKER,
      concurrency: 8,
      visibility_timeout_secs: 30,
      max_attempts: 5,
    });
    const settings = { concurrency: 2, visibility_timeout_secs: 60, max_attempts: 9 };
    expect(await answerTo('worker/register', { ...WORKER, ...settings })).to.deep.equal({ ok: true, ...WORKER, ...settings });
  });

  it('list the workers of the app, and end one: its messages wait until there is another', async () => {
    const usual = { concurrency: 8, visibility_timeout_secs: 30, max_attempts: 5 };
    await answerTo('worker/register', WORKER);
    await answerTo('worker/register', { ...WORKER, queue: 'else' }, 'other');
    expect(await answerTo('worker/list', {})).to.deep.equal({ ok: true, workers: [{ ...WORKER, ...usual }] });
    bench.services.dispatcher.start();
    await bench.timers.advance(1_000);

    expect(await answerTo('worker/unregister', { queue: 'mails' }, 'other')).to.deep.equal({
      ok: true,
      queue: 'mails',
      unregistered: false,
    });
    expect(await answerTo('worker/unregister', { queue: 'mails' })).to.deep.equal({ ok: true, queue: 'mails', unregistered: true });
    expect(await answerTo('worker/list', {})).to.deep.equal({ ok: true, workers: [] });
    await bench.timers.advance(3_000);
    await answerTo('push', { queue: 'mails', payload: 1 });
    await bench.timers.advance(60_000);
    expect(bench.handlers.received).to.deep.equal([]);
    expect(Object(await answerTo('stats', {})).queues[0]).to.include({ queue: 'mails', ready: 1 });

    await answerTo('worker/register', WORKER);
    await bench.timers.advance(1_000);
    expect(bench.handlers.received).to.have.length(1);
    expectRefusal(await post('worker/unregister', {}), 400, 'invalid_request');
    expectRefusal(await post('worker/list', { queue: 'mails' }), 400, 'invalid_request');
  });

  it('cancel what waits, and nothing of another app', async () => {
    const message = { queue: 'mails', payload: 1, delay_secs: 60, dedup_id: 'order-7' };
    const { id } = Object(await answerTo('push', message));
    expect(await answerTo('cancel', { ids: [id] }, 'other')).to.deep.equal({ ok: true, count: 0 });
    expect(await answerTo('cancel', { ids: [id] })).to.deep.equal({ ok: true, count: 1 });
    expect(await answerTo('cancel', { ids: [id] })).to.deep.equal({ ok: true, count: 0 });
    expect(await answerTo('push', message)).to.deep.include({ deduplicated: false });
    expect(await answerTo('cancel', { queue: 'mails' })).to.deep.equal({ ok: true, count: 1 });
    expectRefusal(await post('cancel', {}), 400, 'invalid_request');
    expectRefusal(await post('cancel', { ids: [id], all: true }), 400, 'invalid_request');
  });

  it('push a message, once under one name', async () => {
    const message = { queue: 'mails', payload: { n: 1 }, dedup_id: 'order-7' };
    const first = await answerTo('push', message);
    expect(first).to.deep.include({ ok: true, deduplicated: false });
    expect(await answerTo('push', message)).to.deep.equal({ ...Object(first), deduplicated: true });
    expect(await answerTo('push', message, 'other')).to.deep.include({ deduplicated: false });
  });

  it('push many at once, all or none', async () => {
    const messages = [1, 2, 3].map((payload) => ({ queue: 'mails', payload }));
    expect(Object(await answerTo('push_batch', { messages })).messages).to.have.length(3);
    expectRefusal(await post('push_batch', { messages: [...messages, { queue: 'mails' }] }), 400, 'invalid_request');
    expect(Object(await answerTo('stats', {})).queues[0]).to.include({ queue: 'mails', ready: 3 });
  });

  it('take any JSON as a payload, and give it back as it was', async () => {
    const payloads = [null, true, 'a\u0000é🌻', 1.5, [], { '': [{}] }];
    await answerTo('worker/register', WORKER);
    bench.services.dispatcher.start();
    for (const payload of payloads) await answerTo('push', { queue: 'mails', payload });
    await bench.timers.advance(1_000);
    expect(bench.handlers.received.map(({ payload }) => payload)).to.deep.equal(payloads);
  });

  for (const [what, path, body] of [
    ['a delay by another name', 'push', { queue: 'mails', payload: 1, delay: 60 }],
    ['a message without a payload', 'push', { queue: 'mails' }],
    ['a delay into the past', 'push', { queue: 'mails', payload: 1, delay_secs: -1 }],
    ['a queue with a strange name', 'push', { queue: 'a b', payload: 1 }],
    ['an endless queue name', 'push', { queue: 'a'.repeat(129), payload: 1 }],
    ['a payload that is too large', 'push', { queue: 'mails', payload: 'é'.repeat(PAYLOAD_BYTES_MAX / 2) }],
    ['no attempts', 'push', { queue: 'mails', payload: 1, max_attempts: 0 }],
    ['an empty batch', 'push_batch', { messages: [] }],
    ['a batch that is too long', 'push_batch', { messages: Array.from({ length: 1001 }, () => ({ queue: 'm', payload: 1 })) }],
    ['a worker without a handler', 'worker/register', { queue: 'mails' }],
    ['a handler that is no web address', 'worker/register', { ...WORKER, handler_url: 'ftp://shop.example/' }],
    ['no deliveries at once', 'worker/register', { ...WORKER, concurrency: 0 }],
    ['dead letters chosen in two ways', 'dead/purge', { queue: 'mails', all: true }],
    ['dead letters chosen in no way', 'dead/retry', {}],
    ['all but not all', 'dead/purge', { all: false }],
    ['a cursor of something else', 'dead/list', { cursor: 'abc' }],
  ] as const) {
    it(`refuse ${what}`, async () => {
      expectRefusal(await post(path, body), 400, 'invalid_request');
    });
  }

  it('refuse a payload that is nested too deeply to be written', async () => {
    const nested = '['.repeat(100_000) + ']'.repeat(100_000);
    const headers = { 'Content-Type': 'application/json', 'X-Sdk-App-Id': 'demo' };
    const body = `{"queue":"mails","payload":${nested}}`;
    expectRefusal(await call(`${origin}/__platform/sdk/queue/push`, { method: 'POST', headers, body }), 400, 'invalid_request');
  });

  it('refuse a handler that this host does not call, naming the field', async () => {
    const strict = aQueueBench({ outgoing: { post: bench.handlers.post, faultOf: () => 'The address is this machine.' } });
    origin = await serve(makeSdk(strict.services, hostOptions()).callback());
    const answer = await post('worker/register', WORKER);
    expectRefusal(answer, 400, 'invalid_request');
    expect(Object(jsonOf(answer)).details).to.deep.equal([{ path: 'handler_url', message: 'The address is this machine.' }]);
  });

  it('list what was given up page by page, to its own app alone', async () => {
    const ids = await deadLetters(3);
    const first = Object(await answerTo('dead/list', { limit: 2 }));
    const rest = Object(await answerTo('dead/list', { limit: 2, cursor: first.nextCursor }));
    const listed = [...first.messages, ...rest.messages];
    expect(listed.map(({ id }: { id: string }) => id)).to.have.members(ids);
    expect(listed[0]).to.deep.include({ queue: 'mails', attempts: 1, last_status: 400, last_error: 'The handler answered 400.' });
    expect(listed[0]).to.have.keys('id', 'queue', 'payload', 'attempts', 'last_status', 'last_error', 'dead_at');
    expect(rest.nextCursor).to.equal(null);
    expect(Object(await answerTo('dead/list', {}, 'other')).messages).to.deep.equal([]);
    expect(await answerTo('dead/purge', { ids }, 'other')).to.deep.equal({ ok: true, count: 0 });
  });

  it('retry and drop what was given up', async () => {
    const [one = '', two = ''] = await deadLetters(3);
    expect(await answerTo('dead/purge', { ids: [one] })).to.deep.equal({ ok: true, count: 1 });
    bench.handlers.answer(() => failing(204));
    expect(await answerTo('dead/retry', { ids: [two] })).to.deep.equal({ ok: true, count: 1 });
    expect(await answerTo('dead/retry', { queue: 'mails' })).to.deep.equal({ ok: true, count: 1 });
    expect(await answerTo('dead/purge', { all: true })).to.deep.equal({ ok: true, count: 0 });
  });

  it('tell how the queues stand', async () => {
    await bench.push({}, { delay_secs: 60 }, { queue: 'else' });
    bench.clock.advance(5_000);
    const mails = { queue: 'mails', ready: 1, delayed: 1, in_delivery: 0, dead: 0, oldest_age_secs: 5 };
    expect(Object(await answerTo('stats', {})).queues).to.have.length(2);
    expect(await answerTo('stats', { queue: 'mails' })).to.deep.equal({ ok: true, queues: [mails] });
  });

  it('show in the metrics', async () => {
    await deadLetters(2);
    const { headers, text } = await call(`${origin}/metrics`);
    expect(headers['content-type']).to.equal('text/plain; version=0.0.4; charset=utf-8');
    expect(text).to.include('comptoir_queue_dead_total{app="demo",queue="mails"} 2\n');
    expect(text).to.include('comptoir_queue_depth{app="demo",queue="mails",state="dead"} 2\n');
  });
});
