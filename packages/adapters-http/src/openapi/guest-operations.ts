import { GROUP_STATUSES } from '@comptoir/core/groups/visitor-group.js';
import { groupAnswer, groupsAnswer } from '@comptoir/core/keyed/group-records.js';
import { passAnswer, passesAnswer } from '@comptoir/core/keyed/pass-records.js';
import type { Content, Parameter, PathItem } from './document.js';
import type { ErrorAnswers } from './error-answers.js';
import { IDEMPOTENCY_REFUSALS, makeKeyedOperations } from './keyed-operation.js';
import { PAGE } from './keyed-parameters.js';
import { answer, input } from './keyed-schemas.js';
import { IDEMPOTENCY_KEY } from './rpc-operations.js';

const OFF = ['feature_disabled'] as const;
const SEATS = ['unknown_session', 'session_full', 'session_past', 'session_cancelled'] as const;

/** Groups and passes of the keyed API (decisions §4). */
export function guestPaths(errors: ErrorAnswers): Record<string, PathItem> {
  return { ...exportPath(errors), ...groupPaths(errors), ...passPaths(errors) };
}

function exportPath(errors: ErrorAnswers): Record<string, PathItem> {
  const { read } = makeKeyedOperations(errors);
  return {
    '/api/v1/export': {
      get: read('export', 'Every record of the establishment, as lines of JSON.', LINES, {
        description:
          'A header, records (`{"kind", "record"}`) with a line `{"cursor"}` after every thousand, and a trailer with how many there were of each kind: without it the answer was cut. Go on behind the last cursor that arrived. For keys with the right `export`; few exports at a time (`rate_limited`).',
        parameters: [EXPORT_CURSOR],
        forbidden: ['insufficient_scope'],
        refusals: ['invalid_request'],
      }),
    },
  };
}

const LINES: Content = {
  'application/x-ndjson': {
    schema: { type: 'string' },
    example:
      '{"format":"comptoir-export","version":1}\n{"kind":"categories","record":{"id":"plats"}}\n{"end":true,"records":1,"counts":{"categories":1}}\n',
  },
};

const EXPORT_CURSOR: Parameter = {
  name: 'cursor',
  in: 'query',
  description: 'A cursor of an export: what comes behind it, without the header.',
  schema: { type: 'string', maxLength: 8000 },
};

function groupPaths(errors: ErrorAnswers): Record<string, PathItem> {
  const { read, write } = makeKeyedOperations(errors);
  return {
    '/api/v1/groups': {
      get: read('groups', 'Groups that come by appointment, newest first.', answer(groupsAnswer, 'answer'), {
        parameters: GROUPS_LIST,
        forbidden: OFF,
        refusals: ['invalid_request'],
      }),
      post: write('create-group', 'Writes down a group that wants to come.', answer(groupAnswer, 'answer'), {
        description: 'One that comes with a quote is `quoted`, else it is `requested`.',
        status: '201',
        body: { required: true, content: input('GroupInput', GROUP) },
        parameters: [IDEMPOTENCY_KEY],
        forbidden: OFF,
        refusals: ['unknown_session', ...IDEMPOTENCY_REFUSALS],
      }),
    },
    '/api/v1/groups/{id}': {
      patch: write('update-group', 'Changes of a group what is sent, and takes it to another state.', answer(groupAnswer, 'answer'), {
        description:
          '`requested` → `quoted` → `confirmed` → `visited`; `cancelled` before the visit, `declined` before it is confirmed. A confirmed group has as many seats of its session as it is large; a change that takes more than are left changes nothing.',
        body: { required: true, content: input('GroupPatch', { size: 24, notes: 'Deux fauteuils roulants' }) },
        parameters: [GROUP_ID],
        forbidden: OFF,
        refusals: ['unknown_group', 'invalid_transition', ...SEATS],
      }),
    },
  };
}

function passPaths(errors: ErrorAnswers): Record<string, PathItem> {
  const { read, write } = makeKeyedOperations(errors);
  return {
    '/api/v1/passes': {
      get: read('passes', 'Passes, newest first.', answer(passesAnswer, 'answer'), {
        parameters: PAGE,
        forbidden: OFF,
        refusals: ['invalid_request'],
      }),
      post: write('create-pass', 'Makes a pass, with a code of its own.', answer(passAnswer, 'answer'), {
        status: '201',
        body: { required: true, content: input('PassInput', PASS) },
        parameters: [IDEMPOTENCY_KEY],
        forbidden: OFF,
        refusals: IDEMPOTENCY_REFUSALS,
      }),
    },
    '/api/v1/passes/{id}/use': {
      post: write('use-pass', 'Lets the owner of a pass in once.', answer(passAnswer, 'answer'), {
        description:
          'A pass that does not let anybody in: 409 `pass_refused` with the `reason`, one of `not_yet`, `expired`, `used_up`, `used_today`, `blocked`.',
        body: { required: false, content: input('PassUse', { gate: 'Entrée principale' }) },
        parameters: [PASS_ID, IDEMPOTENCY_KEY],
        forbidden: OFF,
        refusals: ['unknown_pass', 'pass_refused', ...IDEMPOTENCY_REFUSALS],
      }),
    },
    '/api/v1/passes/{id}/block': {
      post: write('block-pass', 'Blocks a pass: it lets nobody in until it is unblocked.', answer(passAnswer, 'answer'), {
        body: { required: true, content: input('PassBlock', { reason: 'Carte perdue' }) },
        parameters: [PASS_ID, IDEMPOTENCY_KEY],
        forbidden: OFF,
        refusals: ['unknown_pass', ...IDEMPOTENCY_REFUSALS],
      }),
    },
    '/api/v1/passes/{id}/unblock': {
      post: write('unblock-pass', 'Lets a blocked pass be used again.', answer(passAnswer, 'answer'), {
        parameters: [PASS_ID, IDEMPOTENCY_KEY],
        forbidden: OFF,
        refusals: ['unknown_pass', ...IDEMPOTENCY_REFUSALS],
      }),
    },
  };
}

const GROUP = {
  kind: 'school',
  name: 'Collège des Rives, 5e B',
  contact: { name: 'Claire Morel', email: 'claire.morel@example.org' },
  size: 28,
  guided: true,
  wishedOn: '2026-06-12',
} as const;

const PASS = {
  name: 'Abonnement annuel',
  owner: { name: 'Ada Martin', email: 'ada@example.org' },
  validUntil: '2027-04-30',
  oncePerDay: true,
};

const ID: Omit<Parameter, 'description' | 'example'> = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string', minLength: 1, maxLength: 64 },
};

const GROUP_ID: Parameter = { ...ID, description: 'The id of the group.', example: '0196a3de-4f1c-7d10-9a44-7b0c2d9e8f31' };
const PASS_ID: Parameter = { ...ID, description: 'The id of the pass.', example: '0196a3de-4f1c-7e21-8c55-90b1c4d7f6a2' };

const GROUPS_LIST: readonly Parameter[] = [
  {
    name: 'status',
    in: 'query',
    description: 'Only those in this state.',
    schema: { type: 'string', enum: GROUP_STATUSES },
    example: 'requested',
  },
  { name: 'sessionId', in: 'query', description: 'Only those of this session.', schema: { type: 'string' } },
  ...PAGE,
];
