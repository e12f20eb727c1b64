import type { Product } from '@comptoir/core/catalogue/item.js';
import type { ProductStore } from '@comptoir/core/catalogue/product-store.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { ForeignKeyViolation } from '../kit/db-errors.js';
import { jsonText } from '../kit/json.js';
import { codeRowsOf, itemRowOf, productOf, variantRowsOf, variantsByItem } from './product-rows.js';
import { readVariants } from './read-variants.js';

export function makeKyselyProductStore(db: Handle): ProductStore {
  return {
    async create(scope, products) {
      await insertRows(
        db,
        'items',
        products.map((product) => itemRowOf(scope, product)),
      ).catch(asUnknownCategory);
      await insertRows(
        db,
        'item_variants',
        products.flatMap((product) => variantRowsOf(scope, product)),
      );
      await insertCodes(db, scope, products);
    },

    async change(scope, id, decide) {
      const row = await db
        .selectFrom('items')
        .selectAll()
        .where('tenant_id', '=', scope.tenantId)
        .where('site_id', '=', scope.siteId)
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (row === undefined) return null;
      const before = productOf(row, variantsByItem(await readVariants(db, scope, [id])).get(id) ?? []);
      const after = decide(before);
      await updateItem(db, scope, after).catch(asUnknownCategory);
      await replaceVariants(db, scope, before, after);
      await replaceCodes(db, scope, before, after);
      return after;
    },
  };
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

async function replaceCodes(db: Handle, scope: Scope, before: Product, after: Product): Promise<void> {
  if (isSame(codeRowsOf(scope, before), codeRowsOf(scope, after))) return;
  await db
    .deleteFrom('item_codes')
    .where('tenant_id', '=', scope.tenantId)
    .where('site_id', '=', scope.siteId)
    .where('item_id', '=', after.id)
    .execute();
  await insertCodes(db, scope, [after]);
}

async function replaceVariants(db: Handle, scope: Scope, before: Product, after: Product): Promise<void> {
  const rows = variantRowsOf(scope, after);
  if (isSame(variantRowsOf(scope, before), rows)) return;
  await db
    .deleteFrom('item_variants')
    .where('tenant_id', '=', scope.tenantId)
    .where('site_id', '=', scope.siteId)
    .where('item_id', '=', after.id)
    .execute();
  await insertRows(db, 'item_variants', rows);
}

function isSame(left: readonly object[], right: readonly object[]): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

async function updateItem(db: Handle, scope: Scope, product: Product): Promise<void> {
  const row = itemRowOf(scope, product);
  const columns = columnsOf(row);
  await sql`
    update items set (${columns}) = (select ${columns} from jsonb_populate_record(null::items, ${jsonText(row)}::jsonb))
    where tenant_id = ${scope.tenantId} and site_id = ${scope.siteId} and id = ${product.id}`.execute(db);
}

function asUnknownCategory(error: unknown): never {
  throw error instanceof ForeignKeyViolation ? new DomainError('unknown_category', { cause: error }) : error;
}
