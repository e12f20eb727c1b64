import { idempotencyKeyOf } from '@comptoir/adapters-http/kit/idempotency-key.js';
import type { AppRouter, ErrorCode } from '@comptoir/adapters-http/rpc/app-router.js';
import type { Mutation, Query, RouterOf } from '@comptoir/adapters-http/rpc/trpc-types.js';
import { defineProcedure } from '@comptoir/core/kit/procedure.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import { ROUTERS } from '@comptoir/core/procedures.js';
import {
  createTRPCClient,
  type HTTPBatchLinkOptions,
  httpBatchLink,
  httpBatchStreamLink,
  httpLink,
  TRPCClientError,
  type TRPCLink,
} from '@trpc/client';
import { expect } from 'chai';
import superjson from 'superjson';
import { z } from 'zod';
import { aBench, aCall, aRestaurant } from '../../core/support.js';
import { type Deferred, deferred } from '../deferred.js';
import type { LogLine } from '../log.js';
import { closeAll } from '../serve.js';
import { serveRpc } from './host.js';
import { RICH_VALUE, testRouter } from './procedures.js';

/** The wire as the official client meets it: over real HTTP, with superjson. */

/** The test procedures, in the words in which the platform describes its own. */
type TestApp = RouterOf<
  {
    tests: {
      echo: Query<unknown, unknown>;
      write: Mutation<unknown, unknown>;
      nothing: Query<undefined, undefined>;
      checked: Query<{ id: string; at?: Date }, { id: string; at: Date | null }>;
      guarded: Query<undefined, string>;
      refuse: Query<{ code: ErrorCode; retryAfterSecs?: number; facts?: Record<string, unknown> }, unknown>;
      broken: Query<undefined, unknown>;
      slow: Query<undefined, string>;
      slowWrite: Mutation<undefined, string>;
    };
  },
  ErrorCode
>;

type Fetch = NonNullable<HTTPBatchLinkOptions<TestApp['_def']['_config']['$types']>['fetch']>;

/** What all three links understand alike. */
interface LinkOptions {
  readonly url: string;
  readonly transformer: typeof superjson;
  readonly fetch: Fetch;
  readonly headers?: Record<string, string>;
  readonly methodOverride?: 'POST';
  readonly maxItems?: number;
}

const LINKS: Readonly<Record<string, (options: LinkOptions) => TRPCLink<TestApp>>> = { httpLink, httpBatchLink, httpBatchStreamLink };

interface Sent {
  readonly method: string;
  /** Behind the prefix, decoded. */
  readonly target: string;
}

/** A host with a call that is done when the test says so, and a client that counts the requests it sends. */
async function aTill(link: (options: LinkOptions) => TRPCLink<TestApp>, options: Partial<LinkOptions> = {}) {
  const [log, sent, held, started]: [LogLine[], Sent[], Deferred, Deferred] = [[], [], deferred(), deferred()];
  const origin = await serveRpc({ log, registry: makeRegistry({ tests: () => ({ ...testRouter, ...slowRouter(held, started) }) }) });
  const fetchCounted: Fetch = (address, init) => {
    sent.push({ method: init?.method ?? 'GET', target: decodeURIComponent(String(address).slice(origin.length + 1)) });
    return fetch(String(address), init as RequestInit);
  };
  const client = createTRPCClient<TestApp>({
    links: [link({ url: origin, transformer: superjson, fetch: fetchCounted, ...options })],
  });
  return { tests: client.tests, sent, log, held, started };
}

function slowRouter(held: Deferred, started: Deferred) {
  const wait = {
    access: { kind: 'public' },
    summary: 'Waits for the test.',
    input: z.undefined(),
    output: z.string(),
    run: async () => {
      started.resolve();
      await held.promise;
      return 'slow';
    },
  } as const;
  return {
    slow: defineProcedure({ ...wait, type: 'query' }),
    slowWrite: defineProcedure({ ...wait, type: 'mutation', transaction: 'own' }),
  };
}

async function refused(call: Promise<unknown>): Promise<TRPCClientError<TestApp>> {
  const error = await call.then(
    () => new Error('The call was not refused.'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof TRPCClientError) return error;
  throw error;
}

for (const [name, link] of Object.entries(LINKS)) {
  describe(`@trpc/client with ${name}`, () => {
    afterEach(closeAll);

    it('carries every kind of value there and back, as query and as mutation', async () => {
      const { tests } = await aTill(link);
      expect(await tests.echo.query(RICH_VALUE)).to.deep.equal(RICH_VALUE);
      expect(await tests.write.mutate(RICH_VALUE)).to.deep.equal(RICH_VALUE);
    });

    it('carries what is no object, and nothing at all', async () => {
      const { tests } = await aTill(link);
      for (const value of [null, 0, '', false, 7n, new Date(0), new Set([1]), new Map([[{ a: 1 }, 2n]])]) {
        expect(await tests.echo.query(value)).to.deep.equal(value);
      }
      expect(await tests.echo.query(undefined)).to.equal(undefined);
      expect(await tests.nothing.query()).to.equal(undefined);
    });

    it('gives a date to the contract as a date, and gets one back', async () => {
      const { tests } = await aTill(link);
      const at = new Date('2026-01-05T11:30:00.123Z');
      expect(await tests.checked.query({ id: 'o1', at })).to.deep.equal({ id: 'o1', at });
    });

    it('learns of a refusal its codes, its facts and when to try again', async () => {
      const { tests } = await aTill(link);
      const refusal = await refused(tests.refuse.query({ code: 'closed', retryAfterSecs: 30, facts: { nextOpening: new Date(5) } }));
      expect(refusal.message).to.equal(refusal.shape?.message).and.not.equal('');
      expect(refusal.shape?.code).to.equal(-32009);
      expect(refusal.data).to.include({ code: 'CONFLICT', httpStatus: 409, error: 'closed', path: 'tests.refuse', retryAfterSecs: 30 });
      expect(refusal.data).to.have.deep.property('nextOpening', new Date(5));
    });

    it('learns where its input is wrong', async () => {
      const { tests } = await aTill(link);
      const { data } = await refused(tests.checked.query({ id: 'much too long' }));
      expect(data).to.include({ code: 'BAD_REQUEST', httpStatus: 400, error: 'invalid_request' });
      expect(data?.details?.map(({ path }) => path)).to.deep.equal(['id']);
    });

    it('learns nothing of a fault but the id that the log has', async () => {
      const { tests, log } = await aTill(link);
      const fault = await refused(tests.broken.query());
      expect(fault.message).not.to.include('hunter2');
      expect(fault.data).to.include({ code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, error: 'internal' });
      const lines = log.filter(({ level }) => level === 'error');
      expect(lines.map(({ fields }) => fields['requestId'])).to.deep.equal([fault.data?.requestId]);
    });

    it('sends its headers', async () => {
      const headers = { authorization: 'Bearer x' };
      expect(await (await aTill(link, { headers })).tests.guarded.query()).to.equal('lucie');
      expect((await refused((await aTill(link)).tests.guarded.query())).data?.error).to.equal('unauthorized');
    });

    it('may send queries by POST', async () => {
      const { tests, sent } = await aTill(link, { methodOverride: 'POST' });
      expect(await tests.echo.query(RICH_VALUE)).to.deep.equal(RICH_VALUE);
      expect(sent.map(({ method }) => method)).to.deep.equal(['POST']);
    });

    it('may give up, which disturbs nobody', async () => {
      const { tests, log, held, started } = await aTill(link);
      const giveUp = new AbortController();
      const call = refused(tests.slow.query(undefined, { signal: giveUp.signal }));
      await started.promise;
      giveUp.abort();
      expect((await call).cause?.name).to.equal('AbortError');
      held.resolve();
      expect(await tests.echo.query(1)).to.equal(1);
      expect(log.filter(({ level }) => level === 'error')).to.deep.equal([]);
    });
  });
}

for (const [name, link] of Object.entries({ httpBatchLink, httpBatchStreamLink })) {
  describe(`a batch of @trpc/client with ${name}`, () => {
    afterEach(closeAll);

    it('is one request for queries and one for mutations, whose calls succeed and fail each for itself', async () => {
      const { tests, sent } = await aTill(link);
      const [one, two, wrong, unknown, written] = await Promise.all([
        tests.echo.query(1),
        tests.checked.query({ id: 'o1' }),
        refused(tests.checked.query({ id: 'much too long' })),
        refused(tests.refuse.query({ code: 'unknown_record' })),
        tests.write.mutate(new Date(1)),
      ]);
      expect([one, two, written]).to.deep.equal([1, { id: 'o1', at: null }, new Date(1)]);
      expect([wrong, unknown].map(({ data }) => data?.error)).to.deep.equal(['invalid_request', 'unknown_record']);
      expect(sent.map(({ method, target }) => [method, target.replace(/&input=.*/s, '')])).to.deep.equal([
        ['GET', 'tests.echo,tests.checked,tests.checked,tests.refuse?batch=1'],
        ['POST', 'tests.write?batch=1'],
      ]);
    });

    it('is refused beyond 20 calls, and split by clients that know it', async () => {
      const numbers = Array.from({ length: 45 }, (_, index) => index);
      const careless = await aTill(link);
      const refusals = await Promise.all(numbers.map((number) => refused(careless.tests.echo.query(number))));
      expect(new Set(refusals.map(({ data }) => data?.error))).to.deep.equal(new Set(['too_many_calls']));
      expect(careless.sent).to.have.lengthOf(1);

      const careful = await aTill(link, { maxItems: 20 });
      expect(await Promise.all(numbers.map((number) => careful.tests.echo.query(number)))).to.deep.equal(numbers);
      expect(careful.sent).to.have.lengthOf(3);
    });
  });
}

describe('a streamed batch of @trpc/client', () => {
  afterEach(closeAll);

  it('gives each answer as soon as it is there: a slow call holds up no other', async () => {
    const { tests, sent, held } = await aTill(httpBatchStreamLink);
    const settled: string[] = [];
    const note = (word: string) => () => settled.push(word);
    const slow = tests.slow.query().then(note('slow'));
    const wrong = refused(tests.refuse.query({ code: 'stale' })).then(note('wrong'));
    await Promise.all([wrong, tests.echo.query(RICH_VALUE).then(note('fast'))]);
    expect(settled).to.have.members(['wrong', 'fast']);
    held.resolve();
    await slow;
    expect(settled).to.have.members(['wrong', 'fast', 'slow']);
    expect(sent).to.have.lengthOf(1);
  });

  it('does so for mutations', async () => {
    const { tests, held } = await aTill(httpBatchStreamLink);
    const slow = tests.slowWrite.mutate();
    expect(await tests.write.mutate(7n)).to.equal(7n);
    held.resolve();
    expect(await slow).to.equal('slow');
  });

  it('may be given up between two answers, which disturbs nobody', async () => {
    const { tests, log, held } = await aTill(httpBatchStreamLink);
    const giveUp = new AbortController();
    const { signal } = giveUp;
    const slow = refused(tests.slow.query(undefined, { signal }));
    expect(await tests.echo.query(1, { signal })).to.equal(1);
    giveUp.abort();
    expect((await slow).cause?.name).to.equal('AbortError');
    held.resolve();
    expect(await tests.echo.query(2)).to.equal(2);
    expect(log.filter(({ level }) => level === 'error')).to.deep.equal([]);
  });
});

describe('@trpc/client on the procedures of the platform', () => {
  afterEach(closeAll);

  /** Signed in for the whole catalogue of a new establishment, with headers of the test's choice. */
  async function aBackOffice(headers: Record<string, string> = {}) {
    const bench = aBench();
    const { scope } = await aRestaurant(bench);
    const permissions = ['categories:read', 'categories:write'] as const;
    const signedIn = aCall(bench.services, { permissions: [...permissions], tenantId: scope.tenantId, site: scope });
    const url = await serveRpc({
      registry: makeRegistry(ROUTERS),
      contextOf: async (ctx) => ({ ...signedIn, idempotencyKey: idempotencyKeyOf(ctx) }),
    });
    const replayed: boolean[] = [];
    const watched: Fetch = async (address, init) => {
      const response = await fetch(String(address), init as RequestInit);
      replayed.push(response.headers.get('idempotent-replayed') === 'true');
      return response;
    };
    const options = { url, transformer: superjson, headers, fetch: watched };
    const client = (link: (given: typeof options) => TRPCLink<AppRouter>) => createTRPCClient<AppRouter>({ links: [link(options)] });
    return { client, replayed };
  }

  it('calls them with their types', async () => {
    const { categories, health } = (await aBackOffice()).client(httpBatchLink);
    const { at } = await health.ping.query();
    expect(at.getTime()).to.be.greaterThan(0);
    const made = await categories.create.mutate({ name: 'Desserts', position: 3 });
    expect(await categories.get.query({ id: made.id })).to.deep.equal({ ...made, name: 'Desserts', position: 3 });
    const missing = await categories.get.query({ id: 'nothing' }).catch((error: unknown) => error);
    if (!(missing instanceof TRPCClientError)) throw new Error('The call was not refused.');
    const { data }: TRPCClientError<AppRouter> = missing;
    expect(data?.error === 'unknown_record').to.equal(true);
  });

  it('is answered again under the same idempotency key, and changes nothing twice', async () => {
    const { client, replayed } = await aBackOffice({ 'Idempotency-Key': 'k1' });
    const { categories } = client(httpLink);
    const first = await categories.create.mutate({ name: 'Plats' });
    expect(await categories.create.mutate({ name: 'Plats' })).to.deep.equal(first);
    expect(replayed).to.deep.equal([false, true]);
    const other = await categories.create.mutate({ name: 'Desserts' }).catch((error: unknown) => error);
    expect(other).to.have.nested.property('data.error', 'idempotency_key_reused');
    expect((await categories.list.query({})).total).to.equal(1);
  });

  for (const [name, link] of Object.entries({ httpBatchLink, httpBatchStreamLink })) {
    it(`is so for every call of a batch with ${name}, each under a key of its own`, async () => {
      const { categories } = (await aBackOffice({ 'Idempotency-Key': 'k1' })).client(link);
      const create = () => Promise.all(['Plats', 'Desserts'].map((title) => categories.create.mutate({ name: title })));
      const first = await create();
      expect(await create()).to.deep.equal(first);
      expect(new Set(first.map(({ id }) => id)).size).to.equal(2);
      expect((await categories.list.query({})).total).to.equal(2);
    });
  }
});
