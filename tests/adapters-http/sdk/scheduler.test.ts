import { makeSdk } from '@comptoir/adapters-http/sdk/sdk.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { expect } from 'chai';
import { aScheduler, type SchedulerBench } from '../../core/scheduler/schedules.js';
import { call, jsonOf } from '../call.js';
import { hostOptions } from '../kit/host.js';
import { expectRefusal } from '../refusal.js';
import { closeAll, serve } from '../serve.js';

const HANDLER_URL = 'https://app.example/tick?key=shared';

describe('the scheduler over HTTP', () => {
  let bench: SchedulerBench;
  let origin: string;

  beforeEach(async () => {
    bench = aScheduler(makeMemoryPersistence());
    origin = await serve(makeSdk(bench.services, hostOptions()).callback());
  });
  afterEach(closeAll);

  const headers = (appId = 'demo') => ({ 'Content-Type': 'application/json', 'X-Sdk-App-Id': appId });
  const post = (path: string, body: unknown, appId?: string) =>
    call(`${origin}/__platform/sdk/scheduler/${path}`, { method: 'POST', headers: headers(appId), body: JSON.stringify(body) });
  const list = async (appId?: string) => jsonOf(await call(`${origin}/__platform/sdk/scheduler/list`, { headers: headers(appId) }));
  const register = (fields: Record<string, unknown> = {}) =>
    post('register', { name: 'news', schedule: '* * * * *', handler_url: HANDLER_URL, ...fields });

  it('registers, lists, runs and cancels a schedule', async () => {
    const registered = await register({ kind: 'handler_url' });
    expect(registered.status).to.equal(200);
    expect(jsonOf(registered)).to.deep.equal({ ok: true, name: 'news', next_run_at: '2026-06-16T10:01:00.000Z', enabled: true });
    const entry = {
      name: 'news',
      schedule: '* * * * *',
      timezone: 'UTC',
      kind: 'handler_url',
      target: HANDLER_URL,
      enabled: true,
      timeout_secs: 60,
      catchup_secs: 60,
      overlap: false,
      next_run_at: '2026-06-16T10:01:00.000Z',
      last_run: null,
    };
    expect(await list()).to.deep.equal({ ok: true, entries: [entry] });

    await bench.pass(60.25);
    expect(await list()).to.deep.equal({
      ok: true,
      entries: [
        {
          ...entry,
          next_run_at: '2026-06-16T10:02:00.000Z',
          last_run: { at: '2026-06-16T10:01:00.250Z', status: 'succeeded', error: null, took_ms: 0 },
        },
      ],
    });

    expect(jsonOf(await post('cancel', { name: 'news' }))).to.deep.equal({ ok: true, name: 'news', cancelled: true });
    expect(jsonOf(await post('cancel', { name: 'news' }))).to.deep.equal({ ok: true, name: 'news', cancelled: false });
    expect(await list()).to.deep.equal({ ok: true, entries: [] });
  });

  it('takes `cron` for `schedule`, and a disabled entry', async () => {
    const answer = await post('register', { name: 'off', cron: '0 9 * * 1-5', handler_url: HANDLER_URL, enabled: false });
    expect(jsonOf(answer)).to.deep.equal({ ok: true, name: 'off', next_run_at: null, enabled: false });
  });

  it('runs one now, and shows its runs', async () => {
    await register();
    bench.clock.advance(1);
    const dueAt = '2026-06-16T10:00:00.001Z';
    expect(jsonOf(await post('run_now', { name: 'news' }))).to.deep.equal({ ok: true, name: 'news', due_at: dueAt });
    await bench.pass(1);
    expect(jsonOf(await post('runs', { name: 'news' }))).to.deep.equal({
      ok: true,
      runs: [
        {
          due_at: dueAt,
          trigger: 'now',
          status: 'succeeded',
          attempts: 1,
          started_at: '2026-06-16T10:00:01.001Z',
          took_ms: 0,
          http_status: 200,
          error: null,
          output: null,
          skipped: 0,
        },
      ],
      nextCursor: null,
    });
    await bench.pass(60);
    const { nextCursor } = jsonOf(await post('runs', { name: 'news', limit: 1 })) as { nextCursor: string };
    expect(jsonOf(await post('runs', { name: 'news', limit: 1, cursor: nextCursor })))
      .to.have.nested.property('runs[0].due_at')
      .that.equals(dueAt);
  });

  it('keeps what one app registered from another', async () => {
    await register();
    expect(await list('other')).to.deep.equal({ ok: true, entries: [] });
    expect(jsonOf(await post('cancel', { name: 'news' }, 'other'))).to.include({ cancelled: false });
    expectRefusal(await post('runs', { name: 'news' }, 'other'), 404, 'unknown_schedule');
    expectRefusal(await post('run_now', { name: 'news' }, 'other'), 404, 'unknown_schedule');
  });

  const REFUSED: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ['no expression', { schedule: undefined }, 'schedule'],
    ['both expressions', { cron: '* * * * *' }, 'schedule'],
    ['an expression that never comes', { schedule: '0 0 31 2 *' }, 'schedule'],
    ['an unknown zone', { timezone: 'Europe/Atlantis' }, 'timezone'],
    ['nothing to do', { handler_url: undefined }, 'handler_url'],
    ['two things to do', { task: 'housekeeping' }, 'handler_url'],
    ['another kind', { kind: 'command' }, 'kind'],
    ['an address that is not called', { handler_url: 'ftp://app.example/' }, 'handler_url'],
    ['an unknown task', { handler_url: undefined, task: 'format-disk' }, 'task'],
    ['no name', { name: undefined }, 'name'],
  ];
  for (const [what, fields, path] of REFUSED) {
    it(`refuses ${what} with 400, naming the field`, async () => {
      const answer = await register(fields);
      expectRefusal(answer, 400, 'invalid_request');
      expect(jsonOf(answer)).to.have.nested.property('details[0].path', path);
      expect(await list()).to.deep.equal({ ok: true, entries: [] });
    });
  }

  it('refuses a key that it does not know, by name', async () => {
    const answer = await register({ delay: 3 });
    expectRefusal(answer, 400, 'invalid_request');
    expect(answer.text).to.include('delay');
  });

  it('refuses commands with 403 unless the host allows them', async () => {
    expectRefusal(await register({ handler_url: undefined, command: 'php artisan' }), 403, 'commands_disabled');
  });

  it('refuses a second run with 409 while one has not ended', async () => {
    await register();
    await post('run_now', { name: 'news' });
    expectRefusal(await post('run_now', { name: 'news' }), 409, 'already_running');
  });
});
