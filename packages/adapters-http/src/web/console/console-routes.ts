import { idSchema } from '@comptoir/core/kit/validate.js';
import type Router from '@koa/router';
import type { HostState } from '../../kit/koa-app.js';
import type { WebAssets } from '../assets.js';
import type { ManageCall, PageContext } from '../manage/manage-routes.js';
import { sendManagePage, sendToLogin } from '../manage/send-manage-page.js';
import { CONSOLE_PAGES, managePath } from '../page-paths.js';
import { asksForLanguage, languageOf } from '../send-page.js';
import { renderConsolePage } from './console-page.js';
import { readConsole } from './read-console.js';

export interface ConsoleRoutesDeps {
  readonly assets: WebAssets;
  contextOf(ctx: PageContext): Promise<ManageCall>;
  /** Where the gates of an establishment scan. */
  gateUrl(slug: string): string;
}

/** The pages on which somebody who is signed in works for an establishment. */
export function addConsoleRoutes(router: Router<HostState>, { assets, contextOf, gateUrl }: ConsoleRoutesDeps): void {
  for (const page of CONSOLE_PAGES) {
    router.get(managePath(page), async function sendConsolePage(ctx) {
      const { identity, services } = await contextOf(ctx);
      const chosen = idSchema.safeParse(ctx.query.register).data ?? null;
      if (identity === null) {
        sendToLogin(ctx, managePath(page, chosen === null ? {} : { register: chosen }));
        return;
      }
      const seen = await readConsole(services, identity, gateUrl);
      const language = languageOf(ctx);
      const state = { language, isLanguageChosen: asksForLanguage(ctx), page, chosen, ...seen };
      sendManagePage(ctx, language, renderConsolePage(state, assets));
    });
  }
}
