import { z } from 'zod';

/** `POST /edge-cache/purge-site` (interfaces, "Edge route-table eviction"). */
export const purgeInput = z.strictObject({ host: z.string().min(1).max(262) });

export interface PurgeAnswer {
  readonly ok: true;
  /** As sites are looked up: lower-case, without port and final dot, in the letters of the DNS. */
  readonly host: string;
  /** False when there was no table to replace: the host is unknown, or nobody has asked for it yet. */
  readonly evicted: boolean;
  /** Of the table that answers from now on; 0 for an unknown host. */
  readonly generation: number;
  readonly took_ms: number;
}
