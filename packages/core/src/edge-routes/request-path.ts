/** No site has paths as deep as this. */
const SEGMENTS_MAX = 64;

/**
 * The parts of a request's path, each decoded: `/a/b%20c/` is `['a', 'b c']`. A slash at the end makes no difference. Null for a path that no
 * site can mean: an empty part, one that walks (`.`, `..`), a backslash or a NUL, however encoded, or an encoding that is none.
 */
export function pathSegments(path: string): readonly string[] | null {
  if (!path.startsWith('/')) return null;
  const inside = path.endsWith('/') ? path.slice(1, -1) : path.slice(1);
  if (inside === '') return path === '//' ? null : [];
  const parts = inside.split('/');
  if (parts.length > SEGMENTS_MAX) return null;
  try {
    const decoded = parts.map(decodeURIComponent);
    return decoded.every(isName) ? decoded : null;
  } catch {
    return null;
  }
}

function isName(part: string): boolean {
  return part !== '' && part !== '.' && part !== '..' && !part.includes('\\') && !part.includes('\0');
}
