import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import type { AccessWork, GateSite } from './access-deps.js';
import { hourAt } from './attendance.js';
import type { Scan } from './scan.js';

/** How long after it was told here a scan can be annulled: for a turnstile that did not turn. */
export const ANNUL_MINUTES = 15;
const MINUTE_MS = 60_000;

/**
 * Annuls an admission, as if the code had not been read: the ticket lets in again, who is inside is counted without it. Annulling again changes
 * nothing. Throws `unknown_scan`, `scan_settled` (refused, or too long ago).
 */
export async function annulScan(
  work: AccessWork,
  scope: Scope,
  { timezone }: GateSite,
  { gate, nonce }: Pick<Scan, 'gate' | 'nonce'>,
  now: Date,
): Promise<Scan> {
  const scan = await work.scans.byNonce(scope, gate, nonce);
  if (scan === null) throw new DomainError('unknown_scan');
  if (scan.annulledAt !== null) return scan;
  if (scan.reason !== null || now.getTime() - scan.receivedAt.getTime() > ANNUL_MINUTES * MINUTE_MS) throw new DomainError('scan_settled');
  const hour = hourAt(scan.at, timezone);
  const giveBack = await lockForReturn(work, scope, scan, hour.day);
  const annulled = { ...scan, annulledAt: now };
  if (!(await work.scans.annul(scope, scan, hour, now))) return annulled;
  await giveBack();
  return annulled;
}

/** Locks what the scan was of, before the scan itself, as scanning does; what comes back is to be called when the scan is annulled. */
async function lockForReturn(work: AccessWork, scope: Scope, scan: Scan, day: string): Promise<() => Promise<void>> {
  const { holder } = scan;
  if (holder === null || !scan.uses) return async () => undefined;
  if (holder.kind === 'pass') {
    await work.passes.lockById(scope, holder.id, { at: scan.at, day });
    return () => work.passes.giveBack(scope, scan.id);
  }
  const found = await work.ticketViews.get(scope, holder.id);
  const ticket = found === null ? null : await work.tickets.lockByCode(scope, found.code);
  return async () => {
    if (ticket?.state !== 'used') return;
    const { lastEntry } = await work.scans.presence(scope, holder.id);
    if (lastEntry === null) await work.tickets.mark(scope, ticket.id, { state: 'valid', usedAt: null });
  };
}
