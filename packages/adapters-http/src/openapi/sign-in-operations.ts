import { inviteAcceptSchema, inviteLinkSchema } from '@comptoir/core/identity/invite-requests.js';
import { json, type Operation, type PathItem, type Response } from './document.js';
import type { ErrorAnswers } from './error-answers.js';
import { exampleOf } from './example-of.js';
import { type JsonSchema, schemaOf } from './json-schema.js';
import { IDEMPOTENCY_KEY, REPLAYED, REQUEST_ID } from './rpc-operations.js';

export const SIGN_IN_TAG = {
  name: 'Sign-in',
  description: 'Invites and the login through the identity provider. Signing in by password is `auth.login`.',
} as const;

const BODY = ['invalid_request', 'invalid_json', 'unsupported_media_type', 'payload_too_large', 'cross_origin'] as const;
const FAULTS = ['internal', 'store_unavailable'] as const;

/** The endpoints of the platform around its sessions (interfaces B; decisions §6). */
export function signInPaths(errors: ErrorAnswers): Record<string, PathItem> {
  return {
    '/api/auth/oidc-login': { get: beginLogin(errors) },
    '/api/auth/callback': { get: finishLogin(errors) },
    '/api/manage/auth/invite-link': { post: makeInvite(errors) },
    '/api/auth/manage-invite-accept': { post: acceptInvite(errors) },
    '/api/auth/logout': { post: signOut(errors) },
  };
}

function beginLogin(errors: ErrorAnswers): Operation {
  return {
    ...common('oidc-login', 'Starts the login through the identity provider.'),
    parameters: [
      {
        name: 'return_to',
        in: 'query',
        description: 'Where the browser goes afterwards: a path of this host.',
        schema: { type: 'string' },
        example: '/manage',
      },
    ],
    responses: {
      '302': { description: 'To the provider’s login page.', headers: { Location: LOCATION, 'Set-Cookie': COOKIE } },
      ...errors.of(['invalid_request', 'oidc_not_configured', 'provider_unreachable', ...FAULTS]),
    },
  };
}

function finishLogin(errors: ErrorAnswers): Operation {
  const parameter = (name: string, example: string) => ({ name, in: 'query' as const, schema: { type: 'string' } as JsonSchema, example });
  return {
    ...common('oidc-callback', 'Where the identity provider sends the browser back to: starts the session.'),
    parameters: [parameter('code', 'SplxlOBeZQQYbYS6WxSbIA'), parameter('state', 'af0ifjsldkj')],
    responses: {
      '303': { description: 'Signed in, and on to where the browser wanted.', headers: { Location: LOCATION, 'Set-Cookie': COOKIE } },
      ...errors.of(['invalid_request', 'invalid_login', 'oidc_not_configured', 'provider_unreachable', ...FAULTS]),
    },
  };
}

function makeInvite(errors: ErrorAnswers): Operation {
  const schema = schemaOf(inviteLinkSchema, 'input');
  return {
    ...common('invite-link', 'Makes a signed, single-use invite to the organisation or one of its establishments.'),
    description:
      'Needs the permission `users:invite`. A repeated call with the same idempotency key answers `url: null`: the link is told once.',
    security: [{ bearer: [] }, { session: [] }],
    parameters: [IDEMPOTENCY_KEY],
    requestBody: { required: true, content: json(schema, exampleOf(inviteLinkSchema, schema, 'invite')) },
    responses: {
      '200': {
        description: 'The invite.',
        headers: { 'X-Request-Id': REQUEST_ID, 'Idempotent-Replayed': REPLAYED },
        content: json(INVITE, {
          ok: true,
          url: 'https://platform.example.org/manage/onboard?d=eyJ2IjoxfQ',
          expiresAt: '2026-05-11T10:00:00.000Z',
        }),
      },
      ...errors.of([
        ...BODY,
        'unauthorized',
        'forbidden',
        'unknown_shop',
        'rate_limited',
        'idempotency_key_reused',
        'idempotency_in_flight',
        ...FAULTS,
      ]),
    },
  };
}

function acceptInvite(errors: ErrorAnswers): Operation {
  const schema = schemaOf(inviteAcceptSchema, 'input');
  const example = { d: 'eyJ2IjoxfQ', name: 'Ada Lovelace', password: 'correct-horse-battery' };
  return {
    ...common('manage-invite-accept', 'Accepts an invite: makes the account where there is none, and signs in.'),
    requestBody: { required: true, content: json(schema, example) },
    responses: {
      '200': done('Signed in.'),
      ...errors.of([
        ...BODY,
        'invalid_invite',
        'invite_used',
        'invite_expired',
        'invalid_login',
        'weak_password',
        'rate_limited',
        ...FAULTS,
      ]),
    },
  };
}

function signOut(errors: ErrorAnswers): Operation {
  return {
    ...common('logout', 'Ends the session of the call, if there is one, and forgets its cookie.'),
    description: 'Signed out is what the caller is afterwards, whoever they were.',
    security: [{}, { bearer: [] }, { session: [] }],
    responses: { '200': done('Signed out.'), ...errors.of(['invalid_request', 'cross_origin', ...FAULTS]) },
  };
}

function done(description: string): Response {
  return { description, headers: { 'X-Request-Id': REQUEST_ID, 'Set-Cookie': COOKIE }, content: json(DONE, { ok: true }) };
}

function common(operationId: string, summary: string) {
  return { operationId, summary, tags: [SIGN_IN_TAG.name], security: [{}] };
}

const INVITE: JsonSchema = {
  type: 'object',
  required: ['ok', 'url', 'expiresAt'],
  properties: {
    ok: { type: 'boolean', const: true },
    url: { type: ['string', 'null'], description: 'The page to send to the person.' },
    expiresAt: { type: 'string', format: 'date-time' },
  },
};

const DONE: JsonSchema = { type: 'object', required: ['ok'], properties: { ok: { type: 'boolean', const: true } } };

const LOCATION = { description: 'Where to.', schema: { type: 'string' } } as const;
const COOKIE = { description: 'HttpOnly, SameSite=Lax, Secure in production.', schema: { type: 'string' } } as const;
