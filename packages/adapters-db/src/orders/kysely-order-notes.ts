import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { OrderNoteStore } from '@comptoir/core/orders/order-note-store.js';
import type { Handle } from '../kit/database-handle.js';
import { uuidOf } from '../kit/uuids.js';

export function makeKyselyOrderNotes(db: Handle): OrderNoteStore {
  const isOfSite = async ({ tenantId, siteId }: Scope, orderId: string) =>
    (await db
      .selectFrom('orders')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('site_id', '=', siteId)
      .where('id', '=', orderId)
      .forKeyShare()
      .executeTakeFirst()) !== undefined;

  return {
    async add(scope, orderId, note) {
      if (!(await isOfSite(scope, orderId))) throw new DomainError('unknown_order');
      await db
        .insertInto('order_notes')
        .values({ ...note, tenant_id: scope.tenantId, order_id: orderId })
        .execute();
    },
    async remove(scope, orderId, noteId) {
      if (!(await isOfSite(scope, orderId))) return false;
      const { numDeletedRows } = await db
        .deleteFrom('order_notes')
        .where('tenant_id', '=', scope.tenantId)
        .where('order_id', '=', orderId)
        .where('id', '=', uuidOf(noteId))
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
    async drop(scope, orderId) {
      if (!(await isOfSite(scope, orderId))) return;
      await db.deleteFrom('order_notes').where('tenant_id', '=', scope.tenantId).where('order_id', '=', orderId).execute();
    },
  };
}
