import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Services } from '@comptoir/core/services.js';
import { TRACKING_LANGUAGES, type TrackingLanguage } from '@comptoir/core/tracking/words/words-of.js';
import type Router from '@koa/router';
import type { HostState } from '../kit/koa-app.js';
import type { WebAssets } from './assets.js';
import { nullFor } from './null-for.js';
import { SENT_ORDER_PAGES } from './page-paths.js';
import { encodePage, sendNotFound, sendPage } from './send-page.js';
import { renderNoTrackingPage, renderTrackingPage } from './tracking-page.js';

export interface TrackingPageDeps {
  readonly services: Pick<Services, 'tracking'>;
  readonly assets: WebAssets;
}

/**
 * The page of an order that is sent, for whoever has the link: the token in it is the right to see it. Answers 404 in words, alike for
 * an order that is not there, is a draft, or is of another establishment. The address is a secret that neither caches nor other sites
 * are told.
 */
export function addTrackingPageRoutes(router: Router<HostState>, { services: { tracking }, assets }: TrackingPageDeps): void {
  for (const path of Object.values(SENT_ORDER_PAGES)) {
    router.get(path, async function sendTrackingPage(ctx) {
      const language = languageIn(ctx.params['language'] ?? 'fr');
      const { slug = '', token = '' } = ctx.params;
      const found = await tracking.find(slug, token).catch(nullFor('unknown_order'));
      if (found === null) sendNotFound(ctx, language, renderNoTrackingPage({ language, assets }));
      else sendPage(ctx, language, encodePage(renderTrackingPage({ ...found, token, language, assets })));
      ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' });
    });
  }
}

function languageIn(code: string): TrackingLanguage {
  const language = TRACKING_LANGUAGES.find((known) => known === code);
  if (language === undefined) throw new DomainError('not_found');
  return language;
}
