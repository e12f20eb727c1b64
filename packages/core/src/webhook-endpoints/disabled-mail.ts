import { type Reader, written } from '../identity/mails.js';
import type { Mail } from '../kit/mail.js';
import type { Post } from '../kit/post.js';
import type { TenantScope } from '../kit/scope.js';
import type { Stores, Views } from '../stores.js';
import { type Disabled, FAILING_DAYS_MAX, type WebhookEndpoint } from './webhook-endpoint.js';

/** So many owners are told. */
const OWNERS_MAX = 10;

/** Tells the owners of the organisation, within the transaction that disables it, that nobody did: it happens to them. */
export async function tellOwners(
  stores: Pick<Stores, 'pushQueue' | 'users'>,
  { members }: Pick<Views, 'members'>,
  scope: TenantScope,
  endpoint: WebhookEndpoint,
  post: Post,
  url: string,
): Promise<void> {
  const owners = await members.list(scope, { role: 'owner', active: true, page: 1, pageSize: OWNERS_MAX });
  for (const { userId, emailVerified } of owners.items) {
    const owner = emailVerified ? await stores.users.byId(userId) : null;
    if (owner !== null && endpoint.disabled !== null) await post(stores, disabledMail(owner, endpoint, endpoint.disabled.reason, url));
  }
}

function disabledMail(reader: Reader, { name, url: address }: WebhookEndpoint, reason: Disabled['reason'], url: string): Mail {
  const isGone = reason === 'gone';
  return written(reader, {
    fr: {
      subject: `Le webhook « ${name} » est désactivé`,
      paragraphs: [
        `Bonjour ${reader.name},`,
        isGone
          ? `L’adresse ${address} a répondu qu’elle ne voulait plus rien recevoir (410).`
          : `L’adresse ${address} n’a pas accepté un seul événement depuis ${FAILING_DAYS_MAX} jours.`,
        'Rien ne lui est plus envoyé, et rien n’est gardé pour elle, jusqu’à ce que quelqu’un la réactive.',
      ],
      action: { label: 'Se connecter', url },
    },
    en: {
      subject: `The webhook “${name}” is disabled`,
      paragraphs: [
        `Hello ${reader.name},`,
        isGone
          ? `The address ${address} answered that it wants nothing any more (410).`
          : `The address ${address} has not taken a single event for ${FAILING_DAYS_MAX} days.`,
        'Nothing is sent to it any more, and nothing is kept for it, until somebody enables it again.',
      ],
      action: { label: 'Sign in', url },
    },
  });
}
