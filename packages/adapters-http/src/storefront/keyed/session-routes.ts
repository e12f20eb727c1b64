import type { KeyedCall } from '@comptoir/core/keyed/keyed-service.js';
import { type KeyedSession, presentKeyedOffer, presentKeyedSession, sessionsQuery } from '@comptoir/core/keyed/session-contract.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { idSchema, parse } from '@comptoir/core/kit/validate.js';
import { instantsOf } from '@comptoir/core/sales/sale-period.js';
import type { Services } from '@comptoir/core/services.js';
import { requireTicketing } from '@comptoir/core/sites/site.js';
import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import type { Context } from 'koa';
import { matchesEtag } from '../../kit/encoded-body.js';
import { versionsIn } from '../../kit/if-match.js';
import type { HostState } from '../../kit/koa-app.js';
import { readJson } from '../../kit/read-json.js';
import type { KeyedGate } from './keyed-gate.js';
import { presentChangedSession, sessionCreation, sessionDeletion, sessionUpdating } from './session-changes.js';

const SESSION = '/api/v1/sessions/:id';

type Handler = (ctx: RouterContext<HostState>, call: KeyedCall) => Promise<void>;

/** What the establishment sells tickets for, and the sessions of it, each with a strong `ETag` that changes may insist on (`If-Match`). */
export function addSessionRoutes(
  router: Router<HostState>,
  gate: KeyedGate,
  { clock, keyed, views }: Pick<Services, 'clock' | 'keyed' | 'views'>,
): void {
  router.get(
    '/api/v1/offers',
    gate.open(
      'read',
      ticketing(async function listOffers(ctx, { scope }) {
        ctx.body = { ok: true, offers: (await views.offers.all(scope)).map(presentKeyedOffer) };
      }),
    ),
  );

  router.get(
    '/api/v1/sessions',
    gate.open(
      'read',
      ticketing(async function listSessions(ctx, { scope, site }) {
        const { offer: offerId, from, to, ...page } = parse(sessionsQuery, { ...ctx.query });
        const { items, nextCursor } = await views.ticketSessions.list(scope, {
          ...page,
          offerId,
          ...instantsOf({ from, to }, site.timezone),
        });
        const now = clock.now();
        ctx.body = { ok: true, sessions: items.map((session) => presentKeyedSession(session, now)), nextCursor };
      }),
    ),
  );

  router.post(
    '/api/v1/sessions',
    gate.open(
      'write',
      ticketing(async function createSession(ctx, call) {
        const created = await gate.post(ctx, call, sessionCreation(call), await readJson(ctx));
        ctx.status = 201;
        sendSession(ctx, created);
      }),
    ),
  );

  router.get(
    SESSION,
    gate.open(
      'read',
      ticketing(async function readSession(ctx, { scope }) {
        const session = await views.ticketSessions.get(scope, sessionIdOf(ctx));
        if (session === null) throw new DomainError('unknown_session');
        ctx.set('Cache-Control', 'private, no-cache');
        sendSession(ctx, presentChangedSession(session, clock));
      }),
    ),
  );

  router.patch(
    SESSION,
    gate.open(
      'write',
      ticketing(async function updateSession(ctx, call) {
        const change = sessionUpdating(call, sessionIdOf(ctx), versionsIn(ctx.req.headers['if-match']));
        sendSession(ctx, (await keyed.change(call, change, await readJson(ctx), null)).result);
      }),
    ),
  );

  router.delete(
    SESSION,
    gate.open(
      'write',
      ticketing(async function deleteSession(ctx, call) {
        const change = sessionDeletion(call, sessionIdOf(ctx), versionsIn(ctx.req.headers['if-match']));
        const { result } = await keyed.change(call, change, {}, null);
        ctx.body = { ok: true, deleted: result.id };
      }),
    ),
  );
}

/** Only for establishments that sell tickets online (`feature_disabled`). */
function ticketing(handle: Handler): Handler {
  return async (ctx, call) => {
    requireTicketing(call.site);
    await handle(ctx, call);
  };
}

/** What is no id is the id of nothing. */
function sessionIdOf(ctx: Context & { params: Record<string, string> }): string {
  const id = idSchema.safeParse(ctx.params.id);
  if (!id.success) throw new DomainError('unknown_session');
  return id.data;
}

/** The session with its `ETag`, or 304 to a reader who has it. */
function sendSession(ctx: Context, { session, version }: ReturnType<typeof presentChangedSession>): void {
  const etag = sessionEtag(version, session);
  ctx.set('ETag', etag);
  const reads = ctx.method === 'GET' || ctx.method === 'HEAD';
  if (reads && matchesEtag(ctx.req.headers['if-none-match'], etag)) ctx.status = 304;
  else ctx.body = { ok: true, session };
}

/** Strong: a session as it is shown changes with its version, with its seats, and when it begins. `If-Match` asks about the version alone. */
function sessionEtag(version: number, { held, confirmed, status }: KeyedSession): string {
  return `"${version}-${held}-${confirmed}${status === 'past' ? '-past' : ''}"`;
}
