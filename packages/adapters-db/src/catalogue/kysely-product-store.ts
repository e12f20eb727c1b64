import type { Product } from '@comptoir/core/catalogue/item.js';
import type { ProductStore } from '@comptoir/core/catalogue/product-store.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { ForeignKeyViolation } from '../kit/db-errors.js';
import { jsonText } from '../kit/json.js';
import { codeRowsOf, itemRowOf, productOf, type VariantRow, variantRowsOf, variantsByItem } from './product-rows.js';
import { isAmong, readVariants } from './read-variants.js';

export function makeKyselyProductStore(db: Handle): ProductStore {
  return {
    async create(scope, products) {
      await insertRows(
        db,
        'items',
        products.map((product) => itemRowOf(scope, product)),
      ).catch(asUnknownReference);
      await insertRows(
        db,
        'item_variants',
        products.flatMap((product) => variantRowsOf(scope, product)),
      );
      await insertCodes(db, scope, products);
    },

    async change(scope, ids, decide) {
      const befores = await lock(db, scope, ids);
      const changes = befores.map((before) => ({ before, after: decide(before) }));
      await updateItems(
        db,
        scope,
        changes.map(({ after }) => after),
      ).catch(asUnknownReference);
      await replaceVariants(db, scope, changes);
      await replaceCodes(db, scope, changes);
      const byId = new Map(changes.map(({ after }) => [after.id, after]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
  };
}

/** A product around its change. */
interface Change {
  readonly before: Product;
  readonly after: Product;
}

/** In the order of their ids, so that nobody waits in a circle. */
async function lock(db: Handle, scope: Scope, ids: readonly string[]): Promise<readonly Product[]> {
  const rows = await db
    .selectFrom('items')
    .selectAll()
    .where('tenant_id', '=', scope.tenantId)
    .where('site_id', '=', scope.siteId)
    .where(isAmong('id', ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const variants = variantsByItem(await readVariants(db, scope, ids));
  return rows.map((row) => productOf(row, variants.get(row.id) ?? []));
}

type CatalogueTable = 'items' | 'item_variants' | 'item_codes';

/** One statement with one parameter, however many rows there are; returns how many were new. */
async function insertRows(db: Handle, table: CatalogueTable, rows: readonly object[], onConflict = sql``): Promise<number> {
  const [first] = rows;
  if (first === undefined) return 0;
  const columns = columnsOf(first);
  const { numAffectedRows = 0n } = await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${jsonText(rows)}::jsonb) ${onConflict}`.execute(db);
  return Number(numAffectedRows);
}

function columnsOf(row: object) {
  return sql.join(Object.keys(row).map((column) => sql.ref(column)));
}

/** A taken code is a refusal, not a fault of the statement: the transaction it happens in can go on. */
async function insertCodes(db: Handle, scope: Scope, products: readonly Product[]): Promise<void> {
  const rows = products.flatMap((product) => codeRowsOf(scope, product));
  const inserted = await insertRows(db, 'item_codes', rows, sql`on conflict do nothing`);
  if (inserted < rows.length) throw new DomainError('duplicate_sku');
}

async function replaceCodes(db: Handle, scope: Scope, changes: readonly Change[]): Promise<void> {
  const changed = changes.filter(({ before, after }) => !isSame(codeRowsOf(scope, before), codeRowsOf(scope, after)));
  await deleteCodes(db, scope, changed);
  await insertCodes(
    db,
    scope,
    changed.map(({ after }) => after),
  );
}

/** Only rows that are new, changed or gone are written. */
async function replaceVariants(db: Handle, scope: Scope, changes: readonly Change[]): Promise<void> {
  const diffs = changes.map(({ before, after }) => rowDiff(variantRowsOf(scope, before), variantRowsOf(scope, after)));
  await deleteVariants(
    db,
    scope,
    diffs.flatMap(({ gone }) => gone),
  );
  await insertRows(
    db,
    'item_variants',
    diffs.flatMap(({ written }) => written),
    OR_UPDATE_VARIANT,
  );
}

const OR_UPDATE_VARIANT = sql`on conflict (tenant_id, site_id, item_id, id) do update set name = excluded.name,
  price_cents = excluded.price_cents, position = excluded.position, sku = excluded.sku, barcode = excluded.barcode,
  sync_key = excluded.sync_key, external_id = excluded.external_id`;

function rowDiff(before: readonly VariantRow[], after: readonly VariantRow[]) {
  const [befores, kept] = [new Map(before.map((row) => [row.id, row])), new Set(after.map(({ id }) => id))];
  return {
    gone: before.filter(({ id }) => !kept.has(id)),
    written: after.filter((row) => !isSame([befores.get(row.id) ?? {}], [row])),
  };
}

async function deleteVariants(db: Handle, { tenantId, siteId }: Scope, rows: readonly VariantRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    delete from item_variants using jsonb_to_recordset(${jsonText(rows)}::jsonb) as gone (item_id text, id text)
    where item_variants.tenant_id = ${tenantId}::uuid and item_variants.site_id = ${siteId}::uuid
      and item_variants.item_id = gone.item_id and item_variants.id = gone.id`.execute(db);
}

async function deleteCodes(db: Handle, scope: Scope, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.map(({ after }) => after.id);
  await db
    .deleteFrom('item_codes')
    .where('tenant_id', '=', scope.tenantId)
    .where('site_id', '=', scope.siteId)
    .where(isAmong('item_id', ids))
    .execute();
}

function isSame(left: readonly object[], right: readonly object[]): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

async function updateItems(db: Handle, scope: Scope, products: readonly Product[]): Promise<void> {
  const rows = products.map((product) => itemRowOf(scope, product));
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(columns.map((column) => sql.ref(`changed.${column}`)));
  await sql`
    update items set (${names}) = row (${values})
    from jsonb_populate_recordset(null::items, ${jsonText(rows)}::jsonb) changed
    where items.tenant_id = changed.tenant_id and items.site_id = changed.site_id and items.id = changed.id`.execute(db);
}

function asUnknownReference(error: unknown): never {
  if (!(error instanceof ForeignKeyViolation)) throw error;
  throw new DomainError(error.constraint === 'items_vendor' ? 'unknown_record' : 'unknown_category', { cause: error });
}
