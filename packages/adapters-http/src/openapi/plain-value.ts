/** Values as they travel: in plain JSON, and in the envelope of RPC, which says beside the JSON what is more than that. */

/** Dates as ISO 8601, large numbers as text; undefined fields are gone. */
export function plainOf(value: unknown): unknown {
  const text = JSON.stringify(value, (_key, member: unknown) => (typeof member === 'bigint' ? member.toString() : member));
  return text === undefined ? null : (JSON.parse(text) as unknown);
}

export interface Envelope {
  readonly json: unknown;
  readonly meta?: { readonly values: unknown; readonly v: 1 };
}

/** The value with superjson's note of what is a date or a large number, and where. */
export function envelopeOf(value: unknown): Envelope {
  if (value === undefined) return { json: null, meta: { values: ['undefined'], v: 1 } };
  const values = Object.fromEntries(annotationsIn(value, []));
  return { json: plainOf(value), ...(Object.keys(values).length > 0 && { meta: { values, v: 1 } }) };
}

function annotationsIn(value: unknown, path: readonly string[]): [path: string, annotation: readonly string[]][] {
  if (value instanceof Date) return [[path.join('.'), ['Date']]];
  if (typeof value === 'bigint') return [[path.join('.'), ['bigint']]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => annotationsIn(member, [...path, key]));
}
