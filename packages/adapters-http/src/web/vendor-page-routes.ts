import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Services } from '@comptoir/core/services.js';
import { PORTAL_LANGUAGES, type PortalLanguage } from '@comptoir/core/vendors/portal-words.js';
import type Router from '@koa/router';
import { clientOf } from '../kit/client-of.js';
import type { HostState } from '../kit/koa-app.js';
import type { WebAssets } from './assets.js';
import { nullFor } from './null-for.js';
import { VENDOR_PAGES } from './page-paths.js';
import { encodePage, sendNotFound, sendPage } from './send-page.js';
import { renderNoVendorPage, renderVendorPage } from './vendor-page.js';

export interface VendorPageDeps {
  readonly services: Pick<Services, 'vendorPortal'>;
  readonly assets: WebAssets;
}

/**
 * The vendor portal, for whoever has the link: the token in it is the right to see it. Answers 404 in words where it leads nowhere, alike for a link
 * that never was, has expired or was replaced. The address is a secret that neither caches nor other sites are told.
 */
export function addVendorPageRoutes(router: Router<HostState>, { services: { vendorPortal }, assets }: VendorPageDeps): void {
  for (const path of Object.values(VENDOR_PAGES)) {
    router.get(path, async function sendVendorPage(ctx) {
      const language = languageIn(ctx.params['language'] ?? 'fr');
      const token = ctx.params['token'] ?? '';
      const sheet = await vendorPortal.open(token, clientOf(ctx).address, pageIn(ctx.query.page)).catch(nullFor('unknown_record'));
      if (sheet === null) sendNotFound(ctx, language, renderNoVendorPage({ language, assets }));
      else sendPage(ctx, language, encodePage(renderVendorPage({ sheet, token, language, assets })));
      ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' });
    });
  }
}

function languageIn(code: string): PortalLanguage {
  const language = PORTAL_LANGUAGES.find((known) => known === code);
  if (language === undefined) throw new DomainError('not_found');
  return language;
}

/** The first page where none is asked for, or what is asked for is none. */
function pageIn(asked: string | string[] | undefined): number {
  return typeof asked === 'string' && /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 1;
}
