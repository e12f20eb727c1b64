import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import { defineProcedure, type Permission, type Router } from '@comptoir/core/kit/procedure.js';
import { expect } from 'chai';
import { z } from 'zod';
import { aBench, aCallOfNobody } from '../core/support.js';

/** What the types of procedures promise, and what they must refuse. Compiling is most of the test. */

const input = z.object({ id: z.string(), copies: z.number().default(1) });
const output = z.object({ name: z.string(), at: z.date() });

const sound = defineProcedure({
  type: 'query',
  access: { kind: 'permission', permissions: ['orders:read'] },
  summary: 'A sound one.',
  input,
  output,
  run: async (_context, { id, copies }) => ({ name: id.repeat(copies), at: new Date(0), more: 'is cut off' }),
});
const router = { sound } satisfies Router;

const base = { type: 'query', access: { kind: 'public' }, summary: 'Base.', input, output } as const;
const answer = { name: 'n', at: new Date(0) };

// @ts-expect-error -- the answer lacks a field of its contract.
defineProcedure({ ...base, run: async () => ({ name: 'n' }) });

// @ts-expect-error -- the input has no such field.
defineProcedure({ ...base, run: async (_context, { price }) => ({ ...answer, name: price }) });

// @ts-expect-error -- no such kind of access.
defineProcedure({ ...base, access: { kind: 'friends' }, run: async () => answer });

// @ts-expect-error -- a permission names a router and an action.
const permission: Permission = 'orders';

describe('the types of procedures', () => {
  it('tell a caller what the contract declares, and that is what arrives', async () => {
    const called: { name: string; at: Date } = await callProcedure(
      'things.sound',
      router.sound,
      { ...aCallOfNobody(aBench().services), internal: true },
      { id: 'ab', copies: 2, permission },
    );

    // @ts-expect-error -- what the contract does not declare is not in the answer.
    expect(called.more).to.equal(undefined);
    expect(called).to.deep.equal({ name: 'abab', at: new Date(0) });
  });
});
