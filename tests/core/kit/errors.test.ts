import { DomainError, ERROR_CODES, hasCode } from '@comptoir/core/kit/errors.js';
import { RateLimited } from '@comptoir/core/kit/rate-limit.js';
import { expect } from 'chai';

describe('refusals', () => {
  it('have a sentence for every code', () => {
    for (const code of ERROR_CODES) expect(new DomainError(code).message, code).to.match(/^[A-Z].+\.$/);
  });

  it('say something more precise where the thrower can', () => {
    const refusal = new DomainError('closed', { message: 'Closed for the holidays.', facts: { nextOpening: null }, retryAfterSecs: 5 });

    expect([refusal.message, refusal.facts, refusal.retryAfterSecs]).to.deep.equal(['Closed for the holidays.', { nextOpening: null }, 5]);
  });

  it('keep their cause for the log', () => {
    const cause = new Error('ECONNREFUSED');

    expect(new DomainError('store_unavailable', { cause }).cause).to.equal(cause);
    expect('cause' in new DomainError('closed')).to.equal(false);
  });

  it('are told apart by their code, also where they are of a more special kind', () => {
    const limited = new RateLimited({ policy: { limit: 60, windowSecs: 600 }, taken: false, remaining: 0, resetSecs: 7 });

    expect(hasCode(limited, 'rate_limited')).to.equal(true);
    expect(limited.retryAfterSecs).to.equal(7);
    expect(hasCode(limited, 'closed')).to.equal(false);
    expect(hasCode(new Error('closed'), 'closed')).to.equal(false);
    expect(hasCode({ code: 'closed' }, 'closed')).to.equal(false);
  });
});
