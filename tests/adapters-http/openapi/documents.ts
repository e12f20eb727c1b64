import type { OpenApiDocument } from '@comptoir/adapters-http/openapi/document.js';
import { EDGE_VERSION, makeEdgeDocument } from '@comptoir/adapters-http/openapi/edge-document.js';
import { makePlatformDocument } from '@comptoir/adapters-http/openapi/platform-document.js';
import { makeSdkDocument, SDK_VERSION } from '@comptoir/adapters-http/openapi/sdk-document.js';
import { makeStorefrontDocument, STOREFRONT_VERSION } from '@comptoir/adapters-http/openapi/storefront-document.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import { ROUTERS } from '@comptoir/core/procedures.js';
import { SDK_CALLS } from '@comptoir/core/sdk-calls.js';

export function platformDocument(publicUrl = 'https://platform.comptoir.test'): OpenApiDocument {
  return makePlatformDocument(makeRegistry(ROUTERS), { publicUrl, version: '0.1.0' });
}

export function storefrontDocument(publicUrl = 'https://till.comptoir.test'): OpenApiDocument {
  return makeStorefrontDocument({ publicUrl, version: STOREFRONT_VERSION });
}

export function sdkDocument(publicUrl = 'http://127.0.0.1:3080'): OpenApiDocument {
  return makeSdkDocument(SDK_CALLS, { publicUrl, version: SDK_VERSION });
}

export function edgeDocument(publicUrl = 'http://127.0.0.1:8444'): OpenApiDocument {
  return makeEdgeDocument({ publicUrl, version: EDGE_VERSION });
}
