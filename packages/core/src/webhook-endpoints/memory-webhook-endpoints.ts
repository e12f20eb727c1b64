import { DomainError } from '../kit/errors.js';
import type { MemoryRows, MemoryTable } from '../kit/memory-database.js';
import { pageRows } from '../kit/memory-page.js';
import { cursorPage } from '../kit/page.js';
import { type Place, placeCursorOf, readPlaceCursor } from '../kit/place-cursor.js';
import type { Scope, TenantScope } from '../kit/scope.js';
import type { WebhookDelivery } from './webhook-delivery.js';
import type { EndpointScope, WebhookEndpoint } from './webhook-endpoint.js';
import type { WebhookEndpointStore, WebhookEndpointViews } from './webhook-endpoint-store.js';

export interface WebhookEndpointTables {
  readonly endpoints: MemoryTable<WebhookEndpoint>;
  readonly deliveries: MemoryTable<WebhookDelivery>;
}

/** Webhook endpoints without a database. */
export function makeMemoryWebhookEndpoints(
  { endpoints, deliveries }: WebhookEndpointTables,
  exists: (scope: EndpointScope) => boolean,
): { store: WebhookEndpointStore; views: WebhookEndpointViews } {
  const store: WebhookEndpointStore = {
    async create(scope, endpoint) {
      if (!exists(scope)) throw new DomainError('unknown_record');
      if (endpoints.get(keyOf(scope, endpoint.id)) !== undefined) throw new DomainError('duplicate');
      endpoints.set(keyOf(scope, endpoint.id), { ...endpoint, tenantId: scope.tenantId, siteId: scope.siteId });
    },
    async change(scope, id, decide) {
      const before = endpoints.get(keyOf(scope, id));
      if (before === undefined || before.siteId !== scope.siteId) return null;
      const after = decide(before);
      endpoints.set(keyOf(scope, id), after);
      return after;
    },
    async remove(scope, id) {
      if (endpoints.get(keyOf(scope, id))?.siteId !== scope.siteId) return false;
      dropWhere(deliveries, ({ tenantId, endpointId }) => tenantId === scope.tenantId && endpointId === id);
      return endpoints.delete(keyOf(scope, id));
    },
    listening: async (scope) =>
      [...endpoints.values()]
        .filter((endpoint) => isOf(endpoint, scope) && endpoint.disabled === null)
        .map(({ id, types }) => ({ id, types }))
        .sort((left, right) => (left.id < right.id ? -1 : 1)),
    async addDeliveries({ tenantId, siteId }, added) {
      for (const delivery of added) deliveries.set(keyOf({ tenantId }, delivery.id), { ...delivery, tenantId, siteId });
    },
    async changeDelivery(scope, id, decide) {
      const before = deliveries.get(keyOf(scope, id));
      if (before === undefined || before.siteId !== scope.siteId) return null;
      const after = decide(before);
      deliveries.set(keyOf(scope, id), after);
      return after;
    },
    async releaseFailed(scope, endpointId, since, limit) {
      if (endpoints.get(keyOf(scope, endpointId))?.siteId !== scope.siteId) return [];
      const failed = [...deliveries.values()]
        .filter((one) => one.tenantId === scope.tenantId && one.endpointId === endpointId)
        .filter(({ state, createdAt }) => state === 'failed' && createdAt >= since)
        .sort((left, right) => byAge(placeOf(left), placeOf(right)))
        .slice(0, limit);
      for (const one of failed) deliveries.set(keyOf(scope, one.id), { ...one, state: 'waiting', attempts: 0 });
      return failed.map(({ id, siteId }) => ({ id, siteId }));
    },
    forgetBefore: async (before) => dropWhere(deliveries, ({ createdAt }) => createdAt < before),
  };

  const own = (scope: EndpointScope) =>
    [...endpoints.committed.values()].filter(({ tenantId, siteId }) => tenantId === scope.tenantId && siteId === scope.siteId);
  const get: WebhookEndpointViews['get'] = async (scope, id) => own(scope).find((endpoint) => endpoint.id === id) ?? null;
  const ofOwn = (scope: EndpointScope) => {
    const ids = new Set(own(scope).map(({ id }) => id));
    return [...deliveries.committed.values()].filter(({ tenantId, endpointId }) => tenantId === scope.tenantId && ids.has(endpointId));
  };

  const views: WebhookEndpointViews = {
    get,
    async list(scope, page) {
      const search = page.search?.toLowerCase() ?? '';
      const found = own(scope).filter(({ name, url }) => `${name}\n${url}`.toLowerCase().includes(search));
      return pageRows(
        found.sort((left, right) => byAge(placeOf(left), placeOf(right))),
        page,
      );
    },
    async hearing(scope, id) {
      const endpoint = endpoints.committed.get(keyOf(scope, id));
      return endpoint !== undefined && isOf(endpoint, scope) ? endpoint : null;
    },
    delivery: async (scope, id) => ofOwn(scope).find((delivery) => delivery.id === id) ?? null,
    async ofSite(scope, id) {
      const delivery = deliveries.committed.get(keyOf(scope, id));
      return delivery?.siteId === scope.siteId ? delivery : null;
    },
    async deliveries(scope, { cursor, limit, endpointId, type, state, from, to }) {
      const after = readPlaceCursor(cursor);
      const rows = ofOwn(scope)
        .filter((one) => (endpointId === undefined || one.endpointId === endpointId) && (type === undefined || one.type === type))
        .filter((one) => state === undefined || one.state === state)
        .filter(({ createdAt }) => (from === undefined || createdAt >= from) && (to === undefined || createdAt < to))
        .filter((one) => after === null || byAge(placeOf(one), after) < 0)
        .sort((left, right) => byAge(placeOf(right), placeOf(left)));
      return cursorPage(rows, limit, (one) => placeCursorOf(placeOf(one)));
    },
  };
  return { store, views };
}

/** True where one of the endpoints hears of the establishment. */
export function isHeardOf(endpoints: MemoryRows<WebhookEndpoint>, scope: Scope): boolean {
  return [...endpoints.values()].some((one) => isOf(one, scope) && one.disabled === null);
}

/** What a database deletes by its foreign keys when an establishment goes. */
export function dropWebhookEndpoints({ endpoints, deliveries }: WebhookEndpointTables, { tenantId, siteId }: Scope): void {
  const isOfSite = (row: { readonly tenantId: string; readonly siteId: string | null }) =>
    row.tenantId === tenantId && row.siteId === siteId;
  dropWhere(deliveries, isOfSite);
  dropWhere(endpoints, isOfSite);
}

function isOf({ tenantId, siteId }: WebhookEndpoint, scope: Scope): boolean {
  return tenantId === scope.tenantId && (siteId === null || siteId === scope.siteId);
}

function keyOf({ tenantId }: Pick<TenantScope, 'tenantId'>, id: string): string {
  return `${tenantId} ${id}`;
}

function placeOf({ createdAt, id }: { readonly createdAt: Date; readonly id: string }): Place {
  return { at: createdAt, id };
}

function byAge(left: Place, right: Place): number {
  if (left.at.getTime() !== right.at.getTime()) return left.at.getTime() - right.at.getTime();
  return left.id === right.id ? 0 : left.id < right.id ? -1 : 1;
}

function dropWhere<Row>(table: MemoryTable<Row>, isOver: (row: Row) => boolean): number {
  const over = [...table.keys()].filter((key) => {
    const row = table.get(key);
    return row !== undefined && isOver(row);
  });
  for (const key of over) table.delete(key);
  return over.length;
}
