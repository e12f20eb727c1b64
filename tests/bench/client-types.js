import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { benchFile } from './child.js';
import { spread } from './figures.js';
import { table, withSpread } from './report.js';

const resolve = createRequire(import.meta.url).resolve;
const TSC = join(resolve('typescript/package.json'), '../bin/tsc');
const APP_ROUTER = benchFile('../../packages/adapters-http/src/rpc/app-router.ts');
const ROUTERS = 350;
const PROCEDURES = 19;

/** How long a project that uses the exported types takes to type-check, beside one that has the client library alone. */
export async function measureSubject({ quick, note }) {
  const directory = mkdtempSync(join(benchFile('.'), 'client-types-'));
  try {
    const contestants = [
      project(directory, 'the client library alone', LIBRARY_ALONE),
      project(directory, 'with AppRouter', consumerOf('@comptoir/adapters-http/rpc/app-router.js')),
      project(directory, `with ${ROUTERS} routers of ${PROCEDURES}`, consumerOf('./app-router.js'), manyRouters()),
    ];
    const checks = checkInTurn(contestants, quick ? 3 : 7, note);
    return { title: 'seconds of "tsc --noEmit" for a client', text: checksTable(checks), data: { checks } };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const OPTIONS = { strict: true, module: 'nodenext', target: 'es2022', types: [], noEmit: true, skipLibCheck: true };

function project(parent, name, consumer, router) {
  const directory = join(parent, name.replaceAll(' ', '-'));
  mkdirSync(directory);
  writeFileSync(join(directory, 'consumer.ts'), consumer);
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files: ['consumer.ts'] }));
  if (router !== undefined) writeFileSync(join(directory, 'app-router.d.ts'), router);
  return { name, directory };
}

const LIBRARY_ALONE = `
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import superjson from 'superjson';
export { createTRPCClient, httpBatchLink, superjson };
`;

function consumerOf(types) {
  return `
import type { AppRouter } from '${types}';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import superjson from 'superjson';
const client = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: 'http://p.test/api/rpc', transformer: superjson })] });
const { items } = await client.orders.list.query({ status: 'queued' });
export const times: Date[] = items.map((order) => order.pickupAt);
export const accepted = await client.orders.accept.mutate({ id: items[0]?.id ?? '' });
`;
}

/** The file as it is, with as many more routers, each with records of its own, as the platform is meant to have in the end. */
function manyRouters() {
  const text = readFileSync(APP_ROUTER, 'utf8').replace('./trpc-types.js', '@comptoir/adapters-http/rpc/trpc-types.js');
  const record = /export interface Order (\{.*?\n\})/s.exec(text)?.[1] ?? '';
  const numbers = Array.from({ length: ROUTERS }, (_, index) => index);
  const routers = numbers.map((index) => {
    const pairs = Array.from(
      { length: PROCEDURES },
      (_, step) => `p${step}: Query<{ id: string; at?: Date | undefined; n${step}?: number }, { items: R${index}[]; n${step}: number }>;`,
    );
    return `export interface R${index} ${record}\nexport type R${index}Router = { ${pairs.join('\n')} };`;
  });
  const named = numbers.map((index) => `r${index}: R${index}Router;`).join('\n');
  return `${text.replace('export interface Routers {', `export interface Routers {\n${named}`)}\n${routers.join('\n')}\n`;
}

function checkInTurn(contestants, rounds, note) {
  const seconds = contestants.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    note(`round ${round + 1} of ${rounds}`);
    for (const [index, { directory }] of contestants.entries()) {
      const start = performance.now();
      execFileSync(process.execPath, [TSC, '-p', directory], { stdio: ['ignore', 'inherit', 'inherit'] });
      seconds[index].push((performance.now() - start) / 1000);
    }
  }
  return contestants.map(({ name }, index) => ({ name, seconds: spread(seconds[index]) }));
}

function checksTable(checks) {
  return table(
    ['what', 's'],
    checks.map(({ name, seconds }) => [name, withSpread(seconds, 2)]),
  );
}
