import { redact } from '@comptoir/app/adapters/redact.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { expect } from 'chai';

describe('the log', () => {
  it('takes out secrets by the name of their field, at any depth and in any case', () => {
    const fields = {
      user: 'ada',
      Password: 'x',
      nested: { accessToken: 'x', list: [{ api_key: 'x', ok: 1 }] },
      headers: { Authorization: 'x', Cookie: 'x' },
    };
    expect(redact(fields)).to.deep.equal({
      user: 'ada',
      Password: '[redacted]',
      nested: { accessToken: '[redacted]', list: [{ api_key: '[redacted]', ok: 1 }] },
      headers: { Authorization: '[redacted]', Cookie: '[redacted]' },
    });
  });

  it('takes the credentials out of addresses', () => {
    expect(redact({ at: 'cannot reach postgres://till:hunter2@db:5432/till' })).to.deep.equal({
      at: 'cannot reach postgres://[redacted]@db:5432/till',
    });
  });

  it('writes errors with their cause and their own fields', () => {
    const cause = new Error('connect to postgres://a:b@db failed');
    const { err } = redact({ err: new DomainError('store_unavailable', { cause }) });
    expect(err).to.deep.include({ type: 'DomainError', code: 'store_unavailable' });
    expect(err).to.have.nested.property('cause.message', 'connect to postgres://[redacted]@db failed');
    expect(err).to.have.property('stack').that.is.a('string');
  });

  it('survives cycles and numbers that JSON does not know', () => {
    const cycle: Record<string, unknown> = { count: 1n };
    cycle['self'] = cycle;
    expect(() => JSON.stringify(redact(cycle))).to.not.throw();
  });
});
