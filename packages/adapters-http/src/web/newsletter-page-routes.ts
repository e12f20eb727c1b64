import { emailIn } from '@comptoir/core/identity/email.js';
import { hasCode } from '@comptoir/core/kit/errors.js';
import { NEWSLETTER_LANGUAGES, type NewsletterLanguage } from '@comptoir/core/newsletter/mail-words.js';
import type { NewsletterPlace, NewsletterService } from '@comptoir/core/newsletter/newsletter-service.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { clientOf } from '../kit/client-of.js';
import type { HostState } from '../kit/koa-app.js';
import { readBytes } from '../kit/read-body.js';
import type { WebAssets } from './assets.js';
import { negotiateAmong } from './language.js';
import { type NewsletterPageInput, renderAnswerPage, renderQuestionPage, renderSubscribePage } from './newsletter-page.js';
import { renderNotFoundPage } from './not-found-page.js';
import { nullFor } from './null-for.js';
import { NEWSLETTER_PAGES } from './page-paths.js';
import { encodePage, languageOf, sendNotFound, sendPage } from './send-page.js';
import { NEWSLETTER_TEXTS } from './texts/newsletter-texts.js';

export interface NewsletterRoutesDeps {
  readonly newsletter: NewsletterService;
  readonly assets: WebAssets;
}

/** A form has an address and nothing else. */
const FORM_MAX_BYTES = 4_096;

/**
 * The pages by which people subscribe, confirm and unsubscribe. Links in mails only ask: what they are about happens by a POST, which
 * mail programs send by themselves when somebody unsubscribes with one click (RFC 8058). Nobody signs in, and the token is the right.
 */
export function addNewsletterRoutes(router: Router<HostState>, { newsletter, assets }: NewsletterRoutesDeps): void {
  router.get(NEWSLETTER_PAGES.form, async function sendSubscribePage(ctx) {
    const site = await newsletter.place(ctx.params.slug ?? '').catch(nullFor('unknown_shop'));
    if (site === null) return sendUnknownShop(ctx, assets);
    send(ctx, renderSubscribePage(inputOf(ctx, assets), site.name, null));
  });

  router.post(NEWSLETTER_PAGES.form, async function subscribe(ctx) {
    const slug = ctx.params.slug ?? '';
    const site = await newsletter.place(slug).catch(nullFor('unknown_shop'));
    if (site === null) return sendUnknownShop(ctx, assets);
    const input = inputOf(ctx, assets);
    const typed = await typedAddress(ctx);
    const email = emailIn(typed);
    if (email === null) return send(ctx, renderSubscribePage(input, site.name, { email: typed }), 422);
    const texts = NEWSLETTER_TEXTS[input.language];
    try {
      await newsletter.subscribe(slug, email, input.language, clientOf(ctx).address);
      send(ctx, renderAnswerPage(input, texts.askedTitle, texts.asked));
    } catch (error) {
      if (!hasCode(error, 'rate_limited')) throw error;
      ctx.set('Retry-After', String(error.retryAfterSecs ?? 1));
      send(ctx, renderAnswerPage(input, texts.formTitle(site.name), texts.tooMany), 429);
    }
  });

  addLinkRoutes(router, assets, 'confirm', newsletter.confirmation, newsletter.confirm);
  addLinkRoutes(router, assets, 'unsubscribe', newsletter.unsubscription, newsletter.unsubscribe);
}

type ReadToken = (token: string) => Promise<NewsletterPlace>;

function addLinkRoutes(
  router: Router<HostState>,
  assets: WebAssets,
  page: 'confirm' | 'unsubscribe',
  read: ReadToken,
  act: ReadToken,
): void {
  router.get(NEWSLETTER_PAGES[page], async function askAboutLink(ctx) {
    const input = inputOf(ctx, assets);
    const place = await read(tokenOf(ctx)).catch(nullFor('invalid_token'));
    if (place === null) return sendInvalid(ctx, input);
    send(ctx, renderQuestionPage(input, questionOf(page, input.language, place)));
  });

  router.post(NEWSLETTER_PAGES[page], async function actOnLink(ctx) {
    const input = inputOf(ctx, assets);
    const place = await act(tokenOf(ctx)).catch(nullFor('invalid_token'));
    if (place === null) return sendInvalid(ctx, input);
    const texts = NEWSLETTER_TEXTS[input.language];
    const [title, words] = page === 'confirm' ? [texts.confirmedTitle, texts.confirmed] : [texts.unsubscribedTitle, texts.unsubscribed];
    send(ctx, renderAnswerPage(input, title, words(place.site.name)));
  });
}

function questionOf(page: 'confirm' | 'unsubscribe', language: NewsletterLanguage, { site, email }: NewsletterPlace) {
  const texts = NEWSLETTER_TEXTS[language];
  return page === 'confirm'
    ? { title: texts.confirmTitle(site.name), hint: texts.confirmHint(email), button: texts.confirm }
    : { title: texts.unsubscribeTitle(site.name), hint: texts.unsubscribeHint(email), button: texts.unsubscribe };
}

function inputOf(ctx: Context, assets: WebAssets): NewsletterPageInput {
  const token = tokenOf(ctx);
  return { language: readersLanguage(ctx), assets, query: token === '' ? {} : { t: token } };
}

function readersLanguage(ctx: Context): NewsletterLanguage {
  const { lang } = ctx.query;
  return negotiateAmong(NEWSLETTER_LANGUAGES, ctx.get('Accept-Language'), typeof lang === 'string' ? lang : undefined) ?? 'en';
}

function tokenOf({ query }: Context): string {
  return typeof query.t === 'string' ? query.t : '';
}

/** As it was typed, cut to what can be an address. */
async function typedAddress(ctx: Context): Promise<string> {
  const form = new URLSearchParams((await readBytes(ctx, FORM_MAX_BYTES)).toString('utf8'));
  return (form.get('email') ?? '').trim().slice(0, 300);
}

/** The address of the page may hold a secret, which others are not told. */
function send(ctx: Context, html: string, status = 200): void {
  ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  sendPage(ctx, readersLanguage(ctx), encodePage(html), status);
}

function sendInvalid(ctx: Context, input: NewsletterPageInput): void {
  const texts = NEWSLETTER_TEXTS[input.language];
  send(ctx, renderAnswerPage({ ...input, query: {} }, texts.invalidTitle, texts.invalid), 404);
}

function sendUnknownShop(ctx: Context, assets: WebAssets): void {
  const language = languageOf(ctx);
  sendNotFound(ctx, language, renderNotFoundPage({ what: 'shop', language, assets }));
}
