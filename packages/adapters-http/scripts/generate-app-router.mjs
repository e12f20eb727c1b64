// Writes src/rpc/app-router.ts: the types of all procedures, flat, so that a client's compiler has nothing to infer. With --check
// it only says whether the file is up to date. Needs the compiled sources: "npm run generate" at the root sees to that.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { ERROR_CODES } from '@comptoir/core/kit/errors.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import { ROUTERS } from '@comptoir/core/procedures.js';
import { contractsOf, shareContracts } from '../dist/openapi/contracts.js';
import { pascal } from '../dist/openapi/shared-schemas.js';
import { printComment, printType } from './print-types.mjs';

const FILE = fileURLToPath(new URL('../src/rpc/app-router.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const BIOME = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

const HEAD = `/**
 * The types of the platform's procedures, for the official \`@trpc/client\` 11 with superjson (docs/rpc.md). Types only: importing
 * them brings no code. Written by "npm run generate" from the contracts; changes made here are lost.
 */

import type { Mutation, Query, RouterOf } from './trpc-types.js';
`;

const written = format(printAppRouter(makeRegistry(ROUTERS)));
if (!process.argv.includes('--check')) writeFileSync(FILE, written);
else if (readFileSync(FILE, 'utf8') !== written) {
  console.error('packages/adapters-http/src/rpc/app-router.ts is not what the contracts say: run "npm run generate".');
  process.exitCode = 1;
}

function printAppRouter(registry) {
  const contracts = contractsOf(registry);
  const { components, shared } = shareContracts(contracts);
  const routers = [...new Set(contracts.map(({ router }) => router))];
  return [
    HEAD,
    '/**\n * What `createTRPCClient` takes: `createTRPCClient<AppRouter>({ links: [httpBatchLink({ url, transformer: superjson })] })`.',
    ' * @public\n */',
    'export interface AppRouter extends RouterOf<Routers, ErrorCode> {}\n',
    `/** Why a call is refused: \`error.data.error\`. */\nexport type ErrorCode = ${ERROR_CODES.map((code) => `'${code}'`).join(' | ')};\n`,
    `export interface Routers { ${routers.map((router) => `${router}: ${pascal(router)}Router;`).join(' ')} }\n`,
    ...Object.entries(components).map(([name, schema]) => `export interface ${name} ${printType(schema)}\n`),
    ...routers.map((router) =>
      printRouter(
        router,
        contracts.filter((contract) => contract.router === router),
        shared,
      ),
    ),
  ].join('\n');
}

/** A type, not an interface: tRPC takes a record for a router only when it could have any key. */
function printRouter(router, contracts, shared) {
  const procedures = contracts.map(({ name, procedure, input, inputOptional, output }) => {
    const kind = procedure.type === 'query' ? 'Query' : 'Mutation';
    const given = input === null ? 'void' : printType(shared(input)) + (inputOptional ? ' | undefined' : '');
    return `${printComment(procedure.summary)}${name}: ${kind}<${given}, ${printType(shared(output))}>;`;
  });
  return `export type ${pascal(router)}Router = { ${procedures.join('\n')} };\n`;
}

function format(text) {
  return execFileSync(process.execPath, [BIOME, 'format', '--stdin-file-path=app-router.ts'], { cwd: ROOT, input: text, encoding: 'utf8' });
}
