import { makeHostApp } from '@comptoir/adapters-http/kit/koa-app.js';
import { makeRouter, mountRoutes } from '@comptoir/adapters-http/kit/mount-routes.js';
import { addRestBridge } from '@comptoir/adapters-http/platform/rest-bridge.js';
import { defineProcedure, type Permission } from '@comptoir/core/kit/procedure.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import { ROUTERS } from '@comptoir/core/procedures.js';
import { expect } from 'chai';
import { z } from 'zod';
import { aBench, aCall, aCallOfNobody, anOrderFor, aRestaurant, type Bench } from '../../core/support.js';
import { anItem, type Establishment } from '../../suites/builders.js';
import { type Answer, type CallOptions, call, jsonOf } from '../call.js';
import { hostOptions } from '../kit/host.js';
import { expectRefusal, faultyPaths } from '../refusal.js';
import { closeAll, serve } from '../serve.js';

const open = { kind: 'public' } as const;
const echoed = z.object({ told: z.record(z.string(), z.string()) });

const query = z.object({
  count: z.int().max(9).optional(),
  ratio: z.number().optional(),
  open: z.boolean().default(false),
  since: z.date().nullish(),
  kind: z.enum(['small', 'large']).optional(),
  level: z.literal([1, 2]).optional(),
  serial: z.bigint().optional(),
  ids: z.array(z.int()).optional(),
  size: z.union([z.int(), z.enum(['all'])]).optional(),
  search: z.string().optional(),
});
const body = z.object({
  at: z.date(),
  lines: z.array(z.object({ until: z.date().nullable(), serial: z.bigint().optional() })).default([]),
  days: z.record(z.string(), z.date()).optional(),
  either: z.union([z.object({ on: z.date() }), z.object({ off: z.string() })]).optional(),
});

/** What arrived, with the type of each value. */
function typesOf(value: Record<string, unknown>): { told: Record<string, string> } {
  const tell = (member: unknown): string => {
    if (member instanceof Date) return `date ${member.toISOString()}`;
    if (Array.isArray(member)) return `[${member.map(tell).join(', ')}]`;
    if (typeof member === 'object' && member !== null)
      return `{${Object.entries(member)
        .map(([key, part]) => `${key}: ${tell(part)}`)
        .join(', ')}}`;
    return `${typeof member} ${member}`;
  };
  return { told: Object.fromEntries(Object.entries(value).map(([key, member]) => [key, tell(member)])) };
}

const things = {
  read: defineProcedure({
    type: 'query',
    access: open,
    summary: 'R.',
    input: query,
    output: echoed,
    rest: true,
    run: async (_call, input) => typesOf(input),
  }),
  write: defineProcedure({
    type: 'mutation',
    access: open,
    summary: 'W.',
    input: body,
    output: echoed,
    rest: true,
    run: async (_call, input) => typesOf(input),
  }),
  ping: defineProcedure({
    type: 'mutation',
    access: open,
    summary: 'P.',
    input: z.void(),
    output: z.object({ at: z.date(), serial: z.bigint(), none: z.null() }),
    rest: true,
    run: async () => ({ at: new Date(0), serial: 12345678901234567890n, none: null }),
  }),
  unmarked: defineProcedure({ type: 'query', access: open, summary: 'U.', input: query, output: echoed, run: async () => ({ told: {} }) }),
  internal: defineProcedure({
    type: 'query',
    access: { kind: 'internal' },
    summary: 'I.',
    input: query,
    output: echoed,
    rest: true,
    run: async () => ({ told: {} }),
  }),
  broken: defineProcedure({
    type: 'query',
    access: open,
    summary: 'B.',
    input: query,
    output: echoed,
    rest: true,
    run: () => Promise.reject(new Error('the password of the database is hunter2')),
  }),
};

describe('the REST bridge', () => {
  let bench: Bench;
  let establishment: Establishment;
  let permissions: Permission[] | null;
  let origin: string;

  beforeEach(async () => {
    bench = aBench();
    establishment = await aRestaurant(bench, {}, { items: [anItem({ id: 'soupe' })] });
    permissions = ['orders:read', 'orders:accept'];
    const app = makeHostApp('platform', hostOptions());
    const router = makeRouter();
    const contextOf = async () =>
      permissions === null ? aCallOfNobody(bench.services) : aCall(bench.services, { permissions, site: establishment.scope });
    addRestBridge(router, { registry: makeRegistry({ ...ROUTERS, things: () => things }), contextOf });
    mountRoutes(app, router);
    origin = await serve(app.callback());
  });
  afterEach(closeAll);

  async function ask(path: string, options: CallOptions = {}): Promise<Answer> {
    const answer = await call(`${origin}/api/v1/${path}`, options);
    expect(answer.headers['x-experimental'], path).to.equal('true');
    return answer;
  }

  function post(path: string, content: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const sent = { 'Content-Type': 'application/json', ...headers };
    return ask(path, { method: 'POST', headers: sent, body: JSON.stringify(content) });
  }

  async function told(answer: Promise<Answer>): Promise<unknown> {
    const { status, text } = await answer;
    expect(status, text).to.equal(200);
    return (JSON.parse(text) as { told: unknown }).told;
  }

  describe('with a query', () => {
    it('gives the texts of parameters the types of the contract', async () => {
      const parameters =
        'count=7&ratio=-1.5&open=true&since=2026-05-04T12:00:00%2B02:00&kind=large&level=2&serial=12345678901234567890&search=caf%C3%A9+42';
      expect(await told(ask(`things/read?${parameters}`))).to.deep.equal({
        count: 'number 7',
        ratio: 'number -1.5',
        open: 'boolean true',
        since: 'date 2026-05-04T10:00:00.000Z',
        kind: 'string large',
        level: 'number 2',
        serial: 'bigint 12345678901234567890',
        search: 'string café 42',
      });
    });

    it('takes a repeated parameter, or a single one, as a list', async () => {
      expect(await told(ask('things/read?ids=3&ids=5'))).to.deep.include({ ids: '[number 3, number 5]' });
      expect(await told(ask('things/read?ids=3'))).to.deep.include({ ids: '[number 3]' });
    });

    it('takes the first type of several that fits', async () => {
      expect(await told(ask('things/read?size=3'))).to.deep.include({ size: 'number 3' });
      expect(await told(ask('things/read?size=all'))).to.deep.include({ size: 'string all' });
    });

    it('needs no parameters where there are defaults', async () => {
      expect(await told(ask('things/read'))).to.deep.equal({ open: 'boolean false' });
      expect((await ask('things/read', { method: 'HEAD' })).status).to.equal(200);
    });

    it('names the parameters it does not know and those that are given twice', async () => {
      const refused = await ask('things/read?Count=1&__proto__=1&kind=small&kind=large&search=x');
      expect(faultyPaths(expectRefusal(refused, 400, 'invalid_request'))).to.deep.equal(['Count', '__proto__', 'kind']);
    });

    for (const [parameters, fault] of [
      ['count=ten', 'count'],
      ['count=10', 'count'],
      ['count=', 'count'],
      ['count=0x7', 'count'],
      ['ratio=1e3', 'ratio'],
      ['ratio=Infinity', 'ratio'],
      ['open=1', 'open'],
      ['since=yesterday', 'since'],
      ['since=2026-05-04', 'since'],
      ['since=2026-13-40T00:00:00Z', 'since'],
      ['kind=medium', 'kind'],
      ['serial=1.5', 'serial'],
      ['ids=1&ids=x', 'ids.1'],
    ] as const) {
      it(`refuses "${parameters}" by name`, async () => {
        expect(faultyPaths(expectRefusal(await ask(`things/read?${parameters}`), 400, 'invalid_request'))).to.deep.equal([fault]);
      });
    }

    it('is answered by the real procedures, in plain JSON', async () => {
      const { order } = await bench.services.orders.place(anOrderFor(establishment.site, [{ id: 'soupe' }]), null);
      const list = await ask('orders/list?status=queued&pageSize=5');
      expect(list.headers).to.include({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' });
      expect(jsonOf(list)).to.deep.include({ total: 1, page: 1, pageSize: 5 });
      const one = jsonOf(await ask(`orders/get?id=${order.id}`));
      expect(one).to.deep.include({ id: order.id, status: 'queued', placedAt: order.placedAt });
    });
  });

  describe('with a mutation', () => {
    it('turns texts into dates and large numbers where the contract has them', async () => {
      const at = '2026-05-04T10:00:00Z';
      const sent = { at, lines: [{ until: at, serial: '7' }, { until: null }], days: { first: at }, either: { on: at } };
      const date = 'date 2026-05-04T10:00:00.000Z';
      expect(await told(post('things/write', sent))).to.deep.equal({
        at: date,
        lines: `[{until: ${date}, serial: bigint 7}, {until: object null}]`,
        days: `{first: ${date}}`,
        either: `{on: ${date}}`,
      });
    });

    it('refuses what the contract refuses, by name', async () => {
      const refused = await post('things/write', { at: 'noon', lines: [{ until: 5 }] });
      expect(faultyPaths(expectRefusal(refused, 400, 'invalid_request'))).to.deep.equal(['at', 'lines.0.until']);
      for (const content of [null, [], 'at', 7]) expectRefusal(await post('things/write', content), 400, 'invalid_request');
    });

    it('refuses bodies that are not JSON', async () => {
      const headers = { 'Content-Type': 'text/plain' };
      expectRefusal(await ask('things/write', { method: 'POST', headers, body: '{}' }), 415, 'unsupported_media_type');
      expectRefusal(
        await ask('things/write', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' }),
        400,
        'invalid_json',
      );
    });

    it('needs no body where there is no input, and answers dates and large numbers as text', async () => {
      const answer = await ask('things/ping', { method: 'POST' });
      expect(answer.text).to.equal('{"at":"1970-01-01T00:00:00.000Z","serial":"12345678901234567890","none":null}');
    });

    it('has its effect once under one idempotency key', async () => {
      const { order } = await bench.services.orders.place(anOrderFor(establishment.site, [{ id: 'soupe' }]), null);
      const accept = (reason?: string) => post('orders/accept', { id: order.id, reason }, { 'Idempotency-Key': 'k1' });
      const first = await accept();
      expect([first.status, jsonOf(first)['status']]).to.deep.equal([200, 'accepted']);
      const second = await accept();
      expect(second.headers['idempotent-replayed']).to.equal('true');
      expect(second.text).to.equal(first.text);
      expectRefusal(await accept('other'), 422, 'idempotency_key_reused');
      expectRefusal(await post('orders/accept', { id: order.id }), 409, 'invalid_transition');
      expectRefusal(await post('orders/accept', { id: order.id }, { 'Idempotency-Key': 'two words' }), 400, 'invalid_request');
    });
  });

  describe('refuses', () => {
    for (const path of [
      'things/unmarked',
      'things/internal',
      'things/none',
      'none/list',
      'things',
      'things/read/more',
      'things.read',
      'a.b/c',
      '__proto__/list',
      'things/constructor',
      '',
    ]) {
      it(`"${path}", where nothing is marked`, async () => {
        expectRefusal(await ask(path), 404, 'not_found');
      });
    }

    it('other methods, naming the right one', async () => {
      const posted = await post('things/read', {});
      expectRefusal(posted, 405, 'method_not_allowed');
      expect(posted.headers.allow).to.equal('GET, HEAD');
      for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
        const answer = await ask('things/write', { method });
        expectRefusal(answer, 405, 'method_not_allowed');
        expect(answer.headers.allow).to.equal('POST');
      }
    });

    it('callers who may not make the call', async () => {
      permissions = [];
      expectRefusal(await ask('orders/list'), 403, 'forbidden');
      permissions = null;
      expectRefusal(await ask('orders/list'), 401, 'unauthorized');
    });

    it('without telling what went wrong on our side', async () => {
      const body = expectRefusal(await ask('things/broken'), 500, 'internal');
      expect(JSON.stringify(body)).not.to.include('hunter2');
    });
  });

  it('is offered only by queries whose whole input fits into parameters', () => {
    for (const [path, procedure] of makeRegistry(ROUTERS).all()) {
      if (procedure.rest !== true || procedure.type !== 'query') continue;
      const schema = z.toJSONSchema(procedure.input, { io: 'input', unrepresentable: 'any' });
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        expect(JSON.stringify(field), `${path}: ${name}`).not.to.include('"object"');
      }
    }
  });
});
