import { DomainError } from '../kit/errors.js';
import { type CrudTable, crudKey, rowsOfSite } from '../kit/memory-crud-store.js';
import { pageRows } from '../kit/memory-page.js';
import type { Scope } from '../kit/scope.js';
import type { SyncDelivery } from './sync-delivery.js';
import type { SyncLink } from './sync-link.js';
import type { RememberedCall, SyncLinkStore, SyncLinkViews, SyncMovement } from './sync-link-store.js';

/** Something that travelled over a link. */
interface Told<Row> {
  readonly linkId: string;
  readonly told: Row;
}

export interface SyncLinkTables {
  readonly links: CrudTable<SyncLink>;
  readonly deliveries: CrudTable<SyncDelivery>;
  readonly calls: CrudTable<Told<RememberedCall>>;
  readonly movements: CrudTable<Told<SyncMovement>>;
}

/** Links without a database: one transaction runs at a time, so nobody waits for a lock. */
export function makeMemorySyncLinks(
  tables: SyncLinkTables,
  siteExists: (scope: Scope) => boolean,
): { store: SyncLinkStore; views: SyncLinkViews } {
  const { links, deliveries, calls, movements } = tables;
  const put = <Row>(table: CrudTable<Row>, scope: Scope, key: string, row: Row) =>
    table.set(crudKey(scope, key), { tenantId: scope.tenantId, siteId: scope.siteId, row });
  const changeIn = <Row>(table: CrudTable<Row>, scope: Scope, id: string, decide: (before: Row) => Row): Row | null => {
    const before = table.get(crudKey(scope, id))?.row;
    if (before === undefined) return null;
    const after = decide(before);
    put(table, scope, id, after);
    return after;
  };

  const store: SyncLinkStore = {
    async create(scope, link) {
      if (!siteExists(scope)) throw new DomainError('unknown_record');
      if ([...links.values()].some(({ row }) => row.id === link.id)) throw new DomainError('duplicate');
      put(links, scope, link.id, link);
    },
    change: async (scope, id, decide) => changeIn(links, scope, id, decide),
    async remove(scope, id) {
      for (const { id: key } of rowsOfSite(deliveries, scope).filter(({ linkId }) => linkId === id)) deliveries.delete(crudKey(scope, key));
      dropTold(calls, scope, id);
      dropTold(movements, scope, id);
      return links.delete(crudKey(scope, id));
    },
    addressees: async (scope) =>
      rowsOfSite(links, scope)
        .filter(({ url }) => url !== null)
        .map(({ id }) => id)
        .sort(),
    recall: async (scope, linkId, callId) => calls.get(crudKey(scope, toldKey(linkId, callId)))?.row.told ?? null,
    remember: async (scope, linkId, told) => put(calls, scope, toldKey(linkId, told.id), { linkId, told }),
    knownMovements: async (scope, linkId, ids) =>
      [...new Set(ids)].flatMap((id) => movements.get(crudKey(scope, toldKey(linkId, id)))?.row.told ?? []),
    async addMovements(scope, linkId, added) {
      for (const told of added) {
        if (movements.get(crudKey(scope, toldKey(linkId, told.id))) !== undefined) throw new DomainError('duplicate');
        put(movements, scope, toldKey(linkId, told.id), { linkId, told });
      }
    },
    async addDeliveries(scope, added) {
      for (const delivery of added) put(deliveries, scope, delivery.id, delivery);
    },
    changeDelivery: async (scope, id, decide) => changeIn(deliveries, scope, id, decide),
    async release(scope, linkId) {
      const held = rowsOfSite(deliveries, scope)
        .filter((delivery) => delivery.linkId === linkId && delivery.state === 'held')
        .sort(byAge);
      for (const delivery of held) put(deliveries, scope, delivery.id, { ...delivery, state: 'waiting' });
      return held.map(({ id }) => id);
    },
    async forgetBefore(callsBefore, deliveriesBefore) {
      const isOver = ({ state, createdAt }: SyncDelivery) => (state === 'delivered' || state === 'dead') && createdAt < deliveriesBefore;
      return dropRows(calls, ({ told }) => told.at < callsBefore) + dropRows(deliveries, isOver);
    },
  };

  const views: SyncLinkViews = {
    get: async (scope, id) => links.committed.get(crudKey(scope, id))?.row ?? null,
    find: async (id) => [...links.committed.values()].find(({ row }) => row.id === id)?.row ?? null,
    list: async (scope) => rowsOfSite(links.committed, scope).sort(byAge),
    delivery: async (scope, id) => deliveries.committed.get(crudKey(scope, id))?.row ?? null,
    async deliveries(scope, { linkId, state, ...page }) {
      const rows = rowsOfSite(deliveries.committed, scope)
        .filter((delivery) => (linkId === undefined || delivery.linkId === linkId) && (state === undefined || delivery.state === state))
        .sort((left, right) => byAge(right, left));
      return pageRows(rows, page);
    },
  };
  return { store, views };
}

function toldKey(linkId: string, id: string): string {
  return `${linkId} ${id}`;
}

function byAge(left: { readonly createdAt: Date; readonly id: string }, right: { readonly createdAt: Date; readonly id: string }): number {
  return left.createdAt.getTime() - right.createdAt.getTime() || (left.id < right.id ? -1 : 1);
}

function dropTold<Row>(table: CrudTable<Told<Row>>, scope: Scope, linkId: string): void {
  for (const key of [...table.keys()]) if (key.startsWith(crudKey(scope, toldKey(linkId, '')))) table.delete(key);
}

function dropRows<Row>(table: CrudTable<Row>, isOver: (row: Row) => boolean): number {
  const over = [...table.keys()].filter((key) => {
    const kept = table.get(key);
    return kept !== undefined && isOver(kept.row);
  });
  for (const key of over) table.delete(key);
  return over.length;
}
