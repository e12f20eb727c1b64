import type { Context } from 'koa';
import type { Language } from '../language.js';
import { managePath } from '../page-paths.js';
import { asksForLanguage, encodePage, languageOf, sendPage } from '../send-page.js';

/** Answers a page of the platform, which belongs to whoever looks at it. */
export function sendManagePage(ctx: Context, language: Language, html: string, status = 200): void {
  ctx.set({
    'Cache-Control': 'no-store',
    // Addresses of these pages carry tokens, and nobody else is to learn them.
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  });
  sendPage(ctx, language, encodePage(html), status);
}

/** Sends whoever has not signed in to where they do, and back to the path afterwards. */
export function sendToLogin(ctx: Context, path: string): void {
  redirect(ctx, managePath('login', { return_to: path, ...(asksForLanguage(ctx) && { lang: languageOf(ctx) }) }));
}

export function redirect(ctx: Context, path: string): void {
  ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  ctx.redirect(path);
  ctx.status = 303;
}
