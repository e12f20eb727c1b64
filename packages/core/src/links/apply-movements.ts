import type { Product } from '../catalogue/item.js';
import { DomainError } from '../kit/errors.js';
import { happened } from '../stock/new-stock-action.js';
import type { StockUnit } from '../stock/stock-action.js';
import { writeFacts } from '../stock/stock-moves.js';
import type { SyncWork } from './apply-catalogue.js';
import { faultsIn, nameIn, type SyncAnswer, type SyncError, type SyncErrorCode, syncMovement } from './sync-contract.js';
import type { SyncMovement } from './sync-link-store.js';

interface SentMovement {
  readonly index: number;
  readonly movement: SyncMovement;
}

/** A movement, and what it is of. */
interface FoundMovement extends SentMovement {
  readonly unit: StockUnit;
}

/**
 * Writes the movements into the ledger, each id once for ever, in whatever order they come. A movement that cannot be written is not remembered: it can be
 * sent again. Throws `feature_disabled` where the establishment keeps no stock.
 */
export async function applyMovements(work: SyncWork, members: readonly unknown[]): Promise<Omit<SyncAnswer, 'ok'>> {
  const { services, stores, scope, linkId } = work;
  const site = await services.views.sites.get(scope);
  if (site?.features.stock !== true) throw new DomainError('feature_disabled');
  const { sent, errors: unread } = readMovements(members, services.clock.now());
  const known = await stores.syncLinks.knownMovements(
    scope,
    linkId,
    sent.map(({ movement }) => movement.id),
  );
  const { fresh, ignored, errors: reused } = freshOf(sent, known);
  const { found, errors: unfound } = await findUnits(work, fresh);
  await write(work, found);
  const errors = [...unread, ...reused, ...unfound].sort((left, right) => left.index - right.index);
  return { applied: found.length, ignored, errors };
}

function readMovements(members: readonly unknown[], now: Date) {
  const [sent, errors]: [SentMovement[], SyncError[]] = [[], []];
  for (const [index, member] of members.entries()) {
    const { data, error } = syncMovement.safeParse(member);
    if (error !== undefined) errors.push({ index, id: nameIn(member, 'id'), error: 'invalid_movement', message: faultsIn(error) });
    else sent.push({ index, movement: { ...data, at: data.at ?? now } });
  }
  return { sent, errors };
}

/** Without those that were told before, in this call or an earlier one. */
function freshOf(sent: readonly SentMovement[], known: readonly SyncMovement[]) {
  const told = new Map(known.map((movement) => [movement.id, movement]));
  const [fresh, errors]: [SentMovement[], SyncError[]] = [[], []];
  for (const one of sent) {
    const { movement } = one;
    const earlier = told.get(movement.id);
    if (earlier === undefined) {
      told.set(movement.id, movement);
      fresh.push(one);
    } else if (earlier.key !== movement.key || earlier.quantity !== movement.quantity) {
      errors.push(refused(one, 'movement_reused', 'This id was used for another movement.'));
    }
  }
  return { fresh, ignored: sent.length - fresh.length - errors.length, errors };
}

async function findUnits({ services: { views }, scope }: SyncWork, fresh: readonly SentMovement[]) {
  const products = await views.products.bySyncKeys(scope, [...new Set(fresh.map(({ movement }) => movement.key))]);
  const units = new Map(products.flatMap(keyedUnits));
  const [found, errors]: [FoundMovement[], SyncError[]] = [[], []];
  for (const one of fresh) {
    const unit = units.get(one.movement.key);
    if (unit === undefined) errors.push(refused(one, 'unknown_key', 'No item without variants and no variant has this key.'));
    else if (!unit.isKept) errors.push(refused(one, 'stock_not_kept', 'The till keeps no stock of this item.'));
    else found.push({ ...one, unit });
  }
  return { found, errors };
}

/** What stock is kept of, by key: the variants of an item, or the item where it has none. */
function keyedUnits({ id: itemId, syncKey, variants, manageStock: isKept }: Product) {
  const parts = variants.length === 0 ? [{ id: null, syncKey }] : variants;
  return parts.flatMap((part) => (part.syncKey === null ? [] : [[part.syncKey, { itemId, variantId: part.id, isKept }] as const]));
}

async function write({ services, stores, scope, linkId }: SyncWork, found: readonly FoundMovement[]): Promise<void> {
  if (found.length === 0) return;
  const { clock, ids, signals } = services;
  const now = clock.now();
  await stores.syncLinks.addMovements(
    scope,
    linkId,
    found.map(({ movement }) => movement),
  );
  const actions = found.map(({ movement, unit: { itemId, variantId } }) => {
    const cause = { reason: 'SYNC_MOVEMENT', reference: `${linkId} ${movement.id}`, note: noteOf(movement) } as const;
    return happened(ids, scope, { itemId, variantId }, movement.quantity, cause, now);
  });
  await stores.stock.open(
    scope,
    found.map(({ unit: { itemId, variantId } }) => ({ itemId, variantId })),
    now,
  );
  await writeFacts(stores.stock, scope, actions);
  signals.send({ kind: 'stock-changed', siteId: scope.siteId });
}

/** The ledger has the instant it was written; when it happened in the shop is told beside it. */
function noteOf({ reason, at }: SyncMovement): string {
  return [reason, at.toISOString()].filter(Boolean).join(', ');
}

function refused({ index, movement: { id } }: SentMovement, error: SyncErrorCode, message: string): SyncError {
  return { index, id, error, message };
}
