import { answerCall, callProcedure } from '@comptoir/core/kit/call-procedure.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { type CallContext, defineProcedure, siteScopeOf } from '@comptoir/core/kit/procedure.js';
import { secret } from '@comptoir/core/kit/secret.js';
import { expect } from 'chai';
import { z } from 'zod';
import { FIRST_PAGE, NOON } from '../../suites/builders.js';
import { atOnce, refusalOf } from '../../suites/suite.js';
import { aBench, aCall, aRestaurant } from '../support.js';

/** Makes a category, then does what the test wants. */
function making(then: (context: CallContext) => unknown = () => undefined) {
  return defineProcedure({
    type: 'mutation',
    access: { kind: 'tenant' },
    summary: 'Makes a category.',
    input: z.object({ name: z.string(), password: secret(z.string()).optional() }),
    output: z.object({ id: z.string(), at: z.date(), key: secret(z.string().nullable()) }),
    run: async (context, { name }) => {
      const { services } = context;
      const category = await services.catalogue.categories.create(siteScopeOf(context), { id: services.ids.uuid(), name, position: 0 });
      await then(context);
      return { id: category.id, at: services.clock.now(), key: 'shown once' };
    },
  });
}

async function aShop() {
  const bench = aBench();
  const { scope } = await aRestaurant(bench);
  const { services } = bench;
  const call = aCall(services, { site: scope });
  return {
    ...bench,
    scope,
    call,
    withKey: (key: string, changes: Partial<CallContext> = {}): CallContext => ({ ...call, idempotencyKey: key, ...changes }),
    categories: async () => (await services.catalogue.categories.list(scope, FIRST_PAGE)).items.map(({ name }) => name),
    audited: async () => (await services.views.audit.list(scope, FIRST_PAGE)).items,
  };
}

describe('a mutation', () => {
  it('commits its effect together with its entry in the audit log, without secrets', async () => {
    const { call, scope, categories, audited } = await aShop();

    const { id } = await callProcedure('things.make', making(), call, { name: 'Thés', password: 'hunter2' });

    expect(await categories()).to.deep.equal(['Thés']);
    const [entry, ...others] = await audited();
    expect(others).to.deep.equal([]);
    expect(entry).to.deep.include({
      tenantId: scope.tenantId,
      siteId: scope.siteId,
      at: NOON,
      actor: 'user:lucie',
      sessionId: 's1',
      action: 'things.make',
      subjectId: id,
      input: { name: 'Thés' },
      requestId: 'r1',
      address: '192.0.2.1',
    });
  });

  it('leaves nothing behind when it refuses, and announces nothing', async () => {
    const { call, categories, audited, heard } = await aShop();
    const before = heard.length;
    const refusing = making(() => {
      throw new DomainError('in_use');
    });

    expect((await refusalOf(callProcedure('things.make', refusing, call, { name: 'Thés' }))).code).to.equal('in_use');

    expect([await categories(), await audited(), heard.length]).to.deep.equal([[], [], before]);
  });

  it('leaves nothing behind when its answer breaks its contract', async () => {
    const { call, categories, audited } = await aShop();
    const broken = { ...making(), output: z.object({ id: z.string().max(1), at: z.date(), key: z.string().nullable() }) };

    await callProcedure('things.make', broken, call, { name: 'Thés' }).then(
      () => expect.fail('answered'),
      (error: unknown) => expect(error).to.be.instanceOf(z.ZodError),
    );

    expect([await categories(), await audited()]).to.deep.equal([[], []]);
  });

  it('announces its news once, after the commit', async () => {
    const { call, heard } = await aShop();
    const during: number[] = [];
    const before = heard.length;

    await callProcedure(
      'things.make',
      making(() => during.push(heard.length)),
      call,
      { name: 'Thés' },
    );

    expect([during, heard.slice(before).map(({ kind }) => kind)]).to.deep.equal([[before], ['site-changed']]);
  });

  it('reads what it wrote itself', async () => {
    const { call, scope } = await aShop();
    const seen: string[] = [];
    const looking = making(async ({ services }) => {
      seen.push(...(await services.views.catalogue.menu(scope)).categories.map(({ name }) => name));
    });

    await callProcedure('things.make', looking, call, { name: 'Thés' });

    expect(seen).to.deep.equal(['Thés']);
  });

  it('keeps only the size of an input that is too large for the log', async () => {
    const { call, audited } = await aShop();

    await callProcedure('things.make', making(), call, { name: 'x'.repeat(9000) });

    expect((await audited())[0]?.input).to.deep.equal({ $tooLarge: 9011 });
  });
});

describe('a mutation with an idempotency key', () => {
  it('has its effect once and answers the same again, dates and all, but shows no secret twice', async () => {
    const { withKey, categories, audited, clock } = await aShop();
    const first = await answerCall('things.make', making(), withKey('k'), { name: 'Thés' });
    clock.advance(60_000);

    const second = await answerCall('things.make', making(), withKey('k'), { name: 'Thés' });

    expect([first.replayed, second.replayed]).to.deep.equal([false, true]);
    expect(second.result).to.deep.equal({ ...first.result, key: null });
    expect(second.result.at).to.deep.equal(NOON);
    expect([await categories(), (await audited()).length]).to.deep.equal([['Thés'], 1]);
  });

  it('has its effect once however many arrive together', async () => {
    const { withKey, categories } = await aShop();

    const answers = await atOnce(10, () => answerCall('things.make', making(), withKey('k'), { name: 'Thés' }));

    expect(answers.filter(({ replayed }) => !replayed)).to.have.length(1);
    expect(await categories()).to.deep.equal(['Thés']);
  });

  it('is refused when the key came with another input', async () => {
    const { withKey, categories } = await aShop();
    await callProcedure('things.make', making(), withKey('k'), { name: 'Thés' });

    const refusal = await refusalOf(callProcedure('things.make', making(), withKey('k'), { name: 'Cafés' }));

    expect([refusal.code, await categories()]).to.deep.equal(['idempotency_key_reused', ['Thés']]);
  });

  it('counts the key for one procedure and one caller', async () => {
    const { withKey, categories, call } = await aShop();
    const other = { ...call.identity, userId: 'bob' } as CallContext['identity'];

    await callProcedure('things.make', making(), withKey('k'), { name: 'Thés' });
    await callProcedure('things.other', making(), withKey('k'), { name: 'Cafés' });
    await callProcedure('things.make', making(), withKey('k', { identity: other }), { name: 'Vins' });

    expect(await categories()).to.have.members(['Thés', 'Cafés', 'Vins']);
  });

  it('may be tried again with the same key after a refusal', async () => {
    const { withKey, categories } = await aShop();
    const refusing = making(() => {
      throw new DomainError('in_use');
    });
    await refusalOf(callProcedure('things.make', refusing, withKey('k'), { name: 'Thés' }));

    await callProcedure('things.make', making(), withKey('k'), { name: 'Thés' });

    expect(await categories()).to.deep.equal(['Thés']);
  });
});
