import { DomainError } from '../kit/errors.js';
import type { OutgoingHttp } from '../kit/outgoing-http.js';

const HTTPS = /^https:\/\//i;
/** This machine: what is sent there cannot be read on the way. */
const HTTP_HERE = /^http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?(?:[/?#]|$)/i;

/** Throws `invalid_request` unless events can be sent there: `https`, or `http` on this machine where the host calls it; and nowhere the host does not call. */
export function mustBeCallable(outgoing: Pick<OutgoingHttp, 'faultOf'>, url: string): void {
  const fault = HTTPS.test(url) || HTTP_HERE.test(url) ? outgoing.faultOf(url) : 'The address must begin with https://.';
  if (fault !== null) throw new DomainError('invalid_request', { issues: [{ path: 'url', message: fault }] });
}
