import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import { type Access, authorize, type CallContext, defineProcedure, siteScopeOf } from '@comptoir/core/kit/procedure.js';
import { expect } from 'chai';
import { z } from 'zod';
import { aScope } from '../../suites/builders.js';
import { errorOf, refusalOf } from '../../suites/suite.js';
import { aBench, aCall, aCallOfNobody } from '../support.js';

const { services } = aBench();
const NOBODY = aCallOfNobody(services);
const site = aScope();
const { tenantId } = site;

const CALLERS = {
  nobody: NOBODY,
  'somebody without a tenant': aCall(services),
  'a member of a tenant': aCall(services, { tenantId }),
  'somebody with the permission, without a tenant': aCall(services, { permissions: ['orders:accept'] }),
  'a member with the permission': aCall(services, { tenantId, permissions: ['orders:accept'] }),
  'a member with half the permissions': aCall(services, { tenantId, permissions: ['orders:accept', 'orders:read'] }),
  'a member with another permission': aCall(services, { tenantId, permissions: ['orders:ready'] }),
  'an owner': aCall(services, { tenantId, roles: ['owner'] }),
  'a manager': aCall(services, { tenantId, roles: ['manager', 'staff'] }),
  'a super-admin without a tenant': aCall(services, { roles: ['super-admin'] }),
  'a super-admin in a tenant': aCall(services, { tenantId, roles: ['super-admin'] }),
  'the process itself': { ...NOBODY, internal: true },
} satisfies Record<string, CallContext>;

type Caller = keyof typeof CALLERS;

const KINDS: Record<string, Access> = {
  public: { kind: 'public' },
  protected: { kind: 'protected' },
  'permission orders:accept': { kind: 'permission', permissions: ['orders:accept'] },
  'permissions orders:accept and orders:cancel': { kind: 'permission', permissions: ['orders:accept', 'orders:cancel'] },
  tenant: { kind: 'tenant' },
  'role manager': { kind: 'role', role: 'manager' },
  'role super-admin': { kind: 'role', role: 'super-admin' },
  internal: { kind: 'internal' },
};

/** Who may make which kind of call; everybody else is refused. */
const ALLOWED: Record<keyof typeof KINDS, readonly Caller[] | 'everybody' | 'everybody who signed in'> = {
  public: 'everybody',
  protected: 'everybody who signed in',
  'permission orders:accept': [
    'a member with the permission',
    'a member with half the permissions',
    'a super-admin in a tenant',
    'the process itself',
  ],
  'permissions orders:accept and orders:cancel': ['a super-admin in a tenant', 'the process itself'],
  tenant: [
    'a member of a tenant',
    'a member with the permission',
    'a member with half the permissions',
    'a member with another permission',
    'an owner',
    'a manager',
    'a super-admin in a tenant',
    'the process itself',
  ],
  'role manager': ['a manager', 'a super-admin without a tenant', 'a super-admin in a tenant', 'the process itself'],
  'role super-admin': ['a super-admin without a tenant', 'a super-admin in a tenant', 'the process itself'],
  internal: ['the process itself'],
};

function expectedOf(kind: string, caller: Caller): string {
  const allowed = ALLOWED[kind];
  if (allowed === 'everybody') return 'allowed';
  if (allowed === 'everybody who signed in') return caller === 'nobody' ? 'unauthorized' : 'allowed';
  if (allowed?.includes(caller)) return 'allowed';
  if (kind === 'internal') return 'not_found';
  return caller === 'nobody' ? 'unauthorized' : 'forbidden';
}

describe('who may make a call', () => {
  for (const [kind, access] of Object.entries(KINDS)) {
    for (const caller of Object.keys(CALLERS) as Caller[]) {
      const expected = expectedOf(kind, caller);
      it(`${kind}: ${caller} is ${expected}`, async () => {
        const outcome =
          expected === 'allowed' ? authorize(access, CALLERS[caller]) : (await refusalOf(() => authorize(access, CALLERS[caller]))).code;
        expect(outcome ?? 'allowed').to.equal(expected);
      });
    }
  }
});

describe('the establishment of a call', () => {
  it('is the one the caller has chosen', () => {
    expect(siteScopeOf(aCall(services, { site }))).to.equal(site);
  });

  it('must be chosen', async () => {
    for (const context of [NOBODY, aCall(services, { tenantId })]) {
      expect((await refusalOf(() => siteScopeOf(context))).code).to.equal('forbidden');
    }
  });
});

describe('calling a procedure', () => {
  const seen: unknown[] = [];
  const rename = defineProcedure({
    type: 'mutation',
    access: { kind: 'protected' },
    summary: 'Renames a thing.',
    input: z.object({ id: z.string(), name: z.string().trim().min(1), copies: z.coerce.number().default(1) }),
    output: z.object({ id: z.string(), nested: z.array(z.object({ name: z.string() })) }),
    run: async (_context, input) => {
      seen.push(input);
      const secret = { name: input.name, passwordHash: 'x' };
      return { id: input.id, nested: [secret], tenantId: 't', internalNote: 'x' };
    },
  });
  beforeEach(() => {
    seen.length = 0;
  });

  it('hands it the input as its contract makes it', async () => {
    await callProcedure('things.rename', rename, aCall(services), { id: 'a', name: ' Thés ', price: 5 });

    expect(seen).to.deep.equal([{ id: 'a', name: 'Thés', copies: 1 }]);
  });

  it('lets no field out that its contract does not declare, at any depth', async () => {
    expect(await callProcedure('things.rename', rename, aCall(services), { id: 'a', name: 'Thés' })).to.deep.equal({
      id: 'a',
      nested: [{ name: 'Thés' }],
    });
  });

  it('refuses an invalid input with the faults, and does not run', async () => {
    const refusal = await refusalOf(callProcedure('things.rename', rename, aCall(services), { id: 1, name: ' ' }));

    expect([refusal.code, refusal.issues.map(({ path }) => path)]).to.deep.equal(['invalid_request', ['id', 'name']]);
    expect(seen).to.deep.equal([]);
  });

  it('refuses the caller before it looks at the input', async () => {
    expect((await refusalOf(callProcedure('things.rename', rename, NOBODY, { id: 1 }))).code).to.equal('unauthorized');
    expect(seen).to.deep.equal([]);
  });

  it('takes an answer that breaks the contract for a fault, not for a refusal', async () => {
    const broken = defineProcedure({ ...rename, output: z.object({ id: z.string().max(1) }) });

    expect(await errorOf(callProcedure('things.rename', broken, aCall(services), { id: 'too long', name: 'N' }))).to.be.instanceOf(
      z.ZodError,
    );
  });

  it('passes the refusal of the procedure on', async () => {
    const refusing = defineProcedure({
      ...rename,
      run: async (context) => {
        siteScopeOf(context);
        return { id: 'a', nested: [] };
      },
    });

    expect((await refusalOf(callProcedure('things.rename', refusing, aCall(services), { id: 'a', name: 'N' }))).code).to.equal('forbidden');
  });
});
