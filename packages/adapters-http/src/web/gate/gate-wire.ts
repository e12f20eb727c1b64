import type {
  gatesAnswer,
  occupancyAnswer,
  offlinePass,
  offlinePassesAnswer,
  offlineTicket,
  scanAnswer,
  ticketsAnswer,
  uploadAnswer,
} from '@comptoir/core/access/access-contract.js';
import type { Direction, ScanReason } from '@comptoir/core/access/scan.js';
import type { z } from 'zod';

/** What the page of a gate says to its host and hears from it. */

export type GatesAnswer = z.output<typeof gatesAnswer>;
export type OccupancyAnswer = z.output<typeof occupancyAnswer>;
export type OfflineTicketRecord = z.output<typeof offlineTicket>;
export type OfflinePassRecord = z.output<typeof offlinePass>;
export type TicketsAnswer = z.output<typeof ticketsAnswer>;
export type PassesAnswer = z.output<typeof offlinePassesAnswer>;
export type ScanAnswer = z.output<typeof scanAnswer>;
export type UploadAnswer = z.output<typeof uploadAnswer>;

export interface ScanCall {
  readonly code: string;
  readonly gate: string;
  readonly direction: Direction;
  readonly nonce: string;
}

/** A scan that was decided here and has yet to be told. */
export interface QueuedScan extends ScanCall {
  readonly at: string;
  /** Null: somebody was let through. */
  readonly reason: ScanReason | null;
}

/** The host cannot be reached, or does not answer in time. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** The host has answered, and refuses the call. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/** People wait in front of the gate: after this it goes on by itself. */
const PATIENCE_MS = 3000;

export interface GateApi {
  gates(): Promise<GatesAnswer>;
  occupancy(): Promise<OccupancyAnswer>;
  scan(call: ScanCall): Promise<ScanAnswer>;
  tickets(cursor: string | null): Promise<TicketsAnswer>;
  passes(cursor: string | null): Promise<PassesAnswer>;
  upload(gate: string, scans: readonly QueuedScan[]): Promise<UploadAnswer>;
}

/** Every call throws `Unreachable` or `Refused`. */
export function makeGateApi(key: string): GateApi {
  const page = (path: string, cursor: string | null) =>
    `${path}?limit=200${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
  return {
    gates: () => ask(key, 'gates'),
    occupancy: () => ask(key, 'occupancy'),
    scan: (call) => ask(key, 'scan', call),
    tickets: (cursor) => ask(key, page('tickets', cursor)),
    passes: (cursor) => ask(key, page('passes', cursor)),
    upload: (gate, scans) =>
      ask(key, 'scans/upload', {
        gate,
        scans: scans.map(({ code, direction, nonce, at, reason }) => ({ code, direction, nonce, at, ...(reason !== null && { reason }) })),
      }),
  };
}

/** The host is the one this page came from, so its answers are what its contract says. */
async function ask<Answer>(key: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`/api/v1/access/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${key}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new Unreachable('The host does not answer.', { cause });
  });
  const answer = (await response.json().catch(() => null)) as (Answer & { readonly error?: string }) | null;
  if (response.ok && answer !== null) return answer;
  if (response.status >= 500 || answer === null) throw new Unreachable('The host cannot answer.');
  throw new Refused(response.status, answer.error ?? '');
}
