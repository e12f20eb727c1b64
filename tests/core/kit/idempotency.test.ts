import { DomainError, ERROR_CODES } from '@comptoir/core/kit/errors.js';
import { idempotencyKeySchema, isRememberedRefusal, ReplayedRefusal, refusedOutcome, replay } from '@comptoir/core/kit/idempotency.js';
import { expect } from 'chai';
import { refusalOf } from '../../suites/suite.js';

const CLAIM = { owner: 'site:1', route: 'POST /api/order', key: 'k', fingerprint: 'a' };

describe('a remembered call', () => {
  it('answers its result again', () => {
    const remembered = { fingerprint: 'a', outcome: { kind: 'done', result: '41' } } as const;

    expect(replay(remembered, CLAIM, (stored) => Number(stored) + 1)).to.deep.equal({ result: 42, replayed: true });
  });

  it('is refused again as it was, marked as a replay', async () => {
    const refusal = new DomainError('closed', { message: 'Fermé.', facts: { nextOpening: '2026-06-17T10:00:00.000Z' } });
    const remembered = { fingerprint: 'a', outcome: refusedOutcome(refusal) };

    const again = await refusalOf(() => replay(remembered, CLAIM, String));

    expect(again).to.be.instanceOf(ReplayedRefusal);
    expect([again.code, again.message, again.facts]).to.deep.equal([refusal.code, refusal.message, refusal.facts]);
  });

  it('of another body is not answered at all', async () => {
    for (const outcome of [{ kind: 'done', result: 1 } as const, refusedOutcome(new DomainError('closed'))]) {
      expect((await refusalOf(() => replay({ fingerprint: 'b', outcome }, CLAIM, String))).code).to.equal('idempotency_key_reused');
    }
  });
});

describe('refusals', () => {
  it('are remembered exactly when they are about the establishment, not about the input, the caller or the pace', () => {
    const remembered = ERROR_CODES.filter((code) => isRememberedRefusal(new DomainError(code)));

    expect(remembered).to.have.members(['ordering_off', 'closed', 'slot_full', 'sold_out']);
    expect(isRememberedRefusal(new Error('closed'))).to.equal(false);
  });
});

describe('an idempotency key', () => {
  it('has 1 to 255 visible characters, bare or quoted', () => {
    expect(idempotencyKeySchema.parse('8e03978e-40d5-43dd-bc93-6894a57f9324')).to.equal('8e03978e-40d5-43dd-bc93-6894a57f9324');
    expect(idempotencyKeySchema.parse('"8e03978e"')).to.equal('8e03978e');
    expect(idempotencyKeySchema.parse('~'.repeat(255))).to.have.length(255);
    expect(idempotencyKeySchema.parse(`"${'~'.repeat(255)}"`)).to.have.length(255);
  });

  it('is refused when it is empty, too long or not visible', () => {
    for (const key of ['', '""', '~'.repeat(256), 'a b', 'é', 'a\n', '\u0000', '"a b"']) {
      expect(idempotencyKeySchema.safeParse(key).success, JSON.stringify(key)).to.equal(false);
    }
  });
});
