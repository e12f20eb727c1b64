import { escapeHtml, page } from '../../lib/page.js';

interface Context {
  readonly params: { readonly name: string };
}

export function GET(_request: Request, { params }: Context): Response {
  return page('Hello', `<p>Hello, ${escapeHtml(params.name)}.</p>`);
}
