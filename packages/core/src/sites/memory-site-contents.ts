import type { ApiKey } from '../api-keys/api-key.js';
import type { Category, Product } from '../catalogue/item.js';
import type { ClientTables } from '../clients/memory-client-store.js';
import type { Member } from '../identity/user.js';
import { type CrudTable, dropRowsOfSite } from '../kit/memory-crud-store.js';
import type { MemoryTable } from '../kit/memory-database.js';
import type { Scope } from '../kit/scope.js';
import { dropStock, type StockTables } from '../stock/memory-stock-store.js';

export interface SiteContents {
  readonly apiKeys: MemoryTable<ApiKey>;
  readonly categories: CrudTable<Category>;
  readonly clients: ClientTables;
  readonly items: CrudTable<Product>;
  readonly members: MemoryTable<Member>;
  readonly settings: MemoryTable<ReadonlyMap<string, unknown>>;
  readonly stock: StockTables;
}

/** What a database deletes by its foreign keys when an establishment goes. */
export function dropSiteContents({ apiKeys, categories, clients, items, members, settings, stock }: SiteContents, scope: Scope): void {
  const { tenantId, siteId } = scope;
  dropRowsOfSite(items, scope);
  dropRowsOfSite(categories, scope);
  dropRowsOfSite(clients.clients, scope);
  dropRowsOfSite(clients.events, scope);
  dropRowsOfSite(clients.notes, scope);
  dropStock(stock, scope);
  settings.delete(`${tenantId} ${siteId}`);
  for (const key of [...apiKeys.values()]) {
    if (key.siteId === siteId) apiKeys.delete(key.id);
  }
  for (const member of [...members.values()]) {
    const assignments = member.assignments.filter((assignment) => assignment.siteId !== siteId);
    if (assignments.length < member.assignments.length) members.set(`${tenantId} ${member.userId}`, { ...member, assignments });
  }
}
