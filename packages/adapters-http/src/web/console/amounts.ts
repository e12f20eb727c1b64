/** Amounts as people type them: euros, with a comma or a point. */

const AMOUNT = /^(\d{1,6})(?:[.,](\d{1,2}))?$/;

/** The cents of `12`, `12,5` or `12.50`; null for anything else. */
export function parseCents(text: string): number | null {
  const found = AMOUNT.exec(text.replace(/[\s\u00a0\u202f]/g, ''));
  if (found === null) return null;
  const [, whole = '', fraction = ''] = found;
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

/** The basis points of `20` or `5,5` percent, at most 100; null for anything else. */
export function parsePercent(text: string): number | null {
  const basisPoints = parseCents(text.replace('%', ''));
  return basisPoints === null || basisPoints > 10_000 ? null : basisPoints;
}
