import { page } from '../lib/page.js';

/** The addresses of the islands, by name, come with every request. */
interface Context {
  readonly islands: Readonly<Record<string, string>>;
}

export function GET(_request: Request, { islands }: Context): Response {
  return page(
    'Chez Lucie',
    `<p>Open from noon to ten. Say hello at <a href="/hello/Ada">/hello/Ada</a>.</p>
<p id="clock">This page needs no script; with one it shows the time.</p>
<script type="module" src="${islands['clock']}"></script>`,
  );
}
