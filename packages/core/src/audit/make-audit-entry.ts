import type { z } from 'zod';
import type { Clock } from '../kit/clock.js';
import { toStored } from '../kit/idempotency.js';
import type { Ids } from '../kit/ids.js';
import { withoutSecrets } from '../kit/secret.js';
import type { AuditEntry } from './audit-entry.js';

/** The largest input that is kept whole in the log, in characters of JSON. */
const AUDITED_MAX = 8000;

/** The entry of a change that is being made now. `contract` is that of the input: what it marks as secret is left out. */
export function makeAuditEntry(
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
  change: Omit<AuditEntry, 'id' | 'at'>,
  contract: z.ZodType,
): AuditEntry {
  return { ...change, id: ids.uuid(), at: clock.now(), input: jsonOf(withoutSecrets(contract, change.input, undefined)) };
}

function jsonOf(value: unknown): unknown {
  const text = JSON.stringify(toStored(value)) ?? 'null';
  return text.length > AUDITED_MAX ? { $tooLarge: text.length } : (JSON.parse(text) as unknown);
}
