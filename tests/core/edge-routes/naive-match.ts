/** The rule of route tables as it is told: try every file, compare those that fit, part by part. */
export function matchNaively(files: readonly string[], segments: readonly string[]): string | null {
  const fitting = files.filter((file) => fits(partsOf(file), segments));
  return fitting.sort((one, other) => compare(partsOf(one), partsOf(other)))[0] ?? null;
}

function partsOf(file: string): string[] {
  const parts = file
    .replace(/^routes\//, '')
    .replace(/\.ts$/, '')
    .split('/');
  return parts.at(-1) === 'index' ? parts.slice(0, -1) : parts;
}

function fits(parts: readonly string[], segments: readonly string[]): boolean {
  if (parts.at(-1)?.startsWith('[...')) {
    return segments.length >= parts.length && fits(parts.slice(0, -1), segments.slice(0, parts.length - 1));
  }
  return parts.length === segments.length && parts.every((part, index) => part.startsWith('[') || part === segments[index]);
}

const rankOf = (part: string) => (part.startsWith('[...') ? 2 : part.startsWith('[') ? 1 : 0);

function compare(one: readonly string[], other: readonly string[]): number {
  for (const [index, part] of one.entries()) {
    const difference = rankOf(part) - rankOf(other[index] ?? '');
    if (difference !== 0) return difference;
  }
  return 0;
}
