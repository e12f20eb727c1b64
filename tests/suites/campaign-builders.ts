import { randomUUID } from 'node:crypto';
import type { Campaign } from '@comptoir/core/campaigns/campaign.js';
import type { ClaimWish } from '@comptoir/core/campaigns/campaign-store.js';
import type { CampaignTag } from '@comptoir/core/campaigns/campaign-tag.js';
import type { EmailTemplate, TemplateVariant } from '@comptoir/core/email-templates/email-template.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Subscriber } from '@comptoir/core/newsletter/subscriber.js';
import type { Segment } from '@comptoir/core/segments/segment.js';
import type { Persistence, Stores } from '@comptoir/core/stores.js';
import { freshName, minutesAfter, NOON } from './builders.js';
import { aClient, aClientEvent } from './client-builders.js';

const SINCE_NOON = { createdAt: NOON, updatedAt: NOON, version: 1 } as const;

export function aVariantOfMail(changes: Partial<TemplateVariant> = {}): TemplateVariant {
  const html = '<p>Bonjour {{client.firstName|"cher client"}}</p>';
  return {
    language: 'fr',
    subject: 'Des nouvelles',
    html,
    text: 'Bonjour {{client.firstName|"cher client"}}',
    hasOwnText: false,
    ...changes,
  };
}

export function aTemplate(changes: Partial<EmailTemplate> = {}): EmailTemplate {
  return { id: randomUUID(), name: freshName('Nouvelles'), allowsPictures: false, variants: [aVariantOfMail()], ...SINCE_NOON, ...changes };
}

/** Of everybody who is a person. */
export function aSegment(changes: Partial<Segment> = {}): Segment {
  const rule = { match: 'all', rules: [{ field: 'kind', is: 'person' }] } as const;
  return { id: randomUUID(), name: freshName('Personnes'), rule, ...SINCE_NOON, ...changes };
}

export function aTag(changes: Partial<CampaignTag> = {}): CampaignTag {
  return { id: randomUUID(), name: freshName('été'), colour: '#ff0000', ...SINCE_NOON, ...changes };
}

/** A draft to everybody. */
export function aCampaign(changes: Partial<Campaign> & Pick<Campaign, 'templateId'>): Campaign {
  return {
    id: randomUUID(),
    name: 'Soldes d’été',
    subject: null,
    segmentId: null,
    tags: [],
    senderName: null,
    replyTo: null,
    status: 'draft',
    scheduledAt: null,
    startedAt: null,
    finishedAt: null,
    failure: null,
    run: 0,
    ...SINCE_NOON,
    ...changes,
  };
}

export function aSubscriber(changes: Partial<Subscriber> = {}): Subscriber {
  const email = `${freshName('ada')}@example.test`;
  const times = { createdAt: NOON, confirmedAt: NOON, endedAt: null };
  return { id: randomUUID(), email, language: null, state: 'confirmed', source: 'form', ...times, ...changes };
}

export function aWish(changes: Partial<ClaimWish> = {}): ClaimWish {
  return { token: randomUUID(), limit: 10, perMinute: null, staleBefore: minutesAfter(NOON, -2), ...changes };
}

/** Clients who agreed to mails, with an address each; sorted by it. */
export async function agreeing(stores: Pick<Stores, 'clients'>, scope: Scope, count: number): Promise<readonly string[]> {
  const addresses = Array.from({ length: count }, (_, index) => `client-${String(index).padStart(5, '0')}@example.test`);
  const emailConsent = { granted: true, at: NOON, source: 'tests' };
  await stores.clients.create(
    scope,
    addresses.map((email) => aClient({ email, emailConsent })),
    aClientEvent(),
  );
  return addresses;
}

/** A campaign that is sending, to so many clients of whom nobody has got it. */
export async function underWay(persistence: Persistence, scope: Scope, count: number, changes: Partial<Campaign> = {}) {
  return persistence.transact(scope, async (stores) => {
    const addresses = await agreeing(stores, scope, count);
    const template = await stores.emailTemplates.create(scope, aTemplate());
    const campaign = aCampaign({ templateId: template.id, status: 'sending', startedAt: NOON, run: 1, ...changes });
    await stores.campaigns.create(scope, campaign);
    await stores.campaigns.freeze(scope, campaign.id, template.variants, null, NOON);
    return { campaign, addresses };
  });
}
