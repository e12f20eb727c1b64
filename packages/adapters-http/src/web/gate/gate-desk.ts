import { codeIn } from '@comptoir/core/access/code-text.js';
import type { Direction, ScanReason } from '@comptoir/core/access/scan.js';
import { dayIn, decideOffline, type Mark, markOn, type OfflineList } from './decide-offline.js';
import type { GateMemory } from './gate-memory.js';
import {
  type GateApi,
  type OfflinePassRecord,
  type OfflineTicketRecord,
  type QueuedScan,
  Refused,
  Unreachable,
  type UploadAnswer,
} from './gate-wire.js';

/** What the page shows of a scan. */
export interface Outcome {
  readonly admitted: boolean;
  readonly reason: ScanReason | null;
  readonly direction: Direction;
  readonly label: string | null;
  readonly startsAt: string | null;
  readonly elsewhere: { readonly gate: string; readonly at: string } | null;
  /** Null: it was decided here, without the host. */
  readonly occupancy: number | null;
  readonly offline: boolean;
}

export interface GateDesk {
  /** Asks the host; decides here when it does not answer, and keeps the scan until it can be told. Throws `Refused`. */
  scan(text: string, gate: string, direction: Direction): Promise<Outcome>;
  /** Tells the host what was decided here, and answers its reports. Throws `Unreachable`, `Refused`. */
  tell(): Promise<readonly UploadAnswer[]>;
  /** Fetches what it takes to decide without the host. Throws `Unreachable`, `Refused`. */
  takeAlong(): Promise<OfflineList>;
  /** Scans that have yet to be told. */
  waiting(): Promise<number>;
}

const UPLOAD_MAX = 500;

/** A gate: decisions of the host, and its own while there is no host. */
export function makeGateDesk(api: GateApi, memory: GateMemory): GateDesk {
  let list: OfflineList | null = null;

  async function listed(): Promise<OfflineList | null> {
    list ??= await memory.get<OfflineList>('list', 'list');
    return list;
  }

  async function scanHere(code: string, gate: string, direction: Direction, nonce: string): Promise<Outcome> {
    const known = await listed();
    if (known === null) throw new Unreachable('Nothing was taken along yet.');
    const [hash, at] = [await sha256(code), new Date()];
    const verdict = decideOffline(known, await memory.get<Mark>('marks', hash), { hash, gate, direction, at });
    const { reason, label, startsAt, elsewhere } = verdict;
    const queued: QueuedScan = { code, gate, direction, nonce, at: at.toISOString(), reason };
    // Before anybody is let in: what is not kept has not happened.
    await memory.put('queue', nonce, queued);
    await memory.put('marks', hash, verdict.mark);
    return { admitted: reason === null, reason, direction, label, startsAt, elsewhere, occupancy: null, offline: true };
  }

  /** What the host has decided is known here too, should it not answer the next time. */
  async function mark(code: string, direction: Direction, gate: string, at: string): Promise<void> {
    const hash = await sha256(code);
    const along = await listed();
    const day = dayIn(along?.timezone ?? 'UTC', new Date(at));
    const known = markOn(day, await memory.get<Mark>('marks', hash), along?.passes[hash] ?? null);
    const before = known ?? along?.tickets[hash] ?? { inside: 0, lastEntry: null };
    const entry = direction === 'entry';
    const inside = Math.max(0, before.inside + (entry ? 1 : -1));
    const entries = (known?.entries ?? 0) + (entry ? 1 : 0);
    await memory.put('marks', hash, { hash, inside, entries, lastEntry: entry ? { gate, at } : before.lastEntry, day });
  }

  async function scanThere(code: string, gate: string, direction: Direction, nonce: string): Promise<Outcome> {
    try {
      const { ticket, admitted, reason, elsewhere, occupancy, at } = await api.scan({ code, gate, direction, nonce });
      if (admitted) await mark(code, direction, gate, at);
      return { admitted, reason, direction, label: ticket.label, startsAt: ticket.startsAt, elsewhere, occupancy, offline: false };
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'unknown_ticket') throw error;
      const nothing = { label: null, startsAt: null, elsewhere: null, occupancy: null, offline: false };
      return { admitted: false, reason: 'invalid', direction, ...nothing };
    }
  }

  return {
    async scan(text, gate, direction) {
      const [code, nonce] = [codeIn(text), crypto.randomUUID()];
      try {
        return await scanThere(code, gate, direction, nonce);
      } catch (error) {
        // The same nonce: should the host have heard it after all, it is the same scan.
        if (error instanceof Unreachable) return scanHere(code, gate, direction, nonce);
        throw error;
      }
    },

    async tell() {
      const queued = await memory.all<QueuedScan>('queue');
      const reports: UploadAnswer[] = [];
      for (const gate of new Set(queued.map((scan) => scan.gate))) {
        const scans = queued.filter((scan) => scan.gate === gate).sort((left, right) => (left.at < right.at ? -1 : 1));
        for (let start = 0; start < scans.length; start += UPLOAD_MAX) {
          const batch = scans.slice(start, start + UPLOAD_MAX);
          reports.push(await api.upload(gate, batch));
          await memory.remove(
            'queue',
            batch.map(({ nonce }) => nonce),
          );
        }
      }
      return reports;
    },

    async takeAlong() {
      const { rules, gates, site } = await api.gates();
      const tickets = await everything<OfflineTicketRecord>(async (cursor) => {
        const page = await api.tickets(cursor);
        return { items: page.tickets, nextCursor: page.nextCursor };
      });
      const passes = await everything<OfflinePassRecord>(async (cursor) => {
        const page = await api.passes(cursor);
        return { items: page.passes, nextCursor: page.nextCursor };
      });
      const fetched = { rules, gates, timezone: site.timezone, fetchedAt: new Date().toISOString(), tickets, passes };
      await memory.put('list', 'list', fetched);
      list = fetched;
      // The list knows of every scan the host has heard of; what it has not is still to be told.
      const untold = new Set(await Promise.all((await memory.all<QueuedScan>('queue')).map(({ code }) => sha256(code))));
      const marks = await memory.all<Mark>('marks');
      await memory.remove(
        'marks',
        marks.filter(({ hash }) => !untold.has(hash)).map(({ hash }) => hash),
      );
      return fetched;
    },

    waiting: async () => (await memory.all('queue')).length,
  };
}

interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

async function everything<Item extends { readonly hash: string }>(read: (cursor: string | null) => Promise<ListPage<Item>>) {
  const found: Record<string, Item> = {};
  let cursor: string | null = null;
  do {
    const page: ListPage<Item> = await read(cursor);
    for (const item of page.items) found[item.hash] = item;
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
