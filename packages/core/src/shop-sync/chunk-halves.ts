import { DomainError } from '../kit/errors.js';
import type { Execution } from './execution.js';
import type { Refused } from './quarantine.js';
import type { Chunk } from './read-chunk.js';
import type { ShopRecord } from './shop-records.js';

/** How a chunk that cannot be stored is taken apart. */

/** How many of its records are to be done something about. */
export function sizeOf({ candidates, gone, refused }: Chunk<ShopRecord>): number {
  return candidates.length + gone.length + refused.length;
}

/** Both have something; what goes with the whole goes with the second. */
export function halvesOf<Kept extends ShopRecord>(chunk: Chunk<Kept>): readonly [Chunk<Kept>, Chunk<Kept>] {
  const middle = Math.floor(sizeOf(chunk) / 2);
  const cut = <Row>(rows: readonly Row[], offset: number) => {
    const at = Math.max(0, middle - offset);
    return [rows.slice(0, at), rows.slice(at)] as const;
  };
  const candidates = cut(chunk.candidates, 0);
  const gone = cut(chunk.gone, chunk.candidates.length);
  const refused = cut(chunk.refused, chunk.candidates.length + chunk.gone.length);
  return [
    { ...chunk, candidates: candidates[0], gone: gone[0], refused: refused[0], cured: [] },
    { ...chunk, candidates: candidates[1], gone: gone[1], refused: refused[1] },
  ];
}

/** What a dry run plans apart, because each plan knows only what was foreseen before it: what is imported, then what is gone. */
export function stepsOf<Kept extends ShopRecord>(chunk: Chunk<Kept>): readonly Chunk<Kept>[] {
  if (chunk.candidates.length === 0 || chunk.gone.length === 0) return [chunk];
  return [
    { ...chunk, gone: [], cured: [] },
    { ...chunk, candidates: [], refused: [] },
  ];
}

/** The only record of the chunk is what cannot be stored: it is set apart instead. */
export function alone<Kept extends ShopRecord>(execution: Execution, chunk: Chunk<Kept>, error: unknown): Chunk<Kept> {
  const [candidate] = chunk.candidates;
  const externalId = candidate?.record.externalId ?? chunk.gone[0];
  // A record that was refused already is only noted: that can fail for no fault of its own alone.
  if (externalId === undefined) throw error;
  const refused = { externalId, digest: candidate?.digest ?? null, ...reasonOf(execution, chunk, externalId, error) };
  return { ...chunk, candidates: [], gone: [], refused: [refused] };
}

function reasonOf({ deps }: Execution, { part }: Chunk<ShopRecord>, externalId: string, error: unknown): Pick<Refused, 'code' | 'reason'> {
  if (error instanceof DomainError) return { code: error.code, reason: error.message };
  deps.logger.error({ entity: part.entity, externalId, ...traceOf(error) }, 'a record of an online shop cannot be stored');
  return { code: 'internal', reason: 'It could not be stored; the log of the server says why.' };
}

/** Where it happened and what it was, without its message: a database quotes in it what people wrote. */
function traceOf(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { fault: typeof error };
  const detail = (name: string) => Object.entries(error).find(([key]) => key === name)?.[1];
  const frames = error.stack?.split('\n').filter((line) => line.trimStart().startsWith('at '));
  return { fault: error.name, code: detail('code'), constraint: detail('constraint'), column: detail('column'), at: frames };
}
