import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import type { Ids } from '../kit/ids.js';
import { actorName, type Scope } from '../kit/scope.js';
import { instantAt } from '../sites/wall-time.js';
import type { Ticket } from '../ticketing/ticket.js';
import type { AccessWork, GateSite } from './access-deps.js';
import { decide, type Holder, type Verdict } from './admission.js';
import { type Hour, hourAt } from './attendance.js';
import { rulesAt } from './gate.js';
import type { GateCount } from './occupancy.js';
import type { GatePass } from './pass-gate.js';
import type { Direction, HolderRef, Scan, ScanReason } from './scan.js';
import type { Scene, SessionTimes } from './scan-store.js';

/** A code that was read. */
export interface ReadCode {
  /** As `codeIn` gives it. */
  readonly code: string;
  readonly gate: string;
  readonly direction: Direction;
  readonly nonce: string;
  readonly at: Date;
}

/** What a device has decided without us: it let somebody through (null), or refused. Undefined: it asks. */
export type Decided = ScanReason | null | undefined;

export type ScannedTicket = Ticket & { readonly session: SessionTimes | null };

/** What is known of whoever a scan is of. */
export type Scanned = { readonly ticket: ScannedTicket } | { readonly pass: GatePass } | null;

export interface KeptScan {
  readonly scan: Scan;
  readonly who: Scanned;
  /** Of the day of the scan; null for a scan that was there already. */
  readonly counts: readonly GateCount[] | null;
}

export interface KeepDeps {
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly ids: Ids;
}

/**
 * Decides about a code and keeps the scan, within the transaction `work`: whoever scans the same ticket at the same time waits for its end. A
 * nonce that is known is that scan again, whatever the code. An admission that has happened already stands, with what should have refused it.
 */
export async function keepScan(
  deps: KeepDeps,
  work: AccessWork,
  scope: Scope,
  site: GateSite,
  read: ReadCode,
  decided?: Decided,
): Promise<KeptScan> {
  const hour = hourAt(read.at, site.timezone);
  const locked = await lockWho(work, scope, site, read, hour);
  const scene = await sceneOf(work, scope, site, read, hour, locked);
  const who = withSession(locked, scene);
  if (scene.earlier !== null) return repeated(work, scope, scene.earlier, who, hour);
  const rules = rulesAt(scene.gate, scene.settings);
  const verdict = settled(decide({ ...read, holder: holderOf(who), rules, presence: scene.presence }), read.direction, decided, who);
  const scan = scanOf(deps, scope, read, verdict, who, scene);
  const counts = await work.scans.add(scope, scan, hour);
  if (counts === null) return repeatedAtOnce(work, scope, scan, who, hour);
  return { scan, who: await used(work, scope, scan, who, hour), counts };
}

type Locked = { readonly ticket: Ticket } | { readonly pass: GatePass } | null;

async function lockWho(
  { tickets, passes }: AccessWork,
  scope: Scope,
  { features }: GateSite,
  read: ReadCode,
  { day }: Hour,
): Promise<Locked> {
  const ticket = await tickets.lockByCode(scope, read.code);
  if (ticket !== null) return { ticket };
  if (!features.passes) return null;
  const pass = await passes.lockByCode(scope, read.code, { at: read.at, day });
  return pass === null ? null : { pass };
}

function sceneOf({ scans }: AccessWork, scope: Scope, { timezone }: GateSite, read: ReadCode, { day }: Hour, who: Locked): Promise<Scene> {
  const since = who !== null && 'pass' in who ? instantAt(day, '00:00', timezone) : null;
  const sessionId = who !== null && 'ticket' in who ? who.ticket.sessionId : null;
  return scans.scene(scope, { gate: read.gate, nonce: read.nonce, holderId: refOf(who)?.id ?? null, sessionId, since });
}

function withSession(locked: Locked, { session }: Scene): Scanned {
  return locked !== null && 'ticket' in locked ? { ticket: { ...locked.ticket, session } } : locked;
}

interface SettledVerdict extends Verdict {
  readonly forced: ScanReason | null;
}

/** What came of it, where a device has decided already: nobody who is in is put out again, unless nothing here has the code. */
function settled(verdict: Verdict, direction: Direction, decided: Decided, who: Scanned): SettledVerdict {
  if (decided === undefined || who === null) return { ...verdict, forced: null };
  if (decided !== null) return { reason: decided, counts: false, uses: false, forced: null };
  if (verdict.reason === null) return { ...verdict, forced: null };
  return { reason: null, counts: true, uses: direction === 'entry', forced: verdict.reason };
}

function scanOf(
  { clock, crypto, ids }: KeepDeps,
  { tenantId, siteId, actor }: Scope,
  { code, ...read }: ReadCode,
  verdict: SettledVerdict,
  who: Scanned,
  { presence }: Scene,
): Scan {
  return {
    ...read,
    ...verdict,
    tenantId,
    siteId,
    id: ids.uuid(),
    receivedAt: clock.now(),
    codeHash: crypto.sha256(code),
    holder: refOf(who),
    sessionId: who !== null && 'ticket' in who ? who.ticket.sessionId : null,
    elsewhere: presence.lastEntry,
    actor: actorName(actor),
    annulledAt: null,
  };
}

/** The ticket is used from its first entry on, which keeping the scan has seen to; a pass has an entry less. */
async function used({ passes }: AccessWork, scope: Scope, scan: Scan, who: Scanned, { day }: Hour): Promise<Scanned> {
  if (who === null || !scan.uses) return who;
  if ('pass' in who) {
    await passes.use(scope, who.pass.id, { scanId: scan.id, gate: scan.gate, at: scan.at, day });
    return who;
  }
  return who.ticket.state === 'valid' ? { ticket: { ...who.ticket, state: 'used', usedAt: scan.at } } : who;
}

/** The first answer again: who the scan was of, not whose code came with the nonce this time. */
async function repeated(work: AccessWork, scope: Scope, scan: Scan, who: Scanned, hour: Hour): Promise<KeptScan> {
  const isSame = scan.holder?.id === refOf(who)?.id;
  return { scan, who: isSame ? who : await findWho(work, scope, scan, hour), counts: null };
}

async function repeatedAtOnce(work: AccessWork, scope: Scope, lost: Scan, who: Scanned, hour: Hour): Promise<KeptScan> {
  const first = await work.scans.byNonce(scope, lost.gate, lost.nonce);
  if (first === null) throw new Error('The scan that has the nonce is not there.');
  return repeated(work, scope, first, who, hour);
}

/** Whom the scan was of, as they stand now. */
export async function findWho(work: AccessWork, scope: Scope, { holder, at }: Scan, { day }: Hour): Promise<Scanned> {
  if (holder === null) return null;
  if (holder.kind === 'pass') {
    const pass = await work.passes.lockById(scope, holder.id, { at, day });
    return pass === null ? null : { pass };
  }
  const ticket = await work.ticketViews.get(scope, holder.id);
  return ticket === null ? null : { ticket: { ...ticket, session: await work.sessions.get(scope, ticket.sessionId) } };
}

function holderOf(who: Scanned): Holder | null {
  if (who === null) return null;
  return 'pass' in who ? { kind: 'pass', pass: who.pass } : { kind: 'ticket', ticket: who.ticket, session: who.ticket.session };
}

function refOf(who: Locked): HolderRef | null {
  if (who === null) return null;
  return 'pass' in who ? { kind: 'pass', id: who.pass.id } : { kind: 'ticket', id: who.ticket.id };
}
