import type { SignedTokens } from '../kit/signed-tokens.js';
import type { NewsletterLinks } from '../newsletter/newsletter-service.js';
import { sealUnsubscription } from '../newsletter/newsletter-tokens.js';
import type { TransactAll, Views } from '../stores.js';
import type { CampaignWorkDeps } from './campaign-work.js';

export interface LetterDeps {
  readonly transact: TransactAll;
  readonly views: Pick<Views, 'campaigns' | 'sites'>;
  readonly signedTokens: SignedTokens;
  readonly links: Pick<NewsletterLinks, 'home' | 'unsubscribe'>;
}

/** What all mails of a campaign share, read once per turn. */
export function makeLetterOf({ transact, views, signedTokens, links }: LetterDeps): CampaignWorkDeps['letterOf'] {
  return async (scope, campaignId) => {
    const [campaign, content, site] = await Promise.all([
      views.campaigns.get(scope, campaignId),
      views.campaigns.content(scope, campaignId),
      views.sites.get(scope),
    ]);
    if (campaign === null || site === null) return null;
    const replyTo = await transact(scope, ({ tenantSettings }) => tenantSettings.get(scope, 'mail.replyTo'));
    const { tenantId, siteId } = scope;
    return {
      campaign,
      content,
      site,
      siteUrl: links.home(site),
      replyTo: typeof replyTo === 'string' ? replyTo : null,
      unsubscribeUrl: (email) => links.unsubscribe(sealUnsubscription(signedTokens, { tenantId, siteId, email, campaignId })),
    };
  };
}
