import { DomainError, hasCode } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { TILL_SETTINGS, type TillStore } from '@comptoir/core/till/till-store.js';
import { type Selectable, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { asInUse, ForeignKeyViolation } from '../kit/db-errors.js';
import { json } from '../kit/json.js';
import { uuidOf } from '../kit/uuids.js';
import type { SiteTable } from '../sites/site-tables.js';
import { ofSite } from './of-site.js';
import { registerOf, shiftOf, type TillRegisterTable } from './till-tables.js';

export function makeKyselyTill(db: Handle): TillStore {
  const openShift = async (scope: Scope, registerId: string) => {
    const shifts = db.selectFrom('till_shifts').selectAll().where(ofSite(scope)).where('register_id', '=', registerId);
    const row = await shifts.where('closed_at', 'is', null).executeTakeFirst();
    return row === undefined ? null : shiftOf(row);
  };
  const lockedRegister = async (scope: Scope, id: string) => {
    const registers = db.selectFrom('till_registers').selectAll().where(ofSite(scope)).where('id', '=', uuidOf(id));
    const row = await registers.forUpdate().executeTakeFirst();
    if (row === undefined) throw new DomainError('unknown_register');
    return registerOf(row);
  };

  return {
    async createRegister(scope, { createdAt, ...register }) {
      await db
        .insertInto('till_registers')
        .values({ ...ownerOf(scope), ...register, created_at: createdAt })
        .execute();
    },

    async changeRegister(scope, id, decide) {
      const after = { ...(await decide(await lockedRegister(scope, id))), id };
      const { name, active, training } = after;
      await db.updateTable('till_registers').set({ name, active, training }).where(ofSite(scope)).where('id', '=', id).execute();
      return after;
    },

    async deleteRegister(scope, id) {
      await lockedRegister(scope, id);
      await db.deleteFrom('till_registers').where(ofSite(scope)).where('id', '=', id).execute().catch(asInUse);
    },

    async counter(scope, name) {
      const [row] = (await saleCounter(scope, name).execute(db)).rows;
      if (row === undefined) throw new DomainError('unknown_shop');
      const { timezone, keeps_stock: keepsStock, settings, id } = row;
      const place = { timezone, keepsStock, settings: new Map(Object.entries(settings ?? {})) };
      if (id === null) return { ...place, register: null, shift: null };
      // Read once the register is locked: a shift that is being closed is waited for.
      return { ...place, register: registerOf({ ...row, ...ownerOf(scope), id }), shift: await openShift(scope, id) };
    },

    async lockRegister(scope, id) {
      const register = await lockedRegister(scope, id);
      return { register, shift: await openShift(scope, register.id) };
    },

    async openShift(scope, { registerId, openedAt, openedBy, floatCents, from, id, register }) {
      const owner = ownerOf(scope);
      const next = sql<number>`(select coalesce(max(number), 0) + 1 from till_shifts
        where tenant_id = ${owner.tenant_id} and site_id = ${owner.site_id} and register_id = ${uuidOf(registerId)})`;
      const opening = { opened_at: openedAt, opened_by: openedBy, float_cents: floatCents, from_number: from };
      const row = await db
        .insertInto('till_shifts')
        .values({
          ...owner,
          id,
          register_id: uuidOf(registerId),
          register,
          number: next,
          ...opening,
          closed_at: null,
          closed_by: null,
          report: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
        .catch(asShiftRefusal);
      return shiftOf(row);
    },

    async closeShift(scope, id, { at, by, report }) {
      const { numUpdatedRows } = await db
        .updateTable('till_shifts')
        .set({ closed_at: at, closed_by: by, report: json(report) })
        .where(ofSite(scope))
        .where('id', '=', uuidOf(id))
        .where('closed_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new DomainError('no_open_shift');
    },

    async moveCash(scope, { shiftId, amountCents, ...movement }) {
      const row = { ...ownerOf(scope), ...movement, shift_id: uuidOf(shiftId), amount_cents: amountCents };
      await db.insertInto('till_cash_movements').values(row).execute().catch(refersTo('unknown_shift'));
    },

    async copySale(scope, { saleId, at, by }) {
      const owner = ownerOf(scope);
      const sale_id = uuidOf(saleId);
      const next = sql<number>`(select coalesce(max(number), 0) + 1 from sale_copies
        where tenant_id = ${owner.tenant_id} and site_id = ${owner.site_id} and sale_id = ${sale_id})`;
      const insert = db.insertInto('sale_copies').values({ ...owner, sale_id, number: next, at, by });
      const { number } = await insert.returning('number').executeTakeFirstOrThrow().catch(refersTo('unknown_sale'));
      return { saleId, number, at, by };
    },

    async addArchive(scope, { from, to, keyId, chains, ...archive }) {
      const row = { ...ownerOf(scope), ...archive, from_day: from, to_day: to, key_id: keyId, chains: json(chains) };
      await db.insertInto('journal_archives').values(row).execute();
    },
  };
}

function ownerOf({ tenantId, siteId }: Scope) {
  return { tenant_id: tenantId, site_id: siteId };
}

/** A second open shift, or the same number at the same time, is one too many. */
function asShiftRefusal(error: unknown): never {
  if (hasCode(error, 'duplicate')) throw new DomainError('shift_open', { cause: error });
  return refersTo('unknown_register')(error);
}

function refersTo(code: 'unknown_register' | 'unknown_sale' | 'unknown_shift'): (error: unknown) => never {
  return (error) => {
    throw error instanceof ForeignKeyViolation ? new DomainError(code, { cause: error }) : error;
  };
}

type SaleCounterRow = Pick<Selectable<SiteTable>, 'timezone'> & {
  readonly keeps_stock: boolean;
  readonly settings: Readonly<Record<string, unknown>> | null;
} & ({ readonly id: null } | Selectable<Omit<TillRegisterTable, 'tenant_id' | 'site_id'>>);

function saleCounter({ tenantId, siteId }: Scope, name: string) {
  return sql<SaleCounterRow>`
    select sites.timezone, (sites.features->>'stock')::boolean as keeps_stock, till.settings, register.*
    from sites
    cross join lateral (
      select jsonb_object_agg(key, value) as settings from site_settings
      where site_settings.tenant_id = sites.tenant_id and site_settings.site_id = sites.id and starts_with(key, ${TILL_SETTINGS})
    ) as till
    left join lateral (
      select id, name, active, training, created_at from till_registers
      where till_registers.tenant_id = sites.tenant_id and till_registers.site_id = sites.id and name = ${name} for share
    ) as register on true
    where sites.tenant_id = ${uuidOf(tenantId)} and sites.id = ${uuidOf(siteId)}`;
}
