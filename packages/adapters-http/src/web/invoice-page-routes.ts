import type { Invoice } from '@comptoir/core/invoices/invoice.js';
import { INVOICE_LANGUAGES, type InvoiceLanguage } from '@comptoir/core/invoices/words/words-of.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Services } from '@comptoir/core/services.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { clientOf } from '../kit/client-of.js';
import type { HostState } from '../kit/koa-app.js';
import type { WebAssets } from './assets.js';
import { renderInvoicePage, renderNoInvoicePage } from './invoice-page.js';
import { nullFor } from './null-for.js';
import { INVOICE_PAGES } from './page-paths.js';
import { encodePage, sendNotFound, sendPage } from './send-page.js';

export interface InvoicePageDeps {
  readonly services: Pick<Services, 'issuedInvoices'>;
  readonly assets: WebAssets;
}

type PageContext = Context & { params: Record<string, string> };

/** The page of an invoice and its PDF, for whoever has the link: the token in it is the right to see them. */
export function addInvoicePageRoutes(router: Router<HostState>, { services: { issuedInvoices }, assets }: InvoicePageDeps): void {
  for (const path of Object.values(INVOICE_PAGES)) {
    router.get(path, async function sendInvoicePage(ctx) {
      await withInvoice(ctx, (invoice, language) => {
        const html = renderInvoicePage({ invoice, token: ctx.params.token ?? '', language, assets });
        sendPage(ctx, language, encodePage(html));
      });
    });

    router.get(`${path}/pdf`, async function sendInvoicePdf(ctx) {
      await withInvoice(ctx, async (invoice) => {
        const { name, bytes } = await issuedInvoices.pdfOf(invoice);
        ctx.attachment(name);
        ctx.type = 'application/pdf';
        ctx.body = Buffer.from(bytes);
      });
    });
  }

  /** Answers 404 in words where the link leads nowhere. The address is a secret that neither caches nor other sites are told. */
  async function withInvoice(ctx: PageContext, send: (invoice: Invoice, language: InvoiceLanguage) => void | Promise<void>): Promise<void> {
    const language = languageIn(ctx.params.language ?? 'fr');
    const found = await issuedInvoices.byToken(ctx.params.token ?? '', clientOf(ctx).address).catch(nullFor('unknown_record'));
    if (found === null) sendNotFound(ctx, language, renderNoInvoicePage({ language, assets }));
    else await send(found, language);
    ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' });
  }
}

function languageIn(code: string): InvoiceLanguage {
  const language = INVOICE_LANGUAGES.find((known) => known === code);
  if (language === undefined) throw new DomainError('not_found');
  return language;
}
