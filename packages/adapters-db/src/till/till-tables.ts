import type { ArchivedChain, JournalArchive } from '@comptoir/core/till/archive.js';
import type { CashDirection, CashMovement, SaleCopy, Shift, ShiftReport, TillRegister } from '@comptoir/core/till/register.js';
import type { Selectable } from 'kysely';
import type { Json } from '../kit/json.js';

interface Owned {
  tenant_id: string;
  site_id: string;
}

export interface TillRegisterTable extends Owned {
  id: string;
  name: string;
  active: boolean;
  training: boolean;
  created_at: Date;
}

export interface TillShiftTable extends Owned {
  id: string;
  register_id: string;
  register: string;
  number: number;
  opened_at: Date;
  opened_by: string;
  float_cents: number;
  from_number: number;
  closed_at: Date | null;
  closed_by: string | null;
  report: Json<ShiftReport> | null;
}

export interface CashMovementTable extends Owned {
  id: string;
  shift_id: string;
  direction: CashDirection;
  amount_cents: number;
  reason: string;
  at: Date;
  by: string;
}

export interface SaleCopyTable extends Owned {
  sale_id: string;
  number: number;
  at: Date;
  by: string;
}

export interface JournalArchiveTable extends Owned {
  id: string;
  from_day: string;
  to_day: string;
  at: Date;
  by: string;
  header: string;
  chains: Json<readonly ArchivedChain[]>;
  entries: number;
  digest: string;
  signature: string;
  key_id: string;
}

export function registerOf({ id, name, active, training, created_at: createdAt }: Selectable<TillRegisterTable>): TillRegister {
  return { id, name, active, training, createdAt };
}

export function shiftOf(row: Selectable<TillShiftTable> & { readonly report: ShiftReport | null }): Shift {
  const { id, register, number, closed_at: at, closed_by: by, report } = row;
  return {
    id,
    registerId: row.register_id,
    register,
    number,
    openedAt: row.opened_at,
    openedBy: row.opened_by,
    floatCents: row.float_cents,
    from: row.from_number,
    closed: at === null || by === null || report === null ? null : { at, by, report },
  };
}

export function movementOf({ id, shift_id: shiftId, amount_cents: amountCents, ...row }: Selectable<CashMovementTable>): CashMovement {
  const { direction, reason, at, by } = row;
  return { id, shiftId, direction, amountCents, reason, at, by };
}

export function copyOf({ sale_id: saleId, number, at, by }: Selectable<SaleCopyTable>): SaleCopy {
  return { saleId, number, at, by };
}

export function archiveOf(row: Selectable<JournalArchiveTable>): JournalArchive {
  const { tenant_id: _tenant, site_id: _site, from_day: from, to_day: to, key_id: keyId, ...archive } = row;
  return { ...archive, from, to, keyId };
}
