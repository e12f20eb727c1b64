import type { Registry } from '@comptoir/core/kit/registry.js';
import { challengePaths } from './challenge-operations.js';
import { EXPERIMENTAL_HEADER, IDEMPOTENCY_PARAMETER, REPLAYED_HEADER, REQUEST_ID_HEADER, SUPERJSON_META } from './common-components.js';
import { type Contract, contractsOf, shareContracts } from './contracts.js';
import { type DocumentOptions, LICENSE, type OpenApiDocument } from './document.js';
import { errorSchemas, makeErrorAnswers } from './error-answers.js';
import { FEEDS_TAG, feedPaths } from './feed-operations.js';
import { HEALTH_TAG, healthPaths } from './health-operations.js';
import { itemPhotoPaths, PHOTO_TAG } from './photo-operations.js';
import { REST_TAG, restPath, restPathItem } from './rest-operations.js';
import { rpcPathItem } from './rpc-operations.js';
import { SHOP_WEBHOOK_TAG, shopWebhookPaths } from './shop-webhook-operations.js';
import { SIGN_IN_TAG, signInPaths } from './sign-in-operations.js';
import { WEBHOOK_SCHEME, WEBHOOK_TAG, webhookItems, webhookSchemas } from './webhook-operations.js';

/** The platform host as an OpenAPI 3.1 document, from its procedures. Builds every contract: for when it is asked for, not for boot. */
export function makePlatformDocument(registry: Registry, { publicUrl, version }: DocumentOptions): OpenApiDocument {
  const contracts = contractsOf(registry);
  const schemas = shareContracts(contracts);
  const rpc = makeErrorAnswers('rpc');
  const plain = makeErrorAnswers('public');
  const marked = contracts.filter(({ procedure }) => procedure.rest === true);
  const paths = {
    ...Object.fromEntries(contracts.map((contract) => [`/api/rpc/${contract.path}`, rpcPathItem(contract, { schemas, errors: rpc })])),
    ...Object.fromEntries(marked.map((contract) => [restPath(contract), restPathItem(contract, { schemas, errors: plain })])),
    ...signInPaths(plain),
    ...itemPhotoPaths(plain),
    ...feedPaths(plain),
    ...shopWebhookPaths(plain),
    ...healthPaths(plain),
    ...challengePaths(plain),
  };
  return {
    openapi: '3.1.1',
    info: { title: 'Comptoir platform', version, description: DESCRIPTION, license: LICENSE },
    servers: [{ url: publicUrl, description: 'This server.' }],
    security: [{ bearer: [] }, { session: [] }],
    tags: [...routerTags(contracts), REST, SIGN_IN_TAG, PHOTO_TAG, FEEDS_TAG, SHOP_WEBHOOK_TAG, WEBHOOK_TAG, HEALTH_TAG],
    paths,
    webhooks: webhookItems(),
    components: {
      schemas: { ...schemas.components, ...webhookSchemas(), ...errorSchemas('rpc', 'public'), SuperjsonMeta: SUPERJSON_META },
      responses: { ...rpc.responses, ...plain.responses },
      parameters: { 'Idempotency-Key': IDEMPOTENCY_PARAMETER },
      headers: {
        'Idempotent-Replayed': REPLAYED_HEADER,
        'X-Experimental': EXPERIMENTAL_HEADER,
        'X-Request-Id': REQUEST_ID_HEADER,
      },
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const DESCRIPTION = `The back-office API of Comptoir: named procedures over the wire of tRPC 11 with the superjson transformer.

Queries are \`GET /api/rpc/<router>.<procedure>?input=<URL-encoded {"json": …}>\` (or POST), mutations \`POST\` with \`{"json": …}\` as the body. Dates travel as ISO 8601 text with a note in \`meta\`; the fields concerned are marked \`x-superjson\` here. Several calls may travel in one request with \`?batch=1\`, their paths joined by commas.

Money is whole cents (\`…Cents\`). Lists take \`page\` and \`pageSize\` (at most 100 are served) and answer \`items\`, \`total\`, \`page\` and \`pageSize\`.`;

const REST = {
  name: REST_TAG,
  description:
    'Experimental: some procedures as plain HTTP and JSON, without envelopes. Fields of a query are parameters; a repeated parameter is a list.',
} as const;

function routerTags(contracts: readonly Contract[]) {
  const routers = [...new Set(contracts.map(({ router }) => router))];
  return routers.map((router) => ({ name: router, description: `The procedures of the \`${router}\` router.` }));
}

const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A token acts as its own organisation and establishment on any host, whatever headers and cookies say.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Secure-platform.session-token',
    description:
      'The session of a browser (`platform.session-token` in development). It acts for what `X-Tenant-Id` and `X-Site-Id`, the selection cookies or the host name, in this order; the headers work on an organisation’s own domain only.',
  },
  feedKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Feed-Key',
    description: 'A key that begins with `feed_`; also taken as a Bearer token.',
  },
  webhookSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Webhook-Signature',
    description:
      'The secret of the establishment’s online shop, as it stands in the setting `webhook.secret` (or, older, `shop.webhooks.secret`).',
  },
  webhookSignature: WEBHOOK_SCHEME,
} as const;
