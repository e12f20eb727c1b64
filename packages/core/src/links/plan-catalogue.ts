import type { Product } from '../catalogue/item.js';
import { codesOf, type ProductCode } from '../catalogue/product-codes.js';
import { canonicalJson } from '../kit/digest.js';
import { type ImportPlace, OWNER_FACT, plannedItem } from './planned-item.js';
import { faultsIn, nameIn, type SyncError, type SyncErrorCode, type SyncItem, syncItem } from './sync-contract.js';

/** An item of a catalogue, and where it stands in it. */
export interface SentItem {
  readonly index: number;
  readonly item: SyncItem;
}

/** What becomes of an item; `before` is null for a new one. */
export interface PlannedItem extends SentItem {
  readonly before: Product | null;
  readonly after: Product;
}

/** What a catalogue is planned by. */
export interface KnownItems extends ImportPlace {
  /** All that hold a key or a sku of what was sent, and no less. */
  readonly holders: readonly Product[];
  /** True for a product that this link may change. */
  readonly isOurs: (product: Product) => boolean;
}

export interface Planned {
  readonly planned: readonly PlannedItem[];
  readonly errors: readonly SyncError[];
}

/** The items that have their shape and a key of their own. */
export function readItems(members: readonly unknown[]): { readonly sent: readonly SentItem[]; readonly errors: readonly SyncError[] } {
  const [sent, errors]: [SentItem[], SyncError[]] = [[], []];
  const keys = new Set<string>();
  for (const [index, member] of members.entries()) {
    const { data: item, error } = syncItem.safeParse(member);
    if (error !== undefined) errors.push({ index, key: nameIn(member, 'key'), error: 'invalid_item', message: faultsIn(error) });
    else if (keys.has(item.key)) errors.push(refused({ index, item }, 'duplicate_key', 'An earlier item has this key.'));
    else {
      keys.add(item.key);
      sent.push({ index, item });
    }
  }
  return { sent, errors };
}

/** What becomes of the items. One that cannot be imported keeps no other from it, unless that one wants what it still has. */
export function planItems(sent: readonly SentItem[], known: KnownItems): Planned {
  const byKey = new Map(known.holders.flatMap((product) => codesIn(product, 'sync').map((code) => [code, product] as const)));
  const [planned, errors]: [PlannedItem[], SyncError[]] = [[], []];
  for (const one of sent) {
    const holder = byKey.get(one.item.key) ?? null;
    const refusal = holder === null ? null : refusalOf(one, holder, known);
    if (refusal !== null) errors.push(refusal);
    else planned.push({ ...one, before: holder, after: plannedItem(one.item, holder, known) });
  }
  const clear = withoutClashes(planned, known.holders);
  return { planned: clear.planned, errors: [...errors, ...clear.errors] };
}

/** True when the item says what is so already. */
export function isUnchanged({ before, after }: Pick<PlannedItem, 'before' | 'after'>): boolean {
  return before !== null && canonicalJson(before) === canonicalJson(after);
}

/** True when the product is of this link, or of none that is still there: neither another link nor the synchronization of an online shop keeps it. */
export function ownership(linkId: string, links: ReadonlySet<string>): (product: Product) => boolean {
  return ({ managedBy, externalId, data }) => {
    const owner = data[OWNER_FACT];
    return managedBy === 'sync' && externalId === null && (owner === linkId || typeof owner !== 'string' || !links.has(owner));
  };
}

function refusalOf(one: SentItem, holder: Product, { isOurs }: KnownItems): SyncError | null {
  if (holder.managedBy === 'till') return refused(one, 'managed_by_till', 'The till keeps the item with this key itself.');
  if (holder.syncKey !== one.item.key) return refused(one, 'duplicate_key', 'A variant of another item has this key.');
  return isOurs(holder) ? null : refused(one, 'duplicate_key', 'Another link or shop keeps the item with this key.');
}

/** Leaves out whatever would take a key or a sku of another, until the rest fits together. What is here already keeps its own before something new gets it. */
function withoutClashes(all: readonly PlannedItem[], holders: readonly Product[]): Planned {
  const errors: SyncError[] = [];
  let planned = all.toSorted((left, right) => Number(left.before === null) - Number(right.before === null));
  for (;;) {
    const faults = clashes(planned, holders);
    if (faults.length === 0) return { planned, errors };
    errors.push(...faults);
    const out = new Set(faults.map(({ index }) => index));
    planned = planned.filter(({ index }) => !out.has(index));
  }
}

function clashes(planned: readonly PlannedItem[], holders: readonly Product[]): readonly SyncError[] {
  const changed = new Set(planned.map(({ after }) => after.id));
  const taken = new Set(
    holders
      .filter(({ id }) => !changed.has(id))
      .flatMap(codesOf)
      .map(codeKey),
  );
  return planned.flatMap((one) => {
    const codes = codesOf(one.after);
    const keys = codes.map(codeKey);
    const clash = codes.find((_, index) => taken.has(keys[index] ?? '') || keys.indexOf(keys[index] ?? '') < index);
    if (clash !== undefined) return [clashOf(one, clash)];
    for (const key of keys) taken.add(key);
    return [];
  });
}

function clashOf(one: SentItem, { kind, code }: ProductCode): SyncError {
  const error = kind === 'sync' ? 'duplicate_key' : 'duplicate_sku';
  return refused(one, error, `"${code}" is taken by another item or variant.`);
}

export function refused({ index, item: { key } }: SentItem, error: SyncErrorCode, message: string): SyncError {
  return { index, key, error, message };
}

function codesIn(product: Product, kind: ProductCode['kind']): readonly string[] {
  return codesOf(product).flatMap((code) => (code.kind === kind ? [code.code] : []));
}

function codeKey({ kind, code }: ProductCode): string {
  return `${kind} ${code}`;
}
