import { DomainError } from '@comptoir/core/kit/errors.js';
import { idSchema } from '@comptoir/core/kit/validate.js';
import type { Services } from '@comptoir/core/services.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { matchesEtag } from '../../kit/encoded-body.js';
import { versionsIn } from '../../kit/if-match.js';
import type { HostState } from '../../kit/koa-app.js';
import { readJson } from '../../kit/read-json.js';
import { creation, deletion, presentChanged, update } from './item-changes.js';
import { itemEtag } from './item-etag.js';
import type { KeyedGate } from './keyed-gate.js';

const ITEM = '/api/v1/catalogue/items/:id';

/** Items one by one, each with a strong `ETag` that changes may insist on (`If-Match`). */
export function addItemRoutes(
  router: Router<HostState>,
  gate: KeyedGate,
  { clock, keyed, views }: Pick<Services, 'clock' | 'keyed' | 'views'>,
): void {
  router.post(
    '/api/v1/catalogue/items',
    gate.open('write', async function createItem(ctx, call) {
      const created = await gate.post(ctx, call, creation(call), await readJson(ctx));
      ctx.status = 201;
      sendItem(ctx, created);
    }),
  );

  router.get(
    ITEM,
    gate.open('read', async function readItem(ctx, { scope }) {
      const product = await views.products.get(scope, itemIdOf(ctx));
      if (product === null) throw new DomainError('unknown_item');
      ctx.set('Cache-Control', 'private, no-cache');
      sendItem(ctx, presentChanged(product, clock));
    }),
  );

  router.patch(
    ITEM,
    gate.open('write', async function updateItem(ctx, call) {
      const change = update(call, itemIdOf(ctx), versionsIn(ctx.req.headers['if-match']));
      sendItem(ctx, (await keyed.change(call, change, await readJson(ctx), null)).result);
    }),
  );

  router.delete(
    ITEM,
    gate.open('write', async function deleteItem(ctx, call) {
      const change = deletion(call, itemIdOf(ctx), versionsIn(ctx.req.headers['if-match']));
      const { result } = await keyed.change(call, change, {}, null);
      ctx.body = { ok: true, deleted: result.id };
    }),
  );
}

/** What is no id is the id of nothing: `unknown_item`. */
export function itemIdOf(ctx: Context & { params: Record<string, string> }): string {
  const id = idSchema.safeParse(ctx.params.id);
  if (!id.success) throw new DomainError('unknown_item');
  return id.data;
}

/** The item with its `ETag`, or 304 to a reader who has it. */
export function sendItem(ctx: Context, { item, version }: ReturnType<typeof presentChanged>): void {
  const etag = itemEtag(version, item);
  ctx.set('ETag', etag);
  const reads = ctx.method === 'GET' || ctx.method === 'HEAD';
  if (reads && matchesEtag(ctx.req.headers['if-none-match'], etag)) ctx.status = 304;
  else ctx.body = { ok: true, item };
}
