import { Readable } from 'node:stream';
import type { ExportsService } from '@comptoir/core/export/exports-service.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { parse } from '@comptoir/core/kit/validate.js';
import type Router from '@koa/router';
import { z } from 'zod';
import type { HostState } from '../../kit/koa-app.js';
import type { KeyedGate } from './keyed-gate.js';

const exportQuery = z.object({ cursor: z.string().max(8000).optional() });

/** Exports that this process writes at once: each keeps the database busy. */
const AT_ONCE = 2;
const AGAIN_IN_SECS = 30;

/** Every record of the establishment, piece by piece as the caller takes them. */
export function addExportRoute(router: Router<HostState>, gate: KeyedGate, exports: ExportsService): void {
  let running = 0;

  router.get(
    '/api/v1/export',
    gate.open('export', async function sendExport(ctx, { scope, site }) {
      const { cursor = null } = parse(exportQuery, { ...ctx.query });
      if (running >= AT_ONCE) throw new DomainError('rate_limited', { retryAfterSecs: AGAIN_IN_SECS });
      running += 1;
      ctx.res.once('close', () => {
        running -= 1;
      });
      const pieces = exports.pieces(scope, cursor)[Symbol.asyncIterator]();
      // The first piece before anything is sent: what is wrong with the call is answered as everywhere.
      const first = await pieces.next();
      ctx.type = 'application/x-ndjson';
      ctx.attachment(`${site.slug}.ndjson`);
      ctx.body = Readable.from(following(first, pieces), { objectMode: false, highWaterMark: 1 }).on('error', () => ctx.res.destroy());
    }),
  );
}

async function* following(first: IteratorResult<string>, rest: AsyncIterator<string>): AsyncGenerator<string> {
  for (let piece = first; piece.done !== true; piece = await rest.next()) yield piece.value;
}
