import type { Campaign, CampaignContent } from '@comptoir/core/campaigns/campaign.js';
import { campaignInput } from '@comptoir/core/campaigns/campaign-contract.js';
import type { Recipient } from '@comptoir/core/campaigns/recipient.js';
import type { Client } from '@comptoir/core/clients/client.js';
import { newlyVersioned } from '@comptoir/core/kit/versioned.js';
import type { Subscriber } from '@comptoir/core/newsletter/subscriber.js';
import type { Rule } from '@comptoir/core/segments/rule.js';
import type { Services } from '@comptoir/core/services.js';
import type { Stores } from '@comptoir/core/stores.js';
import { minutesAfter } from './history/calendar.js';
import type { Choices } from './history/dice.js';
import type { Place } from './history/past-order.js';

/**
 * What an establishment writes to those who agreed: templates, segments, readers of its newsletter, and campaigns of every state. Nobody
 * of them exists, and the next campaign is weeks away.
 */
export async function writeNews(services: Services, stores: Stores, place: Place, clients: readonly Client[]): Promise<void> {
  const { scope, now, ids } = place;
  const [letter, offer] = [await services.emailTemplates.create(scope, LETTER), await services.emailTemplates.create(scope, OFFER)];
  const segmentIds: string[] = [];
  for (const { name, rule } of segmentsAt(now)) {
    const segment = await stores.segments.create(scope, { ...newlyVersioned(ids.uuid(), now), name, rule });
    segmentIds.push(segment.id);
  }
  for (const subscriber of drawSubscribers(place)) await stores.subscribers.change(scope, subscriber.email, () => subscriber);
  for (const { daysAgo, name } of SENT) {
    const campaign = sentCampaign(place, { name, daysAgo, templateId: letter.id });
    await stores.campaigns.createPast(scope, campaign, letter.variants satisfies CampaignContent, recipientsOf(place, clients, campaign));
  }
  const [regulars = null] = segmentIds;
  const next = campaignInput.parse({ name: 'Ventes privées', templateId: offer.id, segmentId: regulars });
  const { id } = await services.campaigns.create(scope, next);
  await services.campaigns.send(scope, id, minutesAfter(now, 21 * DAY_MINUTES));
  await services.campaigns.create(scope, campaignInput.parse({ name: 'Vos retours d’atelier', templateId: letter.id }));
}

const DAY_MINUTES = 24 * 60;

/** What was sent before, oldest first. */
const SENT = [
  { name: 'Bonne rentrée', daysAgo: 260 },
  { name: 'La nouvelle collection', daysAgo: 120 },
  { name: 'Les coulisses de l’atelier', daysAgo: 24 },
];

function sentCampaign({ ids, now }: Place, { name, daysAgo, templateId }: { name: string; daysAgo: number; templateId: string }): Campaign {
  const startedAt = minutesAfter(now, -daysAgo * DAY_MINUTES);
  const chosen = { name, templateId, subject: null, segmentId: null, tags: [], senderName: null, replyTo: null };
  const life = { status: 'sent', scheduledAt: null, startedAt, finishedAt: minutesAfter(startedAt, 3), failure: null, run: 2 } as const;
  return {
    id: ids.uuid(),
    ...chosen,
    ...life,
    createdAt: minutesAfter(startedAt, -300),
    updatedAt: minutesAfter(startedAt, 3),
    version: 3,
  };
}

/** Whoever had agreed by then; some addresses do not exist any more, and some have had enough. */
function recipientsOf({ dice }: Place, clients: readonly Client[], { startedAt, createdAt }: Campaign): readonly Recipient[] {
  const queuedAt = startedAt ?? createdAt;
  return clients.flatMap(({ id: clientId, email, emailConsent }) => {
    if (email === null || emailConsent === null || !emailConsent.granted || emailConsent.at >= queuedAt) return [];
    const [state, reason] = dice.weighted(OUTCOMES);
    const left = state === 'sent' && dice.chance(2) ? minutesAfter(queuedAt, dice.between(20, 2000)) : null;
    return [{ address: email, clientId, state, reason, queuedAt, changedAt: minutesAfter(queuedAt, 1), unsubscribedAt: left }];
  });
}

const OUTCOMES: Choices<readonly [Recipient['state'], Recipient['reason']]> = [
  [['sent', null], 96],
  [['bounced', 'soft'], 2],
  [['skipped', 'consent'], 2],
];

const READERS = 18;
const STATES: Choices<Subscriber['state']> = [
  ['confirmed', 75],
  ['pending', 10],
  ['unsubscribed', 15],
];

function drawSubscribers({ dice, ids, now }: Place): readonly Subscriber[] {
  return Array.from({ length: READERS }, (_, index) => {
    const createdAt = minutesAfter(now, -dice.between(1, 600) * DAY_MINUTES);
    const state = dice.weighted(STATES);
    return {
      id: ids.uuid(),
      email: `lecteur-${index + 1}@example.org`,
      language: dice.chance(80) ? 'fr' : 'en',
      state,
      source: 'form',
      createdAt,
      confirmedAt: state === 'pending' ? null : minutesAfter(createdAt, dice.between(2, 90)),
      endedAt: state === 'unsubscribed' ? minutesAfter(createdAt, dice.between(200, 1_400)) : null,
    };
  });
}

function segmentsAt(now: Date): readonly { readonly name: string; readonly rule: Rule }[] {
  const recently = minutesAfter(now, -180 * DAY_MINUTES);
  return [
    {
      name: 'Fidèles',
      rule: {
        match: 'all',
        rules: [
          { field: 'orders', min: 3 },
          { field: 'consent', is: true },
        ],
      },
    },
    { name: 'Professionnels', rule: { match: 'all', rules: [{ field: 'kind', is: 'company' }] } },
    { name: 'En retard de paiement', rule: { match: 'all', rules: [{ field: 'overdueInvoice', is: true }] } },
    { name: 'Pas vus depuis six mois', rule: { match: 'all', rules: [{ field: 'lastOrder', before: recently }] } },
  ];
}

const LETTER = {
  name: 'La lettre de l’atelier',
  allowsPictures: false,
  variants: [
    {
      language: 'fr',
      subject: 'Des nouvelles de {{site.name}}',
      html: '<p>Bonjour {{client.firstName|"à vous"}},</p><p>Voici ce qui se prépare à l’atelier, à {{site.city}}.</p><p><a href="{{site.url}}">Voir la boutique</a></p><p><a href="{{unsubscribeUrl}}">Se désabonner</a></p>',
    },
    {
      language: 'en',
      subject: 'News from {{site.name}}',
      html: '<p>Dear {{client.firstName|"reader"}},</p><p>This is what we are making in {{site.city}}.</p><p><a href="{{site.url}}">Visit the shop</a></p><p><a href="{{unsubscribeUrl}}">Unsubscribe</a></p>',
    },
  ],
};

const OFFER = {
  name: 'Ventes privées',
  allowsPictures: false,
  variants: [
    {
      language: 'fr',
      subject: '{{client.firstName|"Bonjour"}}, les ventes privées ouvrent',
      html: '<p>Trois jours avant tout le monde : <a href="{{site.url}}">entrez</a>.</p><p><a href="{{unsubscribeUrl}}">Se désabonner</a></p>',
    },
  ],
};
