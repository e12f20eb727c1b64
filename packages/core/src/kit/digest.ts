/**
 * JSON with sorted keys and without undefined: two bodies that mean the same have the same text. Keys that are whole numbers come first and by their
 * size, as objects keep them; chains of digests were reckoned so. It writes the text itself, which takes a third of what `JSON.stringify` with a
 * function takes.
 */
export function canonicalJson(value: unknown): string {
  return textOf(value) ?? 'null';
}

/** Undefined: JSON has nothing for it. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((inner) => textOf(inner) ?? 'null').join(',')}]`;
  if ('toJSON' in value) return textOf(JSON.parse(JSON.stringify(value) ?? 'null'));
  return textOfRecord(value);
}

function textOfRecord(value: object): string {
  const parts: string[] = [];
  for (const [key, inner] of Object.entries(value).sort(byKey)) {
    const text = textOf(inner);
    if (text !== undefined) parts.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${parts.join(',')}}`;
}

function byKey([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  const [one, other] = [wholeOf(left), wholeOf(right)];
  if (one !== other) return one - other;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** What objects sort before every other key, by its size; infinite: any other. Nothing after a colon begins with a digit. */
function wholeOf(key: string): number {
  if (key > ':') return Number.POSITIVE_INFINITY;
  return /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 4_294_967_295 ? Number(key) : Number.POSITIVE_INFINITY;
}
