import { makeEdge } from '@comptoir/adapters-http/edge/edge.js';
import type { OpenApiDocument, Operation } from '@comptoir/adapters-http/openapi/document.js';
import { makePlatform } from '@comptoir/adapters-http/platform/platform.js';
import { makeSdk } from '@comptoir/adapters-http/sdk/sdk.js';
import { makeStorefront } from '@comptoir/adapters-http/storefront/storefront.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { ROUTERS } from '@comptoir/core/procedures.js';
import { expect } from 'chai';
import { NOON } from '../../suites/builders.js';
import { call } from '../call.js';
import { NO_SITES } from '../edge/no-sites.js';
import { hostOptions } from '../kit/host.js';
import { platformOptions } from '../platform/platform-host.js';
import { closeAll, serve } from '../serve.js';
import { servicesOn } from '../storefront/till.js';
import { operationsOf } from './operations.js';

const services = servicesOn(makeMemoryPersistence(), fixedClock(NOON));

const HOSTS = {
  edge: () => makeEdge(NO_SITES, hostOptions()),
  platform: () => makePlatform(services, { ...platformOptions(), registry: makeRegistry(ROUTERS) }),
  sdk: () => makeSdk(services, hostOptions()),
  storefront: () => makeStorefront(services, { ...hostOptions(), stopping: new AbortController().signal }),
};

/** What is for people to look at, or for machines to find the rest: no part of the interface. */
const PAGES = [
  /^\/$/,
  /^\/assets\//,
  /^\/carte\//,
  /^\/boutique\//,
  /^\/aide\//,
  /^\/controle\//,
  /^\/billetterie\//,
  /^\/\{language\}\/tickets\//,
  /^\/facture\//,
  /^\/\{language\}\/invoice\//,
  /^\/suivi\//,
  /^\/\{language\}\/tracking\//,
  /^\/fournisseur\//,
  /^\/\{language\}\/vendor\//,
  /^\/\{language\}\/tickets\//,
  /^\/newsletter\//,
  /^\/api\/boutique\/window$/,
  /^\/manage(\/|$)/,
  /^\/docs(\/|$)/,
  /^\/openapi\.json$/,
];

/** Described procedure by procedure; `platform-document.test.ts` compares those. */
const PROCEDURES: Readonly<Record<string, readonly RegExp[]>> = { platform: [/^\/api\/(?:rpc|v1)\//] };

interface Routes {
  readonly router: { readonly stack: readonly { readonly path: string | RegExp; readonly methods: readonly string[] }[] };
}

/** `GET /api/order/{id}` for every route of a host; HEAD and the preflights of CORS come with another method. */
function routesOf({ middleware }: { readonly middleware: readonly object[] }): string[] {
  const { router } = middleware.find((part) => 'router' in part) as Routes;
  return router.stack.flatMap(({ path, methods }) => {
    const template = String(path).replaceAll(/:(\w+)/g, '{$1}');
    return methods.filter((method) => method !== 'HEAD' && method !== 'OPTIONS').map((method) => `${method} ${template}`);
  });
}

const pathOf = (route: string) => route.slice(route.indexOf(' ') + 1);
const isOf = (patterns: readonly RegExp[]) => (route: string) => patterns.some((pattern) => pattern.test(pathOf(route)));

function exampleAddress(path: string, { parameters = [] }: Operation): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, wanted) => {
    const parameter = parameters.find((candidate) => 'name' in candidate && candidate.name === wanted);
    return parameter !== undefined && 'example' in parameter ? String(parameter.example) : '';
  });
}

for (const [name, make] of Object.entries(HOSTS)) {
  describe(`the document that the ${name} serves`, () => {
    let origin = '';
    let document: OpenApiDocument;

    before(async () => {
      origin = await serve(make().callback());
      document = JSON.parse((await call(`${origin}/openapi.json`)).text);
    });

    after(closeAll);

    it('describes every route but pages, and no other', () => {
      const isProcedure = isOf(PROCEDURES[name] ?? []);
      const mounted = routesOf(make()).filter((route) => !isOf(PAGES)(route) && !isProcedure(route));
      const described = operationsOf(document).map(({ path, method }) => `${method.toUpperCase()} ${path}`);
      expect(described.filter((route) => !isProcedure(route)).sort()).to.deep.equal(mounted.sort());
    });

    it('describes operations that are there', async () => {
      for (const { path, method, operation } of operationsOf(document)) {
        const answer = await call(`${origin}${exampleAddress(path, operation)}`, { method: method.toUpperCase() });
        expect(answer.text, `${method} ${path}`).not.to.match(/"error":"(?:not_found|method_not_allowed|internal)"/);
      }
    });
  });
}
