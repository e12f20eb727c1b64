import type { StopSignal } from '@comptoir/core/kit/stop-signal.js';
import { rounded } from './decimal.js';
import { decimalIn, idIn, type Row, scalar } from './row.js';
import { groupedBy, linked } from './row-lists.js';
import type { ShopReads } from './shop-reads.js';

/** The rate of several taxes on one thing, in basis points: they are added, none is charged on another. Null: one of them is unknown. */
export function sumOfRates(taxIds: readonly (string | null)[], taxes: ReadonlyMap<string, Row> | null): number | null {
  let sum = 0;
  for (const id of taxIds) {
    const tax = id === null ? undefined : taxes?.get(id);
    if (tax === undefined) return null;
    sum += basisPoints(tax, 'rate');
  }
  return sum;
}

/** A percentage in basis points. Throws `BadField`. */
export function basisPoints(row: Row, field: string): number {
  return rounded(decimalIn(row, field), 2);
}

/** The rate of a group of tax rules in the country of the shop; null: unknown. Throws `BadField`. */
export type RateOfGroup = (groupId: string | null) => number | null;

/**
 * The rules of the shop's own country, for the whole of it: a rate that depends on where a customer lives is none of the product. No group is a
 * statement, "no tax"; a group without a rule for the country is not.
 */
export async function ratesOfGroups(reads: ShopReads, groupIds: readonly string[], signal: StopSignal): Promise<RateOfGroup> {
  const { countryId } = await reads.settings(signal);
  const isAsked = countryId !== null && groupIds.length > 0;
  const rules = isAsked ? await reads.knownWhereReadable('tax_rules', 'id_country', countryId, signal) : null;
  const byGroup = groupedBy((rules ?? []).filter(isForWholeCountry), 'id_tax_rules_group');
  const needed = [...new Set(groupIds)].flatMap((id) => linked(byGroup.get(id) ?? [], 'id_tax'));
  const taxes = await reads.knownReadable('taxes', needed, signal);
  return (groupId) => {
    if (groupId === null) return 0;
    const applied = untilExclusive(byGroup.get(groupId) ?? []);
    // A rule with no tax says that nothing is charged there.
    const charged = applied.map((rule) => idIn(rule, 'id_tax')).filter((id) => id !== null);
    return applied.length === 0 ? null : sumOfRates(charged, taxes);
  };
}

function isForWholeCountry(rule: Row): boolean {
  return isNone(rule['id_state']) && isNone(rule['zipcode_from']);
}

function isNone(value: unknown): boolean {
  return ['', '0'].includes(scalar(value));
}

/** Behaviour 0: this tax only; others let the next rule add its own. */
function untilExclusive(rules: readonly Row[]): readonly Row[] {
  const last = rules.findIndex((rule) => isNone(rule['behavior']));
  return last === -1 ? rules : rules.slice(0, last + 1);
}
