import { constantTimeEqual } from '../kit/constant-time.js';
import type { Crypto } from '../kit/crypto.js';

/** Where the secret of the online shop's webhooks is kept: the canonical setting, and the older one, which is accepted too. */
export const SECRET_KEYS = { canonical: 'webhook.secret', older: 'shop.webhooks.secret' } as const;

/** True when the text is one of the secrets. Takes the same time whichever it is, and where there is none to compare it with. */
export function isWebhookSecret(crypto: Pick<Crypto, 'sha256'>, presented: string | null, settings: ReadonlyMap<string, unknown>): boolean {
  const digest = crypto.sha256(presented ?? '');
  const matches = Object.values(SECRET_KEYS).map((key) => {
    const secret = settings.get(key);
    const isSet = typeof secret === 'string' && secret !== '';
    const isEqual = constantTimeEqual(digest, crypto.sha256(isSet ? secret : ''));
    return isSet && isEqual;
  });
  return matches.includes(true);
}
