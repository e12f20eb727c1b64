/**
 * True when both say the same: in any order of names, a name without a value being none. Thousands of records are compared in a run, where writing
 * both as text (`canonicalJson`) takes longer than all other work.
 */
export function sameValue(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (left instanceof Date || right instanceof Date)
    return left instanceof Date && right instanceof Date && left.getTime() === right.getTime();
  if (Array.isArray(left) || Array.isArray(right)) return Array.isArray(left) && Array.isArray(right) && sameList(left, right);
  const [one, other] = [new Map(Object.entries(left)), new Map(Object.entries(right))];
  return saysAll(one, other) && [...other].every(([name, value]) => value === undefined || one.has(name));
}

function sameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((value, index) => sameValue(value, right[index]));
}

function saysAll(one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): boolean {
  for (const [name, value] of one) if (!sameValue(value, other.get(name))) return false;
  return true;
}
