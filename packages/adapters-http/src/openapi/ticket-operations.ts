import type { ErrorCode } from '@comptoir/core/kit/errors.js';
import type { Parameter, PathItem } from './document.js';
import type { ErrorAnswers } from './error-answers.js';
import { IDEMPOTENCY_REFUSALS, makeKeyedOperations } from './keyed-operation.js';
import { ifMatch, PAGE, PERIOD } from './keyed-parameters.js';
import { ANSWERS, BODIES } from './keyed-schemas.js';
import { IDEMPOTENCY_KEY } from './rpc-operations.js';

/** Offers and sessions of the keyed API (decisions §4): of museums that sell tickets online. */
export function ticketPaths(errors: ErrorAnswers): Record<string, PathItem> {
  const { read, write } = makeKeyedOperations(errors);
  return {
    '/api/v1/offers': {
      get: read('offers', 'What tickets are sold for, with the rates.', ANSWERS.offers(), { forbidden: ONLY_WITH_TICKETS }),
    },
    '/api/v1/sessions': {
      get: read('sessions', 'Sessions by start, those that are cancelled too.', ANSWERS.sessions(), {
        parameters: SESSIONS_LIST,
        forbidden: ONLY_WITH_TICKETS,
        refusals: ['invalid_request'],
      }),
      post: write('create-session', 'Creates a session of an offer.', ANSWERS.session(), {
        status: '201',
        etag: ETAG_CHANGES,
        body: { required: true, content: BODIES.schedule() },
        parameters: [IDEMPOTENCY_KEY],
        forbidden: ONLY_WITH_TICKETS,
        refusals: ['unknown_offer', ...IDEMPOTENCY_REFUSALS],
      }),
    },
    '/api/v1/sessions/{id}': {
      get: read('session', 'One session.', ANSWERS.session(), {
        etag: ETAG_CHANGES,
        parameters: [SESSION_ID],
        forbidden: ONLY_WITH_TICKETS,
        refusals: ['unknown_session'],
      }),
      patch: write('update-session', 'Changes of a session what is sent, and nothing else.', ANSWERS.session(), {
        description: 'A capacity below what is held and confirmed is refused. Bookings of a session that moves move with it.',
        etag: ETAG_CHANGES,
        body: { required: true, content: BODIES.reschedule() },
        parameters: [SESSION_ID, ifMatch('session')],
        forbidden: ONLY_WITH_TICKETS,
        refusals: ['unknown_session', 'session_cancelled', 'in_use', 'stale'],
      }),
      delete: write('delete-session', 'Takes away a session that nobody has ever booked.', ANSWERS.deleted(), {
        description: 'One that was booked is cancelled instead, by a PATCH with `cancelled`.',
        parameters: [SESSION_ID, ifMatch('session')],
        forbidden: ONLY_WITH_TICKETS,
        refusals: ['unknown_session', 'in_use', 'stale'],
      }),
    },
  };
}

const ONLY_WITH_TICKETS: readonly [ErrorCode] = ['feature_disabled'];
const ETAG_CHANGES = 'the session and its seats; `If-Match` asks whether the session was edited';

const SESSION_ID: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the session.',
  schema: { type: 'string', minLength: 1, maxLength: 64 },
  example: '0196a3de-4f1c-7d54-a163-3f7b0e9c5d81',
};

const SESSIONS_LIST: readonly Parameter[] = [
  { name: 'offer', in: 'query', description: 'Only of this offer.', schema: { type: 'string' }, example: 'nuit-des-ondes' },
  ...PERIOD,
  ...PAGE,
];
