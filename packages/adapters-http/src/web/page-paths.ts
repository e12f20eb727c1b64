/** Where the public pages are, for whoever links to them; `page-routes.ts` serves them. */

export function cartePath(slug: string): string {
  return `/carte/${encodeURIComponent(slug)}`;
}

export function orderPath(slug: string, orderId: string): string {
  return `${cartePath(slug)}/order/${encodeURIComponent(orderId)}`;
}
