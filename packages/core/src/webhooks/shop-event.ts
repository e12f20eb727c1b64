import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { issuesOf } from '../kit/validate.js';
import type { ImportedEntity } from '../shop-sync/shop-sync-service.js';

/** What an online shop says has happened (interfaces D). It is a reason to look, never a fact: the shop is read again. */

export const WEBHOOK_ENTITIES = ['customers', 'products', 'orders'] as const satisfies readonly ImportedEntity[];

export const WEBHOOK_ACTIONS = ['create', 'update', 'delete'] as const;
export type WebhookAction = (typeof WEBHOOK_ACTIONS)[number];

export interface ShopEvent {
  readonly action: WebhookAction;
  /** The id in the shop; of an order it may be ours. 1–80 visible characters. */
  readonly externalId: string;
}

export const EVENTS_MAX = 500;

const SINGULAR: Readonly<Record<string, string>> = { customer: 'customers', product: 'products', order: 'orders' };

const entityName = z
  .string()
  .transform((name) => SINGULAR[name] ?? name)
  .pipe(z.enum(WEBHOOK_ENTITIES));

const externalId = z
  .union([z.string(), z.int().min(0).transform(String)])
  .pipe(z.string().regex(/^[\x21-\x7e]{1,80}$/, '1 to 80 visible characters, or a whole number'));

/** One event as the shop sends it; names it does not know are left alone. */
export const shopEventSchema = z.object({ entity: entityName, action: z.enum(WEBHOOK_ACTIONS), id: externalId });

/** The entity of a path. Throws `unknown_entity`. */
export function webhookEntity(name: string | undefined): ImportedEntity {
  const entity = WEBHOOK_ENTITIES.find((known) => known === name);
  if (entity === undefined) throw new DomainError('unknown_entity');
  return entity;
}

/** The events of a body, in order, all about the entity. Throws `invalid_batch` with the faults. */
export function readBatch(entity: ImportedEntity, body: unknown): readonly ShopEvent[] {
  const batch = z
    .array(shopEventSchema.extend({ entity: entityName.pipe(z.literal(entity)) }))
    .min(1)
    .max(EVENTS_MAX);
  const { data, error } = batch.safeParse(body);
  if (error !== undefined) throw new DomainError('invalid_batch', { issues: issuesOf(error) });
  return data.map(({ action, id }) => ({ action, externalId: id }));
}
