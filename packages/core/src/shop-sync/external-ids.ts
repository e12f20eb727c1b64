import { compareText } from '../kit/compare-text.js';

/** The order of the ids of a shop, which a cursor goes by: numbers by their value, before all else. */
export function compareIds(left: string, right: string): number {
  const [leftIsNumber, rightIsNumber] = [isNumber(left), isNumber(right)];
  if (leftIsNumber && rightIsNumber) return left.length - right.length || compareText(left, right);
  if (leftIsNumber !== rightIsNumber) return leftIsNumber ? -1 : 1;
  return compareText(left, right);
}

/** Each id once, in order. */
export function sortedIds(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())].sort(compareIds);
}

function isNumber(id: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(id);
}
