import type { Tries } from '@comptoir/core/identity/throttle.js';
import { expect } from 'chai';
import { freshName, minutesAfter, NOON } from './builders.js';
import { NO_TENANT } from './identity-builders.js';
import { atOnce, describePort, errorOf, type Open } from './suite.js';

export function exerciseThrottleStore(name: string, open: Open): void {
  describePort('ThrottleStore', name, open, (persistence) => {
    const { transact } = persistence;
    const change = (bucket: string, decide: (tries: Tries | null) => Tries | null) =>
      transact(NO_TENANT, ({ throttles }) => throttles.change(bucket, decide));
    const peek = (bucket: string) => change(bucket, (tries) => tries);
    const oneMore = (tries: Tries | null): Tries => ({ count: (tries?.count ?? 0) + 1, lastAt: NOON });

    it('hands over the tries of a bucket and stores what is made of them', async () => {
      const bucket = freshName('login:lucie@example.org:192.0.2.1');

      expect(await peek(bucket)).to.equal(null);
      expect(await change(bucket, () => ({ count: 1, lastAt: NOON }))).to.deep.equal({ count: 1, lastAt: NOON });
      expect(await change(bucket, oneMore)).to.deep.equal({ count: 2, lastAt: NOON });
      expect(await peek(bucket)).to.deep.equal({ count: 2, lastAt: NOON });
    });

    it('keeps each bucket for itself', async () => {
      const stem = freshName('login');
      await change(`${stem}:1`, oneMore);

      expect(await peek(`${stem}:2`)).to.equal(null);
    });

    it('takes any text for the name of a bucket', async () => {
      for (const bucket of ['', '%', "' or true --", 'a\u0000b', '\ud800', 'é🌻'.repeat(200)]) {
        await change(bucket, oneMore);
        expect((await peek(bucket))?.count, JSON.stringify(bucket)).to.equal(1);
        await change(bucket, () => null);
      }
    });

    it('forgets a bucket, and starts anew', async () => {
      const bucket = freshName('login');
      await change(bucket, oneMore);

      expect(await change(bucket, () => null)).to.equal(null);
      expect(await change(bucket, () => null)).to.equal(null);
      expect(await change(bucket, oneMore)).to.deep.equal({ count: 1, lastAt: NOON });
    });

    it('counts every one of many tries at once, the first ones too', async () => {
      const bucket = freshName('login');

      const counts = await atOnce(10, () => change(bucket, oneMore));

      expect(counts.map((tries) => tries?.count).sort((left, right) => (left ?? 0) - (right ?? 0))).to.deep.equal(
        Array.from({ length: 10 }, (_, index) => index + 1),
      );
    });

    it('changes nothing when the decision throws, and throws the same', async () => {
      const [known, unknown] = [freshName('login'), freshName('login')];
      await change(known, oneMore);
      const fault = new Error('wait');

      for (const bucket of [known, unknown]) {
        const thrown = await errorOf(
          change(bucket, () => {
            throw fault;
          }),
        );
        expect(thrown).to.equal(fault);
      }

      expect([await peek(known), await peek(unknown)]).to.deep.equal([{ count: 1, lastAt: NOON }, null]);
    });

    it('drops buckets without a try since an instant, and no others', async () => {
      const long = new Date('2001-01-01T12:00:00Z');
      const [old, fresh] = [freshName('login'), freshName('login')];
      await change(old, () => ({ count: 3, lastAt: long }));
      await change(fresh, () => ({ count: 3, lastAt: minutesAfter(long, 1) }));
      const forgetBefore = (before: Date) => transact(NO_TENANT, ({ throttles }) => throttles.forgetBefore(before));

      expect(await forgetBefore(minutesAfter(long, 1))).to.equal(1);

      expect(await peek(old)).to.equal(null);
      expect((await peek(fresh))?.count).to.equal(3);
      expect(await forgetBefore(minutesAfter(long, 2))).to.equal(1);
    });
  });
}
