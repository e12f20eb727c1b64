/** Which bytes a request asks for: first and last, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * What `Range` asks of so many bytes (RFC 9110 §14). `whole` for a header that is none, or asks for several pieces at once, which nobody is obliged to
 * serve; `unsatisfiable` when nothing of it is there.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, from, to] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'whole';
  if (from === '') return lastBytes(Number(to), size);
  const first = Number(from);
  if (to !== '' && Number(to) < first) return 'whole';
  if (first >= size) return 'unsatisfiable';
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}

function lastBytes(count: number, size: number): ByteRange | 'unsatisfiable' {
  return count === 0 || size === 0 ? 'unsatisfiable' : { first: Math.max(0, size - count), last: size - 1 };
}
