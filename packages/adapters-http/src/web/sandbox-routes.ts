import { DomainError } from '@comptoir/core/kit/errors.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import type { HostState } from '../kit/koa-app.js';
import type { WebAssets } from './assets.js';
import { LANGUAGES, type Language } from './language.js';
import { SANDBOX_PAGE } from './page-paths.js';
import { renderSandboxPage, type SandboxBill } from './sandbox-page.js';
import { asksForLanguage, encodePage, languageOf, letFormsLeadTo, sendPage } from './send-page.js';

/** The counter of the payment sandbox, where payers decide. */
export interface SandboxDesk {
  /** Null: there is no such bill. */
  bill(ref: string): Promise<SandboxBill | null>;
  /** Where to send the payer; what was decided before holds. Null: there is no such bill. */
  decide(ref: string, decision: 'paid' | 'failed'): Promise<string | null>;
}

/** The hosted page of the payment sandbox. To the till it is a stranger's: it shares the host, and knows nothing of orders. */
export function addSandboxRoutes(router: Router<HostState>, desk: SandboxDesk, assets: WebAssets): void {
  router.get(SANDBOX_PAGE, async function sendSandboxPage(ctx) {
    const { ref = '' } = ctx.params;
    const bill = await desk.bill(ref);
    if (bill === null) throw new DomainError('not_found');
    const language = asksForLanguage(ctx) ? languageOf(ctx) : languageOfBill(ctx, bill);
    ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    sendPage(ctx, language, encodePage(renderSandboxPage({ ref, bill, language, assets })));
    letFormsLeadTo(ctx, [new URL(bill.returnUrl).origin]);
  });

  for (const [step, decision] of [
    ['pay', 'paid'],
    ['decline', 'failed'],
  ] as const) {
    router.post(`${SANDBOX_PAGE}/${step}`, async function decideBill(ctx) {
      const address = await desk.decide(ctx.params.ref ?? '', decision);
      if (address === null) throw new DomainError('not_found');
      ctx.set('Cache-Control', 'no-store');
      ctx.redirect(address);
      ctx.status = 303;
    });
  }
}

/** The one the payer was sent in, where this page speaks it. */
function languageOfBill(ctx: Context, { locale }: SandboxBill): Language {
  return LANGUAGES.find((language) => language === locale) ?? languageOf(ctx);
}
