import type { AuthService } from '@comptoir/core/identity/auth-service.js';
import { inviteLinkAnswerSchema, inviteLinkSchema } from '@comptoir/core/identity/invite-requests.js';
import type { InvitesService } from '@comptoir/core/identity/invites-service.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { defineProcedure } from '@comptoir/core/kit/procedure.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import { expect } from 'chai';
import { DAY_MS, NOON } from '../../suites/builders.js';
import { type Answer, call, jsonOf } from '../call.js';
import { expectRefusal, faultyPaths } from '../refusal.js';
import { closeAll } from '../serve.js';
import { GOOD_TOKEN, LUCIE, openPlatform, PRODUCTION_COOKIE, SITE_ID, TENANT_ID } from './platform-host.js';

type Headers = Readonly<Record<string, string>>;

const EXPIRES = new Date(NOON.getTime() + 7 * DAY_MS);
const BEARER = { Authorization: `Bearer ${GOOD_TOKEN}` };
const COOKIE = { Cookie: `${PRODUCTION_COOKIE}=${GOOD_TOKEN}` };
const FOREIGN = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };

function post(origin: string, path: string, body: unknown, headers: Headers = {}): Promise<Answer> {
  return call(`${origin}${path}`, {
    method: 'POST',
    headers: { Host: 'platform.example', 'Content-Type': 'application/json', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

describe('POST /api/manage/auth/invite-link', () => {
  afterEach(closeAll);

  const PATH = '/api/manage/auth/invite-link';
  const INVITE = { email: 'ada@example.org', siteId: SITE_ID, roles: ['staff'] };

  /** A platform whose invites go nowhere; gives what they were made with. */
  async function platform(permission: 'users:invite' | 'users:delete' = 'users:invite') {
    const invited: unknown[] = [];
    const registry = makeRegistry({
      users: () => ({
        invite: defineProcedure({
          type: 'mutation',
          access: { kind: 'permission', permissions: [permission] },
          summary: 'Invites somebody.',
          input: inviteLinkSchema,
          output: inviteLinkAnswerSchema,
          run: async (_context, input) => {
            invited.push(input);
            return { url: 'https://platform.example/manage/onboard?d=x', expiresAt: EXPIRES };
          },
        }),
      }),
    });
    return { ...(await openPlatform({ options: { registry } })), invited };
  }

  it('answers with the address of the invite and when it ends', async () => {
    const { origin, invited } = await platform();
    const answer = await post(origin, PATH, INVITE, BEARER);
    expect(jsonOf(answer)).to.deep.equal({
      ok: true,
      url: 'https://platform.example/manage/onboard?d=x',
      expiresAt: EXPIRES.toISOString(),
    });
    expect(answer.headers['cache-control']).to.equal('no-store');
    expect(invited).to.deep.equal([INVITE]);
  });

  it('invites to the whole organisation when no establishment is named', async () => {
    const { origin, invited } = await platform();
    for (const body of [
      { email: 'ada@example.org', roles: ['admin', 'manager'] },
      { email: 'ada@example.org', roles: ['admin', 'manager'], siteId: null },
    ]) {
      expect((await post(origin, PATH, body, BEARER)).status).to.equal(200);
    }
    expect(invited).to.deep.equal(Array(2).fill({ email: 'ada@example.org', siteId: null, roles: ['admin', 'manager'] }));
  });

  it('leaves an entry in the audit log of the organisation', async () => {
    const { origin, persistence } = await platform();
    await post(origin, PATH, INVITE, BEARER);
    const { items } = await persistence.views.audit.list({ tenantId: TENANT_ID, actor: { kind: 'public' } }, { page: 1, pageSize: 20 });
    expect(items.map(({ action, actor, input }) => ({ action, actor, input }))).to.deep.equal([
      { action: 'users.invite', actor: 'user:lucie', input: INVITE },
    ]);
  });

  it('is answered again under the same idempotency key', async () => {
    const { origin, invited } = await platform();
    const headers = { ...BEARER, 'Idempotency-Key': 'k1' };
    await post(origin, PATH, INVITE, headers);
    const again = await post(origin, PATH, INVITE, headers);
    expect([again.status, again.headers['idempotent-replayed']]).to.deep.equal([200, 'true']);
    expect(invited).to.have.lengthOf(1);
    expectRefusal(await post(origin, PATH, { ...INVITE, email: 'bob@example.org' }, headers), 422, 'idempotency_key_reused');
  });

  for (const [title, body, path] of [
    ['no address', { roles: ['staff'] }, 'email'],
    ['what is no address', { ...INVITE, email: 'ada' }, 'email'],
    ['no role', { ...INVITE, roles: [] }, 'roles'],
    ['an unknown role', { ...INVITE, roles: ['super-admin'] }, 'roles.0'],
    ['an establishment that is no id', { ...INVITE, siteId: '' }, 'siteId'],
    ['a field that there is not', { ...INVITE, tenantId: TENANT_ID }, ''],
    ['a list', [INVITE], ''],
  ] as const) {
    it(`is 400 for ${title}`, async () => {
      const { origin, invited } = await platform();
      const body400 = expectRefusal(await post(origin, PATH, body, BEARER), 400, 'invalid_request');
      expect(faultyPaths(body400)).to.include(path);
      expect(invited).to.deep.equal([]);
    });
  }

  it('is for those who may invite', async () => {
    const { origin } = await platform('users:delete');
    expectRefusal(await post(origin, PATH, INVITE, BEARER), 403, 'forbidden');
    expectRefusal(await post(origin, PATH, INVITE), 401, 'unauthorized');
    expectRefusal(await post(origin, PATH, INVITE, { Authorization: 'Bearer stale', ...COOKIE }), 401, 'unauthorized');
  });

  it('is not for pages of other sites, nor for other bodies than JSON', async () => {
    const { origin, invited } = await platform();
    expectRefusal(await post(origin, PATH, INVITE, { ...COOKIE, ...FOREIGN }), 403, 'cross_origin');
    expectRefusal(await post(origin, PATH, INVITE, { ...BEARER, 'Content-Type': 'text/plain' }), 415, 'unsupported_media_type');
    expect(invited).to.deep.equal([]);
  });

  it('is 404 where there is no such procedure', async () => {
    const { origin } = await openPlatform();
    expectRefusal(await post(origin, PATH, INVITE, BEARER), 404, 'not_found');
  });
});

describe('POST /api/auth/manage-invite-accept', () => {
  afterEach(closeAll);

  const PATH = '/api/auth/manage-invite-accept';

  async function platform(refusal?: DomainError) {
    const accepted: unknown[] = [];
    const invites: Pick<InvitesService, 'accept'> = {
      async accept(...args) {
        accepted.push(args);
        if (refusal !== undefined) throw refusal;
        return { token: 'fresh.token.1', expiresAt: EXPIRES, user: aUser(), tenantId: TENANT_ID, siteId: null };
      },
    };
    return { ...(await openPlatform({ services: { invites: invites as InvitesService } })), accepted };
  }

  it('signs the invited in', async () => {
    const { origin, accepted } = await platform();
    const answer = await post(origin, PATH, { d: 'payload', name: ' Ada ', password: 'correct horse' }, { 'User-Agent': 'till/1' });
    expect(jsonOf(answer)).to.deep.equal({ ok: true });
    expect(answer.headers['set-cookie']).to.deep.equal([
      `${PRODUCTION_COOKIE}=fresh.token.1; Path=/; Domain=platform.example; Max-Age=604800; HttpOnly; SameSite=Lax; Secure`,
    ]);
    expect(answer.headers['cache-control']).to.equal('no-store');
    const client = { address: '127.0.0.1', userAgent: 'till/1' };
    expect(accepted).to.deep.equal([['payload', { name: 'Ada', password: 'correct horse', signedInAs: null }, client]]);
  });

  it('tells who is signed in already, by cookie or token', async () => {
    const { origin, accepted } = await platform();
    for (const headers of [COOKIE, BEARER]) await post(origin, PATH, { d: 'payload' }, headers);
    for (const args of accepted as unknown[][]) expect(args[1]).to.deep.equal({ name: null, password: null, signedInAs: LUCIE.userId });
    expect(accepted).to.have.lengthOf(2);
  });

  for (const [code, status] of [
    ['invalid_invite', 400],
    ['invite_used', 410],
    ['invite_expired', 410],
    ['invalid_login', 401],
    ['weak_password', 422],
  ] as const) {
    it(`is ${status} ${code}, and nobody is signed in`, async () => {
      const { origin } = await platform(new DomainError(code));
      const answer = await post(origin, PATH, { d: 'payload', name: 'Ada', password: 'x' });
      expectRefusal(answer, status, code);
      expect(answer.headers).not.to.have.property('set-cookie');
    });
  }

  it('is 400 for a body of another shape', async () => {
    const { origin, accepted } = await platform();
    for (const body of [
      {},
      { d: '' },
      { d: 'x', admin: true },
      { d: 'x', name: 'a\u0000b' },
      { d: 'x'.repeat(5000) },
      { d: ['x'] },
      'x',
      null,
    ]) {
      expectRefusal(await post(origin, PATH, body), 400, 'invalid_request');
    }
    expect(accepted).to.deep.equal([]);
  });

  it('is not for pages of other sites: they could sign their visitors in as somebody else', async () => {
    const { origin, accepted } = await platform();
    expectRefusal(await post(origin, PATH, { d: 'payload' }, FOREIGN), 403, 'cross_origin');
    expectRefusal(await post(origin, PATH, { d: 'payload' }, { Origin: 'https://evil.example' }), 403, 'cross_origin');
    expect(accepted).to.deep.equal([]);
  });
});

describe('POST /api/auth/logout', () => {
  afterEach(closeAll);

  const PATH = '/api/auth/logout';

  async function platform() {
    const ended: unknown[] = [];
    const auth: Pick<AuthService, 'logout'> = {
      async logout(...args) {
        ended.push(args);
      },
    };
    return { ...(await openPlatform({ services: { auth: auth as AuthService } })), ended };
  }

  it('ends the session and forgets the cookie', async () => {
    const { origin, ended } = await platform();
    const answer = await post(origin, PATH, undefined, COOKIE);
    expect(jsonOf(answer)).to.deep.equal({ ok: true });
    expect(ended).to.deep.equal([['lucie', 's1']]);
    expect(answer.headers['set-cookie']).to.have.lengthOf(2);
    for (const line of answer.headers['set-cookie'] ?? []) expect(line).to.match(/^__Secure-platform\.session-token=; .*Max-Age=0;/);
  });

  it('forgets the cookie of somebody who is not signed in any more', async () => {
    const { origin, ended } = await platform();
    for (const headers of [{}, { Cookie: `${PRODUCTION_COOKIE}=stale` }]) {
      const answer = await post(origin, PATH, undefined, headers);
      expect([answer.status, answer.headers['set-cookie']?.length]).to.deep.equal([200, 2]);
    }
    expect(ended).to.deep.equal([]);
  });

  it('is not for pages of other sites, nor for links', async () => {
    const { origin, ended } = await platform();
    expectRefusal(await post(origin, PATH, undefined, { ...COOKIE, ...FOREIGN }), 403, 'cross_origin');
    expectRefusal(await call(`${origin}${PATH}`, { headers: { Host: 'platform.example', ...COOKIE } }), 405, 'method_not_allowed');
    expect(ended).to.deep.equal([]);
  });
});

function aUser() {
  return {
    id: 'ada',
    email: 'ada@example.org',
    emailVerifiedAt: NOON,
    name: 'Ada',
    locale: 'fr',
    passwordHash: null,
    tokenVersion: 1,
    superAdmin: false,
    notifications: { security: true, orders: false, summary: false },
    createdAt: NOON,
    deletedAt: null,
  } as const;
}
