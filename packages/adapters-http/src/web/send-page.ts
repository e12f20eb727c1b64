import type { Context } from 'koa';
import { type EncodedBody, encodeBody, sendEncoded } from '../kit/encoded-body.js';
import { LANGUAGES, type Language, negotiateLanguage } from './language.js';

/** Pages load from their own host only, and nothing inline runs or styles. Where their forms lead, redirects included, may be more. */
const pagePolicy = (formTargets: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    ["form-action 'self'", ...new Set(formTargets)].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const PAGE_POLICY = pagePolicy([]);

const HTML = 'text/html; charset=utf-8';

/** A rendered page, compressed once for as long as it is kept. */
export function encodePage(html: string): EncodedBody {
  return encodeBody(HTML, html);
}

/** Answers the page in the best encoding the browser takes. How long it may be kept is the caller's to say. */
export function sendPage(ctx: Context, language: string, page: EncodedBody, status = 200): void {
  ctx.status = status;
  ctx.set('Content-Language', language);
  ctx.set('Content-Security-Policy', PAGE_POLICY);
  sendEncoded(ctx, page);
  ctx.vary('Accept-Language');
}

/** Lets the forms of the page that was sent lead to other origins too, as those of a payment do. */
export function letFormsLeadTo(ctx: Context, origins: readonly string[]): void {
  ctx.set('Content-Security-Policy', pagePolicy(origins));
}

/** Answers a page that changes from one minute to the next: caches may keep it but must ask. */
export function sendCurrentPage(ctx: Context, language: string, page: EncodedBody): void {
  ctx.set('Cache-Control', 'public, no-cache');
  sendPage(ctx, language, page);
}

export function sendNotFound(ctx: Context, language: string, html: string): void {
  ctx.set('Cache-Control', 'no-store');
  sendPage(ctx, language, encodePage(html), 404);
}

/** The language of the answer: `?lang=`, else what the browser prefers. */
export function languageOf(ctx: Context): Language {
  const { lang } = ctx.query;
  return negotiateLanguage(ctx.get('Accept-Language'), typeof lang === 'string' ? lang : undefined);
}

/** True when the address itself asks for a language, so that links of the page keep it. */
export function asksForLanguage({ query }: Context): boolean {
  return LANGUAGES.some((language) => language === query.lang);
}
