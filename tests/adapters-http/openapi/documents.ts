import type { OpenApiDocument } from '@comptoir/adapters-http/openapi/document.js';
import { makePlatformDocument } from '@comptoir/adapters-http/openapi/platform-document.js';
import { makeStorefrontDocument, STOREFRONT_VERSION } from '@comptoir/adapters-http/openapi/storefront-document.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import { ROUTERS } from '@comptoir/core/procedures.js';

export function platformDocument(publicUrl = 'https://platform.comptoir.test'): OpenApiDocument {
  return makePlatformDocument(makeRegistry(ROUTERS), { publicUrl, version: '0.1.0' });
}

export function storefrontDocument(publicUrl = 'https://till.comptoir.test'): OpenApiDocument {
  return makeStorefrontDocument({ publicUrl, version: STOREFRONT_VERSION });
}
