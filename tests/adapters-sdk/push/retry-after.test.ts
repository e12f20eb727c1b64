import { retryAfterSecs } from '@comptoir/adapters-sdk/push/retry-after.js';
import { expect } from 'chai';

const NOW = new Date('2026-06-16T10:00:00Z');

describe('Retry-After', () => {
  for (const [header, seconds] of [
    ['120', 120],
    [' 0 ', 0],
    ['Tue, 16 Jun 2026 10:01:30 GMT', 90],
    ['Tue, 16 Jun 2026 09:00:00 GMT', 0],
    ['1.5', null],
    ['-3', null],
    ['soon', null],
    ['2026-06-16', null],
    ['99999999999', null],
    [undefined, null],
  ] as const) {
    it(`reads ${JSON.stringify(header)} as ${seconds}`, () => {
      expect(retryAfterSecs(header, NOW)).to.equal(seconds);
    });
  }
});
