import type { Crypto } from '../kit/crypto.js';
import { bucketOf } from './login-throttle.js';
import { networkOf } from './network-of.js';
import { type Pace, takeTry } from './pace.js';
import type { ThrottleStore } from './throttle.js';

/** Mails that anybody may cause, to one address. */
const MAILS_PACE: Pace = { free: 3, firstWaitSecs: 60, longestWaitSecs: 3600, quietSecs: 3600 };
/** Calls that send mails or hash passwords, from one network address. */
const REQUESTS_PACE: Pace = { free: 20, firstWaitSecs: 30, longestWaitSecs: 900, quietSecs: 3600 };
/** Invites of one person. */
const INVITES_PACE: Pace = { free: 50, firstWaitSecs: 30, longestWaitSecs: 900, quietSecs: 3600 };

/** What keeps calls that anybody may make from being used against others. Every method throws `rate_limited` with the wait. */
export interface RequestThrottle {
  mailTo(throttles: ThrottleStore, email: string, now: Date): Promise<void>;
  requestFrom(throttles: ThrottleStore, address: string, now: Date): Promise<void>;
  inviteBy(throttles: ThrottleStore, userId: string, now: Date): Promise<void>;
  /** Counted apart from other mails: inviting somebody never keeps them from getting back in. */
  inviteTo(throttles: ThrottleStore, email: string, now: Date): Promise<void>;
}

export function makeRequestThrottle(crypto: Pick<Crypto, 'sha256'>): RequestThrottle {
  const counting = (kind: string, pace: Pace) => async (throttles: ThrottleStore, who: string, now: Date) => {
    await throttles.change(bucketOf(crypto, kind, who), (tries) => takeTry(pace, tries, now));
  };
  const countRequest = counting('request', REQUESTS_PACE);
  return {
    mailTo: counting('mail', MAILS_PACE),
    requestFrom: (throttles, address, now) => countRequest(throttles, networkOf(address), now),
    inviteBy: counting('invite-by', INVITES_PACE),
    inviteTo: counting('invite-to', MAILS_PACE),
  };
}
