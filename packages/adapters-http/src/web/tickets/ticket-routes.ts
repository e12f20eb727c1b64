import { DomainError } from '@comptoir/core/kit/errors.js';
import type { TicketLanguage } from '@comptoir/core/ticketing/offer.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import type { HostState } from '../../kit/koa-app.js';
import type { KeptPages } from '../kept-pages.js';
import { nullFor } from '../null-for.js';
import type { PageRoutesDeps } from '../page-deps.js';
import { TICKET_PAGES, ticketsPath } from '../page-paths.js';
import { letFormsLeadTo, sendCurrentPage, sendNotFound } from '../send-page.js';
import { ticketLanguage } from './ticket-languages.js';
import { renderNoTickets, renderTicketPage } from './ticket-page.js';

export type TicketContext = Context & { params: Record<string, string> };

/** The page on which tickets are booked (interfaces A, behaviour rule 5). */
export function addTicketRoutes(router: Router<HostState>, deps: PageRoutesDeps & { readonly keptPages: KeptPages }): void {
  const { services, assets, publicUrl, keptPages } = deps;
  const { clock, payments, ticketCounter } = services;

  for (const path of Object.values(TICKET_PAGES)) {
    router.get(path, async function sendTicketPage(ctx) {
      const language = languageOfPath(ctx);
      const window = await ticketCounter.open(ctx.params.slug ?? '', language).catch(nullFor('unknown_shop'));
      if (window === null) {
        sendNotFound(ctx, language, renderNoTickets('place', language, assets));
        return;
      }
      const now = clock.now();
      const render = () => renderTicketPage({ window, language, assets, publicUrl, now });
      sendCurrentPage(ctx, language, keptPages(ticketsPath(window.site.slug, language), window, now, render));
      letFormsLeadTo(ctx, payments.checkoutOrigins);
    });
  }
}

/** French where the address names none. Throws `not_found` for a language that tickets are not sold in. */
export function languageOfPath({ params }: TicketContext): TicketLanguage {
  const language = ticketLanguage(params.language ?? 'fr');
  if (language === undefined) throw new DomainError('not_found');
  return language;
}
