import { DomainError, type Issue } from '../kit/errors.js';
import type { EdgeMethod } from './edge-method.js';
import { type RoutePattern, routePattern, type Segment } from './route-pattern.js';

/** A route file, and the methods it exports. */
export interface Route {
  /** Relative to the site: `routes/blog/[slug].ts`. */
  readonly file: string;
  readonly methods: readonly EdgeMethod[];
}

export interface RouteMatch {
  readonly route: Route;
  /** By the names in the brackets; what a `[...rest]` took is joined by slashes. */
  readonly params: Readonly<Record<string, string>>;
}

export interface RouteTable {
  /**
   * The route for these parts of a path (`pathSegments`), or null. Of several, the most specific: compared part by part from the left, a name
   * goes before a `[param]`, and that before a `[...rest]`. The order of the files has no influence.
   */
  match(segments: readonly string[]): RouteMatch | null;
}

/** The patterns of route files. Throws `site_broken` with every name that cannot be read and every two files that answer the same. */
export function routePatterns(files: readonly string[]): readonly RoutePattern[] {
  const read = [...files].sort().map(routePattern);
  const patterns = read.filter((each): each is RoutePattern => 'segments' in each);
  const faults = [...read.filter((each): each is Issue => 'message' in each), ...conflicts(patterns)];
  if (faults.length > 0) throw new DomainError('site_broken', { issues: faults });
  return patterns;
}

/** The table of these routes. Throws `site_broken`, as `routePatterns`. */
export function makeRouteTable(routes: readonly Route[]): RouteTable {
  const byFile = new Map(routes.map((route) => [route.file, route]));
  const root = aNode();
  for (const { file, segments } of routePatterns([...byFile.keys()])) {
    const route = byFile.get(file);
    if (route !== undefined) plant(root, segments, { route, names: namesIn(segments) });
  }
  return {
    match(segments) {
      const found = find(root, segments, 0, []);
      if (found === null) return null;
      const { leaf, values } = found;
      return { route: leaf.route, params: Object.fromEntries(leaf.names.map((name, index) => [name, values[index] ?? ''])) };
    },
  };
}

/** Files that answer exactly the same paths, whatever they call their parameters. */
function conflicts(patterns: readonly RoutePattern[]): readonly Issue[] {
  const firstOf = new Map<string, string>();
  return patterns.flatMap(({ file, segments }) => {
    const shape = JSON.stringify(segments.map((segment) => (segment.kind === 'static' ? [segment.text] : segment.kind)));
    const first = firstOf.get(shape);
    if (first === undefined) firstOf.set(shape, file);
    return first === undefined ? [] : [{ path: file, message: `Answers the same paths as ${first}: keep one of them.` }];
  });
}

/** A tree by parts of the path. A search goes through each node at most once, so a hostile path costs no more than the table is large. */
interface Node {
  readonly named: Map<string, Node>;
  param: Node | null;
  /** The route that ends here. */
  here: Leaf | null;
  /** The route that takes all that follows. */
  rest: Leaf | null;
}

interface Leaf {
  readonly route: Route;
  readonly names: readonly string[];
}

interface Found {
  readonly leaf: Leaf;
  readonly values: readonly string[];
}

function aNode(): Node {
  return { named: new Map(), param: null, here: null, rest: null };
}

function plant(node: Node, [segment, ...others]: readonly Segment[], leaf: Leaf): void {
  if (segment === undefined) node.here = leaf;
  else if (segment.kind === 'rest') node.rest = leaf;
  else plant(childFor(node, segment), others, leaf);
}

function childFor(node: Node, segment: Exclude<Segment, { kind: 'rest' }>): Node {
  if (segment.kind === 'param') {
    node.param ??= aNode();
    return node.param;
  }
  const child = node.named.get(segment.text) ?? aNode();
  node.named.set(segment.text, child);
  return child;
}

function find(node: Node, segments: readonly string[], at: number, values: readonly string[]): Found | null {
  const segment = segments[at];
  if (segment === undefined) return node.here === null ? null : { leaf: node.here, values };
  const named = node.named.get(segment);
  const below =
    (named && find(named, segments, at + 1, values)) ?? (node.param && find(node.param, segments, at + 1, [...values, segment])) ?? null;
  if (below !== null || node.rest === null) return below;
  return { leaf: node.rest, values: [...values, segments.slice(at).join('/')] };
}

function namesIn(segments: readonly Segment[]): readonly string[] {
  return segments.flatMap((segment) => (segment.kind === 'static' ? [] : [segment.name]));
}
