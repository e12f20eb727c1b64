/** What a route file may export (decisions §7, "Edge"). */
export const EDGE_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;
export type EdgeMethod = (typeof EDGE_METHODS)[number];

export type MethodChoice =
  /** Call this handler. */
  | { readonly kind: 'call'; readonly handler: EdgeMethod }
  /** Say what there is; `allow` is the value of the header. */
  | { readonly kind: 'describe'; readonly allow: string }
  | { readonly kind: 'refuse'; readonly allow: string };

/** Which handler answers a request: GET stands in for HEAD, and OPTIONS is always there (RFC 9110 §9). */
export function chooseMethod(exported: readonly EdgeMethod[], requested: string): MethodChoice {
  const own = exported.find((method) => method === requested);
  if (own !== undefined) return { kind: 'call', handler: own };
  if (requested === 'HEAD' && exported.includes('GET')) return { kind: 'call', handler: 'GET' };
  return { kind: requested === 'OPTIONS' ? 'describe' : 'refuse', allow: allowOf(exported) };
}

function allowOf(exported: readonly EdgeMethod[]): string {
  const allowed = new Set<EdgeMethod>([...exported, 'OPTIONS', ...(exported.includes('GET') ? (['HEAD'] as const) : [])]);
  return EDGE_METHODS.filter((method) => allowed.has(method)).join(', ');
}
