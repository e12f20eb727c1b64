import type { OutgoingHttp } from '@comptoir/core/kit/outgoing-http.js';

const REASON = 'This host makes no calls to others.';

/** Makes no call, whatever the address. */
export const noOutgoingHttp: OutgoingHttp = {
  post: async () => ({ kind: 'forbidden', reason: REASON }),
  faultOf: () => REASON,
};
