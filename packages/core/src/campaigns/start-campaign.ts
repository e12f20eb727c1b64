import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { Stores, Views } from '../stores.js';
import { type Campaign, type CampaignContent, takeCampaignStep } from './campaign.js';
import { pushTurn } from './campaign-queue.js';

export type CampaignStores = Pick<Stores, 'campaigns' | 'pushQueue'>;
export type StartViews = Pick<Views, 'emailTemplates' | 'segments'>;

/**
 * Freezes what the campaign says and whom to, and sets it going. Throws `unknown_record`, `invalid_transition`, `stale` (by `check`)
 * and `no_recipients`; the transaction is then to be given up.
 */
export async function startCampaign(
  { campaigns, pushQueue }: CampaignStores,
  views: StartViews,
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
  scope: Scope,
  id: string,
  check: (campaign: Campaign) => void = () => undefined,
): Promise<Campaign> {
  const now = clock.now();
  const campaign = await campaigns.change(scope, id, (before) => {
    check(before);
    return { ...takeCampaignStep(before, 'start', now), startedAt: now };
  });
  const segment = campaign.segmentId === null ? null : await views.segments.get(scope, campaign.segmentId);
  if (campaign.segmentId !== null && segment === null) throw new DomainError('unknown_record');
  const count = await campaigns.freeze(scope, id, await contentOf(views, scope, campaign), segment?.rule ?? null, now);
  if (count === 0) throw new DomainError('no_recipients');
  const { tenantId, siteId } = scope;
  await pushTurn(pushQueue, ids, { tenantId, siteId, campaignId: id, run: campaign.run, tries: 0 }, now, now);
  return campaign;
}

async function contentOf(views: StartViews, scope: Scope, { templateId, subject }: Campaign): Promise<CampaignContent> {
  const template = await views.emailTemplates.get(scope, templateId);
  if (template === null) throw new DomainError('unknown_record');
  return template.variants.map((variant) => ({ ...variant, subject: subject ?? variant.subject }));
}
