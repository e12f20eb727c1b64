import { readProviderFault, readRefusal } from '@comptoir/adapters-http/web/manage/refusal.js';
import { expect } from 'chai';

function rpcError(error: string, details?: readonly unknown[]): unknown {
  return { error: { json: { message: 'words', code: -32600, data: { code: 'BAD_REQUEST', httpStatus: 400, error, details } } } };
}

describe('a refusal of the platform', () => {
  it('is none when the call was answered', () => {
    expect(readRefusal({ status: 200, body: { result: { data: { json: { token: 'secret' } } } }, retryAfter: null })).to.equal(null);
  });

  it('is read from the error of an RPC call, with the wait it asks for', () => {
    const refusal = readRefusal({ status: 429, body: rpcError('rate_limited'), retryAfter: '40' });
    expect(refusal).to.deep.equal({ code: 'rate_limited', fields: [], retryAfterSecs: 40 });
  });

  it('is read from the error of a plain call', () => {
    const body = { ok: false, error: 'invite_used', message: 'words', requestId: 'r1' };
    expect(readRefusal({ status: 410, body, retryAfter: null })?.code).to.equal('invite_used');
  });

  it('names the inputs at fault', () => {
    const body = rpcError('invalid_request', [{ path: 'email', message: 'Invalid' }, { path: 3 }, null]);
    expect(readRefusal({ status: 400, body, retryAfter: null })?.fields).to.deep.equal(['email']);
  });

  const shapes: [what: string, status: number | null, body: unknown, code: string][] = [
    ['no answer', null, null, 'unreachable'],
    ['a fault of the platform', 500, rpcError('internal'), 'unreachable'],
    ['the page of a proxy', 502, null, 'unreachable'],
    ['a code without words', 409, rpcError('last_owner'), 'unexpected'],
    ['an error of another shape', 400, { error: { json: 'no' } }, 'unexpected'],
    ['a redirect that was not followed', 304, null, 'unexpected'],
  ];
  for (const [what, status, body, code] of shapes) {
    it(`is "${code}" for ${what}`, () => {
      expect(readRefusal({ status, body, retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT' })).to.deep.equal({
        code,
        fields: [],
        retryAfterSecs: null,
      });
    });
  }

  it('of the identity provider has words for its own codes and one sentence for all others', () => {
    expect(readProviderFault(undefined)).to.equal(null);
    expect(readProviderFault('provider_unreachable')).to.equal('provider_unreachable');
    for (const other of ['', '<script>', 'last_owner', ['invalid_login', 'x']]) expect(readProviderFault(other)).to.equal('unexpected');
  });
});
