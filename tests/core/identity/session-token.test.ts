import { claimsOf, expiryOf, isToRenew, readClaims, renewedClaims } from '@comptoir/core/identity/session-token.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { DAY_MS, HOUR_MS, minutesAfter, NOON } from '../../suites/builders.js';

const USER = { id: 'u1', tokenVersion: 3 };
const claims = claimsOf('s1', USER, { tenantId: 't1', siteId: 'e1' }, NOON);
const at = (ms: number) => new Date(NOON.getTime() + ms);

describe('the claims of a session', () => {
  it('say who, which session, what for, and for how long, in whole seconds', () => {
    const iat = NOON.getTime() / 1000;
    expect(claims).to.deep.equal({
      sub: 'u1',
      sid: 's1',
      ver: 3,
      tenantId: 't1',
      siteId: 'e1',
      aud: 'comptoir',
      iat,
      exp: iat + 30 * 86_400,
    });
    expect(expiryOf(claims)).to.deep.equal(at(30 * DAY_MS));
  });

  it('are read back as they were written', () => {
    expect(readClaims({ ...claims, extra: 1 }, NOON)).to.deep.equal(claims);
  });

  it('are good until the very second they end', () => {
    expect(readClaims({ ...claims }, at(30 * DAY_MS - 1))).to.not.equal(null);
    expect(readClaims({ ...claims }, at(30 * DAY_MS))).to.equal(null);
  });

  it('may come from a clock that is a minute ahead, not more', () => {
    expect(readClaims({ ...claims }, at(-60_000))).to.not.equal(null);
    expect(readClaims({ ...claims }, at(-61_000))).to.equal(null);
  });

  for (const [name, change] of Object.entries({
    'another audience': { aud: 'other' },
    'an audience list': { aud: ['comptoir'] },
    'no session': { sid: undefined },
    'an empty user': { sub: '' },
    'a version that is text': { ver: '3' },
    'a fraction of a version': { ver: 3.5 },
    'an endless life': { exp: Number.POSITIVE_INFINITY },
    'no expiry': { exp: undefined },
    'no start': { iat: undefined },
    'an absent tenant': { tenantId: undefined },
    'a site that is a number': { siteId: 5 },
    'a site without a tenant': { tenantId: null },
    'an id of 65 characters': { sid: 'x'.repeat(65) },
  })) {
    it(`are not read with ${name}`, () => {
      expect(readClaims({ ...claims, ...change }, NOON)).to.equal(null);
    });
  }

  it('never read as anything else, whatever was signed', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(claims)), fc.anything()), (raw) => {
        const read = readClaims({ ...claims, ...raw }, NOON);
        if (read === null) return;
        expect([typeof read.sub, typeof read.sid, typeof read.ver, read.aud]).to.deep.equal(['string', 'string', 'number', 'comptoir']);
        expect(read.tenantId !== null || read.siteId === null).to.equal(true);
      }),
    );
  });

  it('are renewed after a day for as long again, with nothing else changed; a shorter life is not renewed', () => {
    expect(isToRenew(claims, at(24 * HOUR_MS - 1000))).to.equal(false);
    expect(isToRenew(claims, at(24 * HOUR_MS))).to.equal(true);
    expect(isToRenew(claimsOf('s1', USER, { tenantId: null, siteId: null }, NOON, at(29 * DAY_MS)), at(28 * DAY_MS))).to.equal(false);
    const later = minutesAfter(NOON, 24 * 60);
    const { iat, exp, ...same } = renewedClaims(claims, later);
    expect(claims).to.include(same);
    expect([iat, exp]).to.deep.equal([claims.iat + 86_400, claims.exp + 86_400]);
  });
});
