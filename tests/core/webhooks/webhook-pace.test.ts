import { BURST, LONGEST_WAIT_SECS, PER_SECOND, takeRequest, type WebhookPace, waitSecs } from '@comptoir/core/webhooks/webhook-pace.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { NOON } from '../../suites/builders.js';

/** A shop that sends, and waits. */
function aSender() {
  let now = NOON.getTime();
  let pace: WebhookPace | null = null;
  const send = (): number => {
    pace = takeRequest(pace, new Date(now));
    return waitSecs(pace, new Date(now));
  };
  return {
    send,
    pass: (secs: number) => {
      now += secs * 1000;
    },
    /** Sends until it is refused; answers the wait. */
    exceed: (): number => {
      for (;;) {
        const wait = send();
        if (wait > 0) return wait;
      }
    },
  };
}

describe('the pace of webhooks', () => {
  it('lets 50 requests a second pass for as long as it likes', () => {
    const shop = aSender();
    for (let sent = 0; sent < 3000; sent += 1) {
      expect(shop.send()).to.equal(0);
      shop.pass(1 / 50);
    }
  });

  it('lets a burst pass, and no more at once', () => {
    const shop = aSender();
    const waits = Array.from({ length: BURST + 1 }, shop.send);
    expect(waits.slice(0, BURST)).to.deep.equal(waits.slice(0, BURST).map(() => 0));
    expect(waits.at(-1)).to.equal(1);
  });

  it('makes each further wait twice as long, to the longest', () => {
    const shop = aSender();
    const waits = Array.from({ length: 12 }, () => {
      const wait = shop.exceed();
      shop.pass(wait);
      return wait;
    });
    expect(waits).to.deep.equal([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
  });

  it('makes no wait longer by asking during it', () => {
    const shop = aSender();
    shop.exceed();
    shop.pass(1);
    expect(shop.exceed()).to.equal(2);
    expect(Array.from({ length: 50 }, shop.send)).to.deep.equal(Array.from({ length: 50 }, () => 2));
    shop.pass(1.5);
    expect(shop.send()).to.equal(1);
    shop.pass(0.5);
    expect(shop.send()).to.equal(0);
  });

  it('forgets a time too many with every minute that keeps to it, however much is sent meanwhile', () => {
    const shop = aSender();
    for (const wait of [1, 2, 4]) {
      expect(shop.exceed()).to.equal(wait);
      shop.pass(wait);
    }
    for (let sent = 0; sent < 130 * 10; sent += 1) {
      shop.send();
      shop.pass(0.1);
    }
    expect(shop.exceed()).to.equal(2);
    shop.pass(1000);
    expect(shop.exceed()).to.equal(1);
  });

  it('does not hold a wait that a wrong clock has written', () => {
    const pace = { level: 0, at: NOON, strikes: 1, waitUntil: new Date(NOON.getTime() + 86_400_000) };
    expect(waitSecs(takeRequest(pace, NOON), NOON)).to.equal(0);
  });

  it('never takes more than the burst and what time gives back, and always tells a wait that helps', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ afterMs: fc.nat(3000), times: fc.integer({ min: 1, max: 200 }) }), { maxLength: 30 }), (bursts) => {
        let [pace, now, taken]: [WebhookPace | null, number, number] = [null, NOON.getTime(), 0];
        for (const { afterMs, times } of bursts) {
          now += afterMs;
          for (let index = 0; index < times; index += 1) {
            pace = takeRequest(pace, new Date(now));
            const wait = waitSecs(pace, new Date(now));
            if (wait === 0) taken += 1;
            else {
              expect(wait).to.be.at.most(LONGEST_WAIT_SECS);
              const later = new Date(now + wait * 1000);
              expect(waitSecs(takeRequest(pace, later), later)).to.equal(0);
            }
          }
        }
        expect(taken).to.be.at.most(BURST + ((now - NOON.getTime()) / 1000) * PER_SECOND + 1e-6);
      }),
    );
  });
});
