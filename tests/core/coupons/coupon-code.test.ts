import { couponKeyOf } from '@comptoir/core/coupons/coupon.js';
import { randomCouponCode } from '@comptoir/core/coupons/coupon-code.js';
import { expect } from 'chai';
import { repeatableCrypto } from '../support.js';

describe('a code that nobody can guess', () => {
  it('has its prefix and twelve letters that are not confused with each other', () => {
    const crypto = repeatableCrypto();
    for (let made = 0; made < 200; made += 1) {
      expect(randomCouponCode(crypto, 'NOEL')).to.match(/^NOEL(?:-[2-9A-HJKMNP-TV-Z]{4}){3}$/);
    }
    expect(randomCouponCode(crypto, '')).to.match(/^.{4}-.{4}-.{4}$/);
  });

  it('is any of its letters as likely as any other', () => {
    // Every byte there is, once each: the last sixteen would favour the first letters, and are left out.
    let next = 0;
    const crypto = { ...repeatableCrypto(), randomBytes: (length: number) => Uint8Array.from({ length }, () => next++ % 256) };
    const counts = new Map<string, number>();
    for (let made = 0; made < 1280; made += 1) {
      for (const letter of couponKeyOf(randomCouponCode(crypto, ''))) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    expect(counts.size).to.equal(30);
    const numbers = [...counts.values()];
    expect(Math.max(...numbers) - Math.min(...numbers)).to.be.at.most(Math.ceil((1280 * 12) / 30 / 5));
  });
});
