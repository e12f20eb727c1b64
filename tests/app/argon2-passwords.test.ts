import { makeArgon2Passwords } from '@comptoir/app/adapters/argon2-passwords.js';
import { hasCode } from '@comptoir/core/kit/errors.js';
import { expect } from 'chai';

/** From the tests of the reference implementation (phc-winner-argon2, src/test.c); all are hashes of `password`. */
const REFERENCE_HASHES = {
  'argon2id with 64 MiB': '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  'argon2id with two lanes': '$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc',
  argon2i: '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA',
};

/** What a verification may differ by from another on a busy machine. One without the work would be a thousand times faster. */
const SAME_COST_FACTOR = 20;

describe('passwords as argon2id', () => {
  const passwords = makeArgon2Passwords();

  it('knows a password by its hash, and no other', async () => {
    const hash = await passwords.hash('correct horse battery staple');
    expect(await passwords.verify(hash, 'correct horse battery staple')).to.equal(true);
    expect(await passwords.verify(hash, 'correct horse battery stable')).to.equal(false);
    expect(await passwords.verify(hash, '')).to.equal(false);
  });

  it('writes the cost it works with into the hash, and salts every one', async () => {
    const [one, other] = await Promise.all([passwords.hash('the same'), passwords.hash('the same')]);
    expect(one).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).to.not.equal(other);
  });

  for (const [kind, hash] of Object.entries(REFERENCE_HASHES)) {
    it(`reads what other programs wrote: ${kind}`, async () => {
      expect(await passwords.verify(hash, 'password')).to.equal(true);
      expect(await passwords.verify(hash, 'passwore')).to.equal(false);
    });
  }

  it('takes a letter for the same however it was composed', async () => {
    const hash = await passwords.hash('caf\u00e9 cr\u00e8me');
    expect(await passwords.verify(hash, 'cafe\u0301 cre\u0300me')).to.equal(true);
  });

  it('finds weaker hashes outdated, and its own or stronger ones not', async () => {
    expect(passwords.isOutdated(await passwords.hash('x'))).to.equal(false);
    expect(passwords.isOutdated(passwords.nobodysHash)).to.equal(false);
    const stronger = passwords.nobodysHash.replace('m=19456,t=2', 'm=65536,t=3');
    expect(passwords.isOutdated(stronger)).to.equal(false);
    expect(passwords.isOutdated(passwords.nobodysHash.replace('m=19456', 'm=19455'))).to.equal(true);
    expect(passwords.isOutdated(passwords.nobodysHash.replace('t=2', 't=1'))).to.equal(true);
    expect(passwords.isOutdated(passwords.nobodysHash.replace('argon2id', 'argon2i'))).to.equal(true);
    expect(passwords.isOutdated('plain')).to.equal(true);
    for (const hash of Object.values(REFERENCE_HASHES)) expect(passwords.isOutdated(hash), 'a salt of 8 bytes').to.equal(true);
  });

  it('takes as long over nobody’s hash and over text that is no hash as over a person’s', async () => {
    const hash = await passwords.hash('secret');
    const costOf = async (given: string) => {
      const before = performance.now();
      expect(await passwords.verify(given, 'guess')).to.equal(false);
      return performance.now() - before;
    };
    // A machine that is busy makes one take longer than it needs, never shorter.
    const person = Math.min(await costOf(hash), await costOf(hash), await costOf(hash), await costOf(hash));
    for (const given of [passwords.nobodysHash, 'not a hash', '', '$argon2id$v=19$m=19456,t=2,p=1$', `${hash}$`]) {
      expect(await costOf(given), given).to.be.greaterThan(person / SAME_COST_FACTOR);
    }
  });

  it('has another nobody in every process', () => {
    expect(makeArgon2Passwords().nobodysHash).to.not.equal(passwords.nobodysHash);
  });

  it('counts characters, not what they are stored as', async () => {
    const emoji = '🔑'.repeat(200);
    expect(await passwords.verify(await passwords.hash(emoji), emoji)).to.equal(true);
    const refusal = await passwords.hash(`${emoji}x`).catch((error: unknown) => error);
    expect(hasCode(refusal, 'invalid_request')).to.equal(true);
  });

  it('refuses a password of more than 200 characters without hashing it', async () => {
    const long = 'x'.repeat(201);
    const refusal = await passwords.hash(long).catch((error: unknown) => error);
    expect(hasCode(refusal, 'invalid_request')).to.equal(true);
    const before = performance.now();
    for (let time = 0; time < 1_000; time += 1) expect(await passwords.verify(passwords.nobodysHash, long)).to.equal(false);
    const thousand = performance.now() - before;
    const once = performance.now();
    await passwords.verify(passwords.nobodysHash, 'x'.repeat(200));
    expect(thousand / 1_000).to.be.lessThan(performance.now() - once);
  });

  it('refuses what comes beyond its queue at once, and serves the others', async () => {
    const flood = await Promise.allSettled(Array.from({ length: 100 }, () => passwords.verify(passwords.nobodysHash, 'guess')));
    const refused = flood.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(refused).to.have.length(100 - 66);
    for (const reason of refused) expect(hasCode(reason, 'rate_limited') && reason.retryAfterSecs).to.equal(1);
    expect(await passwords.verify(passwords.nobodysHash, 'guess')).to.equal(false);
  });
});
