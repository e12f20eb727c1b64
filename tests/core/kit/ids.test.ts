import { fixedClock } from '@comptoir/core/kit/clock.js';
import type { Crypto } from '@comptoir/core/kit/crypto.js';
import { makeIds, shortNumber, TOKEN_LENGTH } from '@comptoir/core/kit/ids.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { NOON } from '../../suites/builders.js';
import { repeatableCrypto } from '../support.js';

/** A source that gives the same byte for ever. */
const constantBytes = (byte: number): Crypto => ({ ...repeatableCrypto(), randomBytes: (length) => new Uint8Array(length).fill(byte) });

describe('ids', () => {
  describe('uuid', () => {
    it('has the layout of version 7: 48 bits of time, version, 12 random bits, variant, 62 random bits', () => {
      const clock = fixedClock(new Date(0x0123_4567_89ab));

      expect(makeIds(clock, constantBytes(0x00)).uuid()).to.equal('01234567-89ab-7000-8000-000000000000');
      expect(makeIds(clock, constantBytes(0xff)).uuid()).to.equal('01234567-89ab-7fff-bfff-ffffffffffff');
    });

    it('carries the instant it was made at', () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 2 ** 48 - 1 }), (unixMs) => {
          const uuid = makeIds(fixedClock(new Date(unixMs)), repeatableCrypto()).uuid();
          expect(uuid).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
          expect(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)).to.equal(unixMs);
        }),
      );
    });

    it('sorts by the time of its making', () => {
      const clock = fixedClock(NOON);
      const ids = makeIds(clock, repeatableCrypto());
      const made = Array.from({ length: 500 }, () => {
        clock.advance(1);
        return ids.uuid();
      });

      expect([...made].sort()).to.deep.equal(made);
    });

    it('differs within one millisecond', () => {
      const ids = makeIds(fixedClock(NOON), repeatableCrypto());

      expect(new Set(Array.from({ length: 1000 }, () => ids.uuid())).size).to.equal(1000);
    });
  });

  describe('token', () => {
    it('has 22 letters and digits', () => {
      const ids = makeIds(fixedClock(NOON), repeatableCrypto());
      for (let count = 0; count < 200; count += 1) expect(ids.token()).to.match(/^[0-9A-Za-z]{22}$/);
      expect(TOKEN_LENGTH).to.equal(22);
    });

    it('uses every character equally often', () => {
      const ids = makeIds(fixedClock(NOON), repeatableCrypto());
      const seen = new Map<string, number>();
      for (let count = 0; count < 6000; count += 1) {
        for (const char of ids.token()) seen.set(char, (seen.get(char) ?? 0) + 1);
      }

      const expected = (6000 * 22) / 62;
      const chiSquared = [...seen.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
      expect(seen.size).to.equal(62);
      // 61 degrees of freedom: 1 of 10 000 fair sources exceeds 112. Without discarding bytes it would be far above.
      expect(chiSquared).to.be.below(112);
    });

    it('maps the last byte it uses to the last character, and skips those above', () => {
      let byte = 255;
      const falling: Crypto = { ...repeatableCrypto(), randomBytes: (length) => Uint8Array.from({ length }, () => byte--) };

      expect(makeIds(fixedClock(NOON), falling).token()).to.equal('zyxwvutsrqponmlkjihgfe');
    });
  });

  it('calls numbers out with three digits, and more when it takes more', () => {
    expect([1, 42, 999, 1000, 12_345].map(shortNumber)).to.deep.equal(['001', '042', '999', '1000', '12345']);
  });
});
