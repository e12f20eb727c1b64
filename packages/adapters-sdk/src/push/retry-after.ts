/** Seconds from `now` that a `Retry-After` header asks for: a number, or an HTTP date; null when it is neither. */
export function retryAfterSecs(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // `Date.parse` takes many notations; all dates of HTTP begin with the name of a day.
  const at = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
