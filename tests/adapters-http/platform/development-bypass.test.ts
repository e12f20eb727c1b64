import { defineProcedure } from '@comptoir/core/kit/procedure.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import { NOBODYS_ID } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { z } from 'zod';
import { call, jsonOf } from '../call.js';
import { expectRefusal } from '../refusal.js';
import { closeAll } from '../serve.js';
import { GOOD_TOKEN, type OpenOptions, openContexts, openPlatform, PRODUCTION_COOKIE, SITE_ID, TENANT_ID } from './platform-host.js';

const BYPASS = { 'X-Auth-Bypass': 'true' };
const ON: OpenOptions = { options: { devBypass: true, production: false } };

describe('X-Auth-Bypass', () => {
  afterEach(closeAll);

  async function whoCalls(open: OpenOptions, headers: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
    const { origin } = await openContexts(open);
    return jsonOf(await call(origin, { method: 'POST', headers }));
  }

  const NOBODY = { userId: null, roles: [], tenantId: null, siteId: null, refusal: null };
  const ADMIN = { userId: NOBODYS_ID, roles: ['super-admin'], refusal: null };

  it('makes a super-admin of a caller on this machine, where it is switched on', async () => {
    for (const host of ['127.0.0.1:3001', 'localhost:3001', '[::1]:3001', 'platform.example']) {
      expect(await whoCalls(ON, { ...BYPASS, Host: host }), host).to.deep.include({ ...ADMIN, tenantId: null, siteId: null });
    }
  });

  it('acts for the organisation and the establishment in the scope headers', async () => {
    const tenant = { 'X-Tenant-Id': TENANT_ID };
    expect(await whoCalls(ON, { ...BYPASS, ...tenant })).to.deep.include({ ...ADMIN, tenantId: TENANT_ID, siteId: null });
    const both = { ...tenant, 'X-Site-Id': SITE_ID };
    expect(await whoCalls(ON, { ...BYPASS, ...both })).to.deep.include({ ...ADMIN, tenantId: TENANT_ID, siteId: SITE_ID });
    expect(await whoCalls(ON, { ...BYPASS, 'X-Site-Id': SITE_ID })).to.deep.include({ ...ADMIN, tenantId: null, siteId: null });
  });

  const off: Record<string, OpenOptions> = {
    'where it is switched off': { options: { devBypass: false, production: false } },
    'where it is switched off, in production': { options: { devBypass: false, production: true } },
  };
  for (const [title, open] of Object.entries(off)) {
    it(`is nothing ${title}`, async () => {
      expect(await whoCalls(open, { ...BYPASS, 'X-Tenant-Id': TENANT_ID })).to.deep.include(NOBODY);
    });
  }

  it('is nothing with any other value', async () => {
    for (const value of ['TRUE', '1', 'yes', '', 'true, true', 'false']) {
      expect(await whoCalls(ON, { 'X-Auth-Bypass': value }), value).to.deep.include(NOBODY);
    }
  });

  it('is nothing for a host that only resolves to this machine, as one that is rebound does', async () => {
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'zinc.platform.example']) {
      expect(await whoCalls(ON, { ...BYPASS, Host: host }), host).to.deep.include(NOBODY);
    }
  });

  it('is nothing for a client elsewhere that a trusted proxy speaks for', async () => {
    const open = { options: { ...ON.options, trustProxyHops: 1 } };
    expect(await whoCalls(open, { ...BYPASS, 'X-Forwarded-For': '203.0.113.7' })).to.deep.include(NOBODY);
    expect(await whoCalls(open, { ...BYPASS, 'X-Forwarded-For': '127.0.0.1' })).to.deep.include(ADMIN);
  });

  it('stands before whatever else was presented, and is otherwise not looked at', async () => {
    const headers = { ...BYPASS, Authorization: `Bearer ${GOOD_TOKEN}`, Cookie: `${PRODUCTION_COOKIE}=${GOOD_TOKEN}` };
    expect(await whoCalls(ON, headers)).to.deep.include(ADMIN);
    expect(await whoCalls({}, headers)).to.deep.include({ userId: 'lucie' });
  });

  describe('on the platform itself', () => {
    const registry = makeRegistry({
      users: () => ({
        invite: defineProcedure({
          type: 'mutation',
          access: { kind: 'role', role: 'super-admin' },
          summary: 'Answers super-admins.',
          input: z.object({}),
          output: z.object({ url: z.string(), expiresAt: z.date() }),
          run: async ({ services }) => ({ url: 'https://platform.example/x', expiresAt: services.clock.now() }),
        }),
      }),
    });
    const ask = async (production: boolean, devBypass: boolean) => {
      const { origin } = await openPlatform({ options: { production, devBypass, registry } });
      const headers = { ...BYPASS, 'Content-Type': 'application/json', 'X-Tenant-Id': TENANT_ID };
      const body = JSON.stringify({ email: 'ada@example.org', roles: ['staff'] });
      return call(`${origin}/api/manage/auth/invite-link`, { method: 'POST', headers, body });
    };

    it('opens what super-admins may do, in development', async () => {
      const answer = await ask(false, true);
      expect(answer.status, answer.text).to.equal(200);
    });

    for (const [production, devBypass] of [
      [true, true],
      [true, false],
      [false, false],
    ] as const) {
      it(`opens nothing ${production ? 'in production' : 'in development'} when it is switched ${devBypass ? 'on' : 'off'}`, async () => {
        expectRefusal(await ask(production, devBypass), 401, 'unauthorized');
      });
    }
  });
});
