import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { AppRouter, Order } from '@comptoir/adapters-http/rpc/app-router.js';
import type { ordersRouter } from '@comptoir/core/orders/orders-procedures.js';
import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client';
import { expect } from 'chai';
import superjson from 'superjson';
import type { z } from 'zod';

/** What the exported type promises to users of the official client, and what it must refuse. Compiling is most of the test. */

const run = promisify(execFile);

/** A client whose calls are answered with `answers`, in order; remembers the addresses it asked. */
function aClient(...answers: unknown[]) {
  const asked: string[] = [];
  const fetch = async (address: unknown) => {
    asked.push(decodeURIComponent(String(address)));
    return new Response(JSON.stringify(answers.map((data) => ({ result: { data: superjson.serialize(data) } }))));
  };
  const client = createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: 'http://platform.test/api/rpc', transformer: superjson, fetch })],
  });
  return { client, asked };
}

type OrderOfTheContract = z.output<ReturnType<typeof ordersRouter>['get']['output']>;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

async function refusedByTheCompiler() {
  const { client } = aClient();
  // @ts-expect-error -- no such status.
  await client.orders.list.query({ status: 'eaten' });
  // @ts-expect-error -- an id is needed.
  await client.orders.get.query({});
  // @ts-expect-error -- and so is the input that holds it.
  await client.orders.get.query();
  // @ts-expect-error -- a mutation.
  await client.orders.accept.query({ id: 'o1' });
  // @ts-expect-error -- a query.
  await client.orders.list.mutate({});
  // @ts-expect-error -- no such procedure.
  await client.orders.eat.mutate({ id: 'o1' });
  // @ts-expect-error -- no such router.
  await client.meals.list.query({});
  // @ts-expect-error -- dates come as dates.
  (await client.orders.get.query({ id: 'o1' })).placedAt.startsWith('2026');
}

describe('the exported types of the platform', () => {
  it('type calls, answers and dates of the official client', async () => {
    const placedAt = new Date('2026-05-04T10:00:00Z');
    const { client, asked } = aClient(
      { items: [{ id: 'o1', placedAt }], total: 1, page: 1, pageSize: 5 },
      { id: 'c1', name: 'Plats', position: 0 },
    );
    const [orders, category] = await Promise.all([
      client.orders.list.query({ status: 'queued', pageSize: 5 }),
      client.categories.get.query({ id: 'c1' }),
    ]);
    const first: Order | undefined = orders.items[0];
    const at: Date | undefined = first?.placedAt;
    const name: string = category.name;
    expect([at, name]).to.deep.equal([placedAt, 'Plats']);
    expect(asked).to.have.length(1);
    expect(asked[0]).to.include('/orders.list,categories.get?batch=1');
    expect(refusedByTheCompiler).to.be.a('function');
  });

  it('type refusals', async () => {
    const shape = {
      message: 'No.',
      code: -32009,
      data: { code: 'CONFLICT', httpStatus: 409, requestId: 'r', error: 'invalid_transition' },
    };
    const fetch = async () => new Response(JSON.stringify([{ error: superjson.serialize(shape) }]), { status: 409 });
    const client = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: 'http://p.test', transformer: superjson, fetch })] });
    const refusal = await client.orders.accept.mutate({ id: 'o1' }).catch((error: unknown) => error);
    if (!(refusal instanceof TRPCClientError)) throw new Error('The call was not refused.');
    const { data }: TRPCClientError<AppRouter> = refusal;
    expect(data?.error === 'invalid_transition').to.equal(true);
    // @ts-expect-error -- no such code.
    expect(data?.error === 'eaten').to.equal(false);
  });

  it('are those of the contracts', () => {
    const same: Same<Order, OrderOfTheContract> = true;
    expect(same).to.equal(true);
  });

  it('are what the generator writes now', async function () {
    this.timeout(60_000);
    const script = fileURLToPath(new URL('../../../packages/adapters-http/scripts/generate-app-router.mjs', import.meta.url));
    const { stderr } = await run(process.execPath, [script, '--check']).catch((failed: { stderr: string }) => failed);
    expect(stderr).to.equal('');
  });

  it('compile in a project of their own, without any of the server', async function () {
    this.timeout(60_000);
    // Inside the workspace, so that the packages are found as a user's project would find them.
    const project = await mkdtemp(join(fileURLToPath(new URL('.', import.meta.url)), 'consumer-'));
    try {
      const { stdout } = await compile(project);
      const read = stdout.split('\n').filter((file) => file.includes('/packages/'));
      expect(read.map((file) => file.replace(/^.*\/packages\//, ''))).to.have.members([
        'adapters-http/dist/rpc/app-router.d.ts',
        'adapters-http/dist/rpc/trpc-types.d.ts',
      ]);
    } finally {
      await rm(project, { recursive: true });
    }
  });
});

const CONSUMER = `
import type { AppRouter } from '@comptoir/adapters-http/rpc/app-router.js';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import superjson from 'superjson';
const client = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: 'http://p.test/api/rpc', transformer: superjson })] });
const { items } = await client.orders.list.query({ page: 1 });
export const times: (Date | null)[] = items.map((order) => order.pickupAt);
// @ts-expect-error
client.orders.get.query({ id: 1 });
`;

const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  module: 'nodenext',
  target: 'es2022',
  types: [],
  noEmit: true,
  skipLibCheck: true,
};

/** Type-checks the consumer with the TypeScript of this repository; lists the files it read. Rejects where there are faults. */
async function compile(project: string): Promise<{ stdout: string }> {
  await writeFile(join(project, 'consumer.ts'), CONSUMER);
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files: ['consumer.ts'] }));
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  return run(process.execPath, [tsc, '-p', project, '--listFiles']).catch(({ stdout }: { stdout: string }) => {
    throw new Error(stdout);
  });
}
