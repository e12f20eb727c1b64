import type { HelpArticle, HelpSite } from '@comptoir/core/helpdesk-kb/help-centre.js';
import { hasCode } from '@comptoir/core/kit/errors.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import type { HostState } from '../../kit/koa-app.js';
import { negotiateAmong } from '../language.js';
import { nullFor } from '../null-for.js';
import type { PageRoutesDeps } from '../page-deps.js';
import { helpCategoryPath, helpPath } from '../page-paths.js';
import { encodePage, sendCurrentPage, sendNotFound } from '../send-page.js';
import { renderHelpArticle } from './help-article-page.js';
import type { HelpPageInput } from './help-frame.js';
import { renderHelpCategory, renderHelpFinds, renderHelpHome, renderHelpNotFound } from './help-pages.js';
import { HELP_LANGUAGES, type HelpLanguage } from './help-texts.js';

const FALLBACK: HelpLanguage = 'en';
const SEARCH_MAX = 200;

/** The public pages of help desks. They have no script at all. */
export function addHelpRoutes(router: Router<HostState>, { services, assets, publicUrl }: PageRoutesDeps): void {
  const { helpCentre } = services;

  /** `own`: the language of what is shown, which decides where none is asked for. */
  function inputFor(ctx: Context, own?: string): HelpPageInput {
    const asked = askedLanguage(ctx);
    const language =
      asked ?? HELP_LANGUAGES.find((each) => each === own) ?? negotiateAmong(HELP_LANGUAGES, ctx.get('Accept-Language'), undefined);
    return { language: language ?? FALLBACK, isLanguageChosen: asked !== undefined, assets, publicUrl };
  }

  function send(ctx: Context, { language }: HelpPageInput, html: string): void {
    sendCurrentPage(ctx, language, encodePage(html));
  }

  /** Says that there is no such page, with the way to the help desk where there is one. */
  async function refuse(ctx: Context, siteSlug: string, error: unknown): Promise<void> {
    if (!hasCode(error, 'not_found') && !hasCode(error, 'unknown_shop')) throw error;
    const input = inputFor(ctx);
    const known = await helpCentre.search(siteSlug, input.language, '').catch(nullFor('unknown_shop'));
    const site: HelpSite | null = known?.site ?? null;
    sendNotFound(ctx, input.language, renderHelpNotFound(input, site));
  }

  router.get('/aide/:slug', async function sendHelpHome(ctx) {
    const slug = ctx.params.slug ?? '';
    const input = inputFor(ctx);
    const search = searchOf(ctx);
    try {
      if (search === '') send(ctx, input, renderHelpHome(input, await helpCentre.home(slug, input.language)));
      else send(ctx, input, renderHelpFinds(input, await helpCentre.search(slug, input.language, search), search));
    } catch (error) {
      await refuse(ctx, slug, error);
    }
  });

  router.get('/aide/:slug/c/:category', async function sendHelpCategory(ctx) {
    const { slug = '', category = '' } = ctx.params;
    const input = inputFor(ctx);
    try {
      const page = await helpCentre.category(slug, input.language, category);
      if (page.category.slug === category) send(ctx, input, renderHelpCategory(input, page));
      else leadOn(ctx, helpCategoryPath(slug, page.category.slug));
    } catch (error) {
      await refuse(ctx, slug, error);
    }
  });

  router.get('/aide/:slug/:article', async function sendHelpArticle(ctx) {
    const { slug = '', article: asked = '' } = ctx.params;
    try {
      const article: HelpArticle = await helpCentre.article(slug, asked, askedLanguage(ctx) ?? null);
      const input = inputFor(ctx, article.language);
      if (article.slug === asked) send(ctx, input, renderHelpArticle(input, article));
      else leadOn(ctx, helpPath(slug, article.slug));
    } catch (error) {
      await refuse(ctx, slug, error);
    }
  });
}

/** For good where only the name has changed; not where it depends on the language that was asked for. */
function leadOn(ctx: Context, path: string): void {
  const asked = askedLanguage(ctx);
  ctx.set('Cache-Control', 'public, no-cache');
  ctx.redirect(asked === undefined ? path : `${path}?lang=${asked}`);
  ctx.status = asked === undefined ? 301 : 302;
}

function askedLanguage({ query }: Context): HelpLanguage | undefined {
  return HELP_LANGUAGES.find((language) => language === query.lang);
}

/** What is looked for, without what no text holds. */
function searchOf({ query }: Context): string {
  return typeof query.q === 'string'
    ? query.q
        .replace(/\p{C}+/gu, ' ')
        .trim()
        .slice(0, SEARCH_MAX)
    : '';
}
