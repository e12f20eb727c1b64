import type { Issue } from '../kit/errors.js';

/** One part of the path that a route file answers. */
export type Segment =
  | { readonly kind: 'static'; readonly text: string }
  | { readonly kind: 'param'; readonly name: string }
  /** What is left of the path, at least one part of it. Only at the end. */
  | { readonly kind: 'rest'; readonly name: string };

/** What a route file answers, read from its name alone. */
export interface RoutePattern {
  /** Relative to the site: `routes/blog/[slug].ts`. */
  readonly file: string;
  readonly segments: readonly Segment[];
}

const ROUTES = /^routes\/(.+)\.(?:ts|js)$/;
const REST = /^\[\.\.\.([A-Za-z_]\w*)\]$/;
const PARAM = /^\[([A-Za-z_]\w*)\]$/;

/**
 * True for the files below `routes/` that answer requests. Not for declarations of types, nor for what begins with `_` or `.`:
 * that is where a site keeps what several routes share.
 */
export function isRouteFile(file: string): boolean {
  return ROUTES.test(file) && !/\.d\.ts$/.test(file) && !/\/[._]/.test(file);
}

/** The pattern of a route file (decisions §7, "Edge"), or what is wrong with its name. */
export function routePattern(file: string): RoutePattern | Issue {
  const parts = (ROUTES.exec(file)?.[1] ?? '').split('/');
  if (parts.at(-1) === 'index') parts.pop();
  const segments: Segment[] = [];
  for (const part of parts) {
    const segment = segmentOf(part);
    if (segment === null) return { path: file, message: `"${part}" is no segment: write a name, [param] or [...rest].` };
    segments.push(segment);
  }
  const fault = faultOf(segments);
  return fault === null ? { file, segments } : { path: file, message: fault };
}

function segmentOf(part: string): Segment | null {
  const rest = REST.exec(part)?.[1];
  if (rest !== undefined) return { kind: 'rest', name: rest };
  const param = PARAM.exec(part)?.[1];
  if (param !== undefined) return { kind: 'param', name: param };
  return /[[\]]/.test(part) ? null : { kind: 'static', text: part };
}

function faultOf(segments: readonly Segment[]): string | null {
  if (segments.slice(0, -1).some(({ kind }) => kind === 'rest')) return 'A [...rest] takes all that is left, so nothing can follow it.';
  const names = segments.flatMap((segment) => (segment.kind === 'static' ? [] : [segment.name]));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? null : `The name "${twice}" is used twice.`;
}
