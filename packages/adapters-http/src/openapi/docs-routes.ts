import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type Router from '@koa/router';
import { type EncodedBody, encodeBody, sendEncoded } from '../kit/encoded-body.js';
import type { HostState } from '../kit/koa-app.js';

export interface DocsRoutesDeps {
  /** The OpenAPI document of the host; asked for once, when somebody first wants to see it. */
  document(): object;
  /** What the page is called. */
  readonly title: string;
}

/** How long a reader may go without asking again. */
const CACHE_CONTROL = 'public, max-age=300';

const DOCS_DIR = fileURLToPath(new URL('../docs/', import.meta.url));

const FILES: Readonly<Record<string, string>> = {
  'page.css': 'text/css; charset=utf-8',
  'start.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

/** Everything comes from this host, and so does every call that is tried. */
const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `GET /openapi.json`, the document of the host, and `GET /docs`, a page to read it and try calls. Needs no other host. */
export function addDocsRoutes(router: Router<HostState>, { document, title }: DocsRoutesDeps): void {
  const bodies = new Map<string, EncodedBody>();

  /** Made when first asked for: reading, writing and compressing these takes longer than most calls. */
  function kept(name: string, make: () => EncodedBody): EncodedBody {
    const body = bodies.get(name) ?? make();
    bodies.set(name, body);
    return body;
  }

  router.get('/openapi.json', function sendDocument(ctx) {
    ctx.set('Cache-Control', CACHE_CONTROL);
    sendEncoded(
      ctx,
      kept('openapi.json', () => encodeBody('application/json; charset=utf-8', JSON.stringify(document()))),
    );
  });

  router.get('/docs', function sendDocsPage(ctx) {
    ctx.set({ 'Cache-Control': CACHE_CONTROL, 'Content-Security-Policy': DOCS_POLICY });
    sendEncoded(
      ctx,
      kept('docs', () => encodeBody('text/html; charset=utf-8', pageOf(title))),
    );
  });

  router.get('/docs/:file', function sendDocsFile(ctx) {
    const { file = '' } = ctx.params;
    const type = Object.hasOwn(FILES, file) ? FILES[file] : undefined;
    if (type === undefined) throw new DomainError('not_found');
    ctx.set('Cache-Control', CACHE_CONTROL);
    sendEncoded(
      ctx,
      kept(file, () => encodeBody(type, read(file))),
    );
  });
}

function read(file: string): string {
  try {
    return readFileSync(`${DOCS_DIR}${file}`, 'utf8');
  } catch (cause) {
    throw new Error(`The page of the API reference is not built; run "npm run build" (looked for ${file} in ${DOCS_DIR}).`, { cause });
  }
}

function pageOf(title: string): string {
  const escaped = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/page.css">
<script src="/docs/swagger-ui-bundle.js" defer></script>
<script src="/docs/start.js" type="module"></script>
</head>
<body>
<main id="reference"></main>
<noscript>This page needs JavaScript. The document itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>
</body>
</html>
`;
}
