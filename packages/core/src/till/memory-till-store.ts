import { compareText } from '../kit/compare-text.js';
import { DomainError } from '../kit/errors.js';
import type { MemoryRows, MemoryTable } from '../kit/memory-database.js';
import { pageRows } from '../kit/memory-page.js';
import type { Scope } from '../kit/scope.js';
import type { Sale } from '../sales/sale.js';
import type { SettingsStore } from '../sites/settings-store.js';
import type { Site } from '../sites/site.js';
import type { JournalArchive } from './archive.js';
import type { CashMovement, SaleCopy, Shift, TillRegister } from './register.js';
import { TILL_SETTINGS, type TillStore, type TillViews } from './till-store.js';

interface Owned {
  readonly tenantId: string;
  readonly siteId: string;
}

type Table<Row> = MemoryTable<Row & Owned>;

export interface TillTables {
  readonly registers: Table<TillRegister>;
  readonly shifts: Table<Shift>;
  readonly movements: Table<CashMovement>;
  readonly copies: Table<SaleCopy>;
  readonly archives: Table<JournalArchive>;
}

/** What tills find beside what is theirs. */
export interface TillPlace {
  readonly sales: MemoryRows<Sale>;
  readonly sites: MemoryRows<Site>;
  readonly settings: Pick<SettingsStore, 'list'>;
}

/** Tills without a database. */
export function makeMemoryTill(tables: TillTables, place: TillPlace): { store: TillStore; views: TillViews } {
  return { store: storeOf(tables, place), views: viewsOf(tables) };
}

function storeOf({ registers, shifts, movements, copies, archives }: TillTables, { sales, sites, settings }: TillPlace): TillStore {
  const openShiftOf = (scope: Scope, registerId: string) =>
    ofSite(shifts, scope).find((shift) => shift.registerId === registerId && shift.closed === null) ?? null;
  const named = (scope: Scope, name: string) => ofSite(registers, scope).find((register) => register.name === name) ?? null;
  const known = (scope: Scope, id: string) => {
    const register = ofSite(registers, scope).find((one) => one.id === id);
    if (register === undefined) throw new DomainError('unknown_register');
    return register;
  };
  return {
    async createRegister(scope, register) {
      if (registers.get(register.id) !== undefined || named(scope, register.name) !== null) throw new DomainError('duplicate');
      registers.set(register.id, owned(scope, register));
    },
    async changeRegister(scope, id, decide) {
      const after = { ...(await decide(known(scope, id))), id };
      if ((named(scope, after.name)?.id ?? id) !== id) throw new DomainError('duplicate');
      registers.set(id, owned(scope, after));
      return after;
    },
    async deleteRegister(scope, id) {
      known(scope, id);
      if (ofSite(shifts, scope).some(({ registerId }) => registerId === id)) throw new DomainError('in_use');
      registers.delete(id);
    },
    async counter(scope, name) {
      const site = sites.get(scope.siteId);
      if (site?.tenantId !== scope.tenantId) throw new DomainError('unknown_shop');
      const register = named(scope, name);
      const shift = register === null ? null : openShiftOf(scope, register.id);
      const own = new Map([...(await settings.list(scope))].filter(([key]) => key.startsWith(TILL_SETTINGS)));
      return { register, shift, timezone: site.timezone, keepsStock: site.features.stock, settings: own };
    },
    lockRegister: async (scope, id) => ({ register: known(scope, id), shift: openShiftOf(scope, id) }),
    async openShift(scope, shift) {
      known(scope, shift.registerId);
      if (openShiftOf(scope, shift.registerId) !== null) throw new DomainError('shift_open');
      const before = ofSite(shifts, scope).filter(({ registerId }) => registerId === shift.registerId);
      const opened = { ...shift, number: before.length + 1, closed: null };
      shifts.set(shift.id, owned(scope, opened));
      return opened;
    },
    async closeShift(scope, id, closed) {
      const shift = ofSite(shifts, scope).find((one) => one.id === id && one.closed === null);
      if (shift === undefined) throw new DomainError('no_open_shift');
      shifts.set(id, owned(scope, { ...shift, closed }));
    },
    async moveCash(scope, movement) {
      if (!ofSite(shifts, scope).some(({ id }) => id === movement.shiftId)) throw new DomainError('unknown_shift');
      movements.set(movement.id, owned(scope, movement));
    },
    async copySale(scope, copy) {
      const sale = sales.get(copy.saleId);
      if (sale === undefined || sale.tenantId !== scope.tenantId || sale.siteId !== scope.siteId) throw new DomainError('unknown_sale');
      const number = ofSite(copies, scope).filter(({ saleId }) => saleId === copy.saleId).length + 1;
      copies.set(`${copy.saleId} ${number}`, owned(scope, { ...copy, number }));
      return { ...copy, number };
    },
    async addArchive(scope, archive) {
      const key = JSON.stringify([scope.tenantId, scope.siteId, archive.from, archive.to]);
      if (archives.get(key) !== undefined) throw new DomainError('duplicate');
      archives.set(key, owned(scope, archive));
    },
  };
}

function viewsOf({ registers, shifts, movements, copies, archives }: TillTables): TillViews {
  const seen = <Row>(table: Table<Row>, scope: Scope) => ofSite({ values: () => table.committed.values() }, scope);
  return {
    async registers(scope, input) {
      const search = input.search?.toLowerCase() ?? '';
      const found = seen(registers, scope).filter(({ name }) => name.toLowerCase().includes(search));
      return pageRows(
        found.sort((one, other) => compareText(one.name, other.name)),
        input,
      );
    },
    register: async (scope, id) => seen(registers, scope).find((register) => register.id === id) ?? null,
    openShift: async (scope, id) => seen(shifts, scope).find(({ registerId, closed }) => registerId === id && closed === null) ?? null,
    async shifts(scope, { registerId, ...input }) {
      const found = seen(shifts, scope).filter((shift) => registerId === undefined || shift.registerId === registerId);
      return pageRows(found.sort(newestFirst(({ openedAt }) => openedAt)), input);
    },
    shift: async (scope, id) => seen(shifts, scope).find((shift) => shift.id === id) ?? null,
    movements: async (scope, id) =>
      seen(movements, scope)
        .filter(({ shiftId }) => shiftId === id)
        .sort(inOrder),
    copies: async (scope, id) => seen(copies, scope).filter(({ saleId }) => saleId === id),
    archives: async (scope, input) => pageRows(seen(archives, scope).sort(newestFirst(({ at }) => at)), input),
    archiveOf: async (scope, from, to) => seen(archives, scope).find((archive) => archive.from === from && archive.to === to) ?? null,
  };
}

function ofSite<Row>(rows: Pick<MemoryRows<Row & Owned>, 'values'>, { tenantId, siteId }: Scope): Row[] {
  return [...rows.values()].flatMap(({ tenantId: tenant, siteId: site, ...row }) =>
    tenant === tenantId && site === siteId ? [row as unknown as Row] : [],
  );
}

function owned<Row>({ tenantId, siteId }: Scope, row: Row): Row & Owned {
  return { ...row, tenantId, siteId };
}

function inOrder(left: CashMovement, right: CashMovement): number {
  return left.at.getTime() - right.at.getTime() || compareText(left.id, right.id);
}

function newestFirst<Row extends { readonly id: string }>(instantOf: (row: Row) => Date): (left: Row, right: Row) => number {
  return (left, right) => instantOf(right).getTime() - instantOf(left).getTime() || compareText(right.id, left.id);
}
