import type { TillViews } from '@comptoir/core/till/till-store.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { readPage } from '../kit/read-page.js';
import { uuidOf } from '../kit/uuids.js';
import { ofSite } from './of-site.js';
import { archiveOf, copyOf, movementOf, registerOf, shiftOf } from './till-tables.js';

export function makeKyselyTillViews(db: Handle): TillViews {
  const shifts = db.selectFrom('till_shifts').selectAll();
  return {
    async registers(scope, input) {
      const search = input.search ?? '';
      const query = db
        .selectFrom('till_registers')
        .selectAll()
        .where(ofSite(scope))
        .$if(search !== '', (rows) => rows.where(sql<boolean>`strpos(lower(name), lower(${search})) > 0`))
        .orderBy('name');
      const page = await readPage(query, input);
      return { ...page, items: page.items.map(registerOf) };
    },

    async register(scope, id) {
      const row = await db.selectFrom('till_registers').selectAll().where(ofSite(scope)).where('id', '=', uuidOf(id)).executeTakeFirst();
      return row === undefined ? null : registerOf(row);
    },

    async openShift(scope, registerId) {
      const open = shifts.where(ofSite(scope)).where('register_id', '=', uuidOf(registerId)).where('closed_at', 'is', null);
      const row = await open.executeTakeFirst();
      return row === undefined ? null : shiftOf(row);
    },

    async shifts(scope, { registerId, ...input }) {
      const query = shifts
        .where(ofSite(scope))
        .$if(registerId !== undefined, (rows) => rows.where('register_id', '=', uuidOf(registerId ?? '')))
        .orderBy('opened_at', 'desc')
        .orderBy('id', 'desc');
      const page = await readPage(query, input);
      return { ...page, items: page.items.map(shiftOf) };
    },

    async shift(scope, id) {
      const row = await shifts.where(ofSite(scope)).where('id', '=', uuidOf(id)).executeTakeFirst();
      return row === undefined ? null : shiftOf(row);
    },

    async movements(scope, shiftId) {
      const ofShift = db.selectFrom('till_cash_movements').selectAll().where(ofSite(scope)).where('shift_id', '=', uuidOf(shiftId));
      return (await ofShift.orderBy('at').orderBy('id').execute()).map(movementOf);
    },

    async copies(scope, saleId) {
      const ofSale = db.selectFrom('sale_copies').selectAll().where(ofSite(scope)).where('sale_id', '=', uuidOf(saleId));
      return (await ofSale.orderBy('number').execute()).map(copyOf);
    },

    async archives(scope, input) {
      const query = db.selectFrom('journal_archives').selectAll().where(ofSite(scope)).orderBy('at', 'desc').orderBy('id', 'desc');
      const page = await readPage(query, input);
      return { ...page, items: page.items.map(archiveOf) };
    },

    async archiveOf(scope, from, to) {
      const ofDays = db
        .selectFrom('journal_archives')
        .selectAll()
        .where(ofSite(scope))
        .where('from_day', '=', from)
        .where('to_day', '=', to);
      const row = await ofDays.executeTakeFirst();
      return row === undefined ? null : archiveOf(row);
    },
  };
}
