import { createServer } from 'node:http';
import { makeHostApp } from '@comptoir/adapters-http/kit/koa-app.js';
import { makeRouter, mountRoutes } from '@comptoir/adapters-http/kit/mount-routes.js';
import { loadWebAssets } from '@comptoir/adapters-http/web/assets.js';
import { addManageRoutes, type ManageCall } from '@comptoir/adapters-http/web/manage/manage-routes.js';
import { DomainError, type ErrorCode } from '@comptoir/core/kit/errors.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import type { Identity } from '@comptoir/core/kit/procedure.js';
import { listeningAddress } from '../support/listening.js';
import { addFakeCalls, type FakeCall, type FakeCalls, sessionOf } from './manage-calls.js';
import { aManageWorld, type ManageWorld } from './manage-world.js';

/** A host with the platform's pages and, in place of its calls, ones that do as much as the pages can see. */
export interface ManageHost extends ManageWorld {
  readonly url: string;
  /** The calls that were made, oldest first. */
  readonly calls: readonly FakeCall[];
  /** What the next calls are refused with, one each. */
  readonly refusals: FakeCalls['refusals'];
  /** Why what was presented or chosen is not accepted; null: it is. */
  refusal: ErrorCode | null;
  close(): Promise<void>;
}

export async function startManageHost({ oidcConfigured = false } = {}): Promise<ManageHost> {
  const world = aManageWorld();
  const fake: FakeCalls = { calls: [], refusals: [], acting: new Map() };
  const app = makeHostApp('platform', { publicUrl: 'https://platform.example', trustProxyHops: 0, logger: silentLogger, health: {} });
  const router = makeRouter();
  addFakeCalls(router, world, fake);
  addManageRoutes(router, {
    assets: loadWebAssets(),
    oidcConfigured,
    gateUrl: (slug) => `https://shop.example/controle/${slug}`,
    contextOf: async (ctx): Promise<ManageCall> => ({
      identity: await identityOf(ctx.get('Cookie')),
      refusal: host.refusal === null ? null : new DomainError(host.refusal),
      services: {
        ...world.services,
        invites: {
          show: async (payload) => {
            const invite = world.invites.get(payload) ?? 'invalid_invite';
            if (typeof invite === 'string') throw new DomainError(invite);
            return invite;
          },
        },
      },
    }),
  });
  mountRoutes(app, router);

  async function identityOf(cookies: string): Promise<Identity | null> {
    const session = await sessionOf(world, cookies);
    if (session === null) return null;
    const { userId, id: sessionId } = session;
    const { tenantId, siteId } = fake.acting.get(sessionId) ?? { tenantId: null, siteId: null };
    const tenant = tenantId === null ? null : ({ tenantId, actor: { kind: 'user', userId } } as const);
    const site = tenant === null || siteId === null ? null : { ...tenant, siteId };
    return { userId, sessionId, roles: [], permissions: new Set(), tenant, site };
  }

  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  const host: ManageHost = {
    ...world,
    url: await listeningAddress(server),
    calls: fake.calls,
    refusals: fake.refusals,
    refusal: null,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return host;
}
