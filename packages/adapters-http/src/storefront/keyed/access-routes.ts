import { offlineQuery, passesQuery, scansQuery, uploadInput } from '@comptoir/core/access/access-contract.js';
import { codeIn } from '@comptoir/core/access/code-text.js';
import { rulesAt } from '@comptoir/core/access/gate.js';
import {
  presentOccupancy,
  presentPass,
  presentReport,
  presentRules,
  presentScan,
  presentTicket,
} from '@comptoir/core/access/present-access.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { PAGE_SIZE_MAX } from '@comptoir/core/kit/page.js';
import { parse } from '@comptoir/core/kit/validate.js';
import { instantsOf } from '@comptoir/core/sales/sale-period.js';
import type { Services } from '@comptoir/core/services.js';
import { requireFeature } from '@comptoir/core/sites/require-feature.js';
import type Router from '@koa/router';
import type { HostState } from '../../kit/koa-app.js';
import { readJson } from '../../kit/read-json.js';
import { annulling, scanning } from './access-changes.js';
import type { KeyedGate } from './keyed-gate.js';

const HOUR_MS = 3_600_000;

/** What a gate takes along unless it asks for more: sessions that may still be on, and those of the next day. */
const OFFLINE_BEFORE_MS = 12 * HOUR_MS;
const OFFLINE_AFTER_MS = 24 * HOUR_MS;

type AccessRouteDeps = Pick<Services, 'access' | 'clock' | 'views'>;

/** Access control: decide about a code, look at what was scanned, and what a gate needs to go on without the network. */
export function addAccessRoutes(router: Router<HostState>, gate: KeyedGate, deps: AccessRouteDeps): void {
  addScanRoutes(router, gate, deps);
  addScanReports(router, gate, deps);
  addOfflineRoutes(router, gate, deps);
}

function addScanRoutes(router: Router<HostState>, gate: KeyedGate, { access }: AccessRouteDeps): void {
  router.post(
    '/api/v1/access/scan',
    gate.openToDevices('write', async function scanCode(ctx, call) {
      requireFeature(call.site, 'accessControl');
      const answer = await gate.post(ctx, call, scanning(call), await readJson(ctx));
      if (answer === null) throw new DomainError('unknown_ticket');
      ctx.body = answer;
    }),
  );

  router.post(
    '/api/v1/access/scans/upload',
    gate.openToDevices('write', async function uploadScans(ctx, { scope, site }) {
      requireFeature(site, 'accessControl');
      const { gate: name, scans } = parse(uploadInput, await readJson(ctx));
      const decided = scans.map(({ reason = null, code, ...scan }) => ({ ...scan, code: codeIn(code), reason }));
      ctx.body = presentReport(await access.upload(scope, site, name, decided));
    }),
  );

  router.post(
    '/api/v1/access/scans/annul',
    gate.openToDevices('write', async function annulScan(ctx, call) {
      requireFeature(call.site, 'accessControl');
      ctx.body = await gate.post(ctx, call, annulling(call), await readJson(ctx));
    }),
  );
}

function addScanReports(router: Router<HostState>, gate: KeyedGate, { access, views }: AccessRouteDeps): void {
  router.get(
    '/api/v1/access/scans',
    gate.open('read', async function listScans(ctx, { scope, site }) {
      requireFeature(site, 'accessControl');
      const { from, to, ...filter } = parse(scansQuery, { ...ctx.query });
      const { items, nextCursor } = await views.scans.list(scope, { ...filter, ...instantsOf({ from, to }, site.timezone) });
      ctx.body = { ok: true, scans: items.map(presentScan), nextCursor };
    }),
  );

  router.get(
    '/api/v1/access/occupancy',
    gate.openToDevices('read', async function sendOccupancy(ctx, { scope, site }) {
      requireFeature(site, 'accessControl');
      ctx.body = presentOccupancy(await access.occupancy(scope, site));
    }),
  );
}

function addOfflineRoutes(router: Router<HostState>, gate: KeyedGate, { access, clock, views }: AccessRouteDeps): void {
  router.get(
    '/api/v1/access/gates',
    gate.openToDevices('read', async function listGates(ctx, { scope, site }) {
      requireFeature(site, 'accessControl');
      const [settings, { items }] = await Promise.all([
        views.settings.list(scope),
        views.accessGates.list(scope, { page: 1, pageSize: PAGE_SIZE_MAX }),
      ]);
      const gates = items.map((one) => ({ name: one.name, ...presentRules(rulesAt(one, settings)) }));
      const { name, timezone } = site;
      ctx.body = { ok: true, site: { name, timezone }, rules: presentRules(rulesAt(null, settings)), gates };
    }),
  );

  router.get(
    '/api/v1/access/tickets',
    gate.openToDevices('read', async function listTickets(ctx, { scope, site }) {
      requireFeature(site, 'accessControl');
      const { from, to, ...page } = parse(offlineQuery, { ...ctx.query });
      const asked = instantsOf({ from, to }, site.timezone);
      const now = clock.now().getTime();
      const start = asked.from ?? new Date(now - OFFLINE_BEFORE_MS);
      const end = asked.to ?? new Date(now + OFFLINE_AFTER_MS);
      const { items, nextCursor } = await access.offline.tickets(scope, { ...page, from: start, to: end });
      ctx.body = { ok: true, tickets: items.map(presentTicket), nextCursor };
    }),
  );

  router.get(
    '/api/v1/access/passes',
    gate.openToDevices('read', async function listPasses(ctx, { scope, site }) {
      requireFeature(site, 'accessControl');
      const { items, nextCursor } = await access.offline.passes(scope, site, parse(passesQuery, { ...ctx.query }));
      ctx.body = { ok: true, passes: items.map(presentPass), nextCursor };
    }),
  );
}
