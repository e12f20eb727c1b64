import { randomUUID } from 'node:crypto';
import type { CertificateKey, CertificateRecord } from '@comptoir/core/certificates/certificate.js';
import type { CertificateStore, CountedOrder } from '@comptoir/core/certificates/certificate-store.js';
import { CERTIFICATES_SCOPE } from '@comptoir/core/certificates/certificates-deps.js';
import type { OrderBudgets } from '@comptoir/core/certificates/order-budgets.js';
import { expect } from 'chai';
import { minutesAfter, NOON } from './builders.js';
import { aCertificate, anAcmeOrder, freshDomain, NO_BUDGETS } from './certificate-builders.js';
import { atOnce, describePort, errorOf, type Open } from './suite.js';

export function exerciseCertificateStore(name: string, open: Open): void {
  describePort('CertificateStore', name, open, (persistence) => {
    const inStore = <Result>(work: (store: CertificateStore) => Promise<Result>) =>
      persistence.transact(CERTIFICATES_SCOPE, ({ certificates }) => work(certificates));
    const save = (record: CertificateRecord) => inStore((store) => store.change(record, () => ({ record, result: null })));
    const read = (key: CertificateKey) => persistence.views.certificates.get(key);

    it('gives back what was stored, with everything known and with nothing', async () => {
      const full = aCertificate({ domain: freshDomain(), staging: false });
      const bare = {
        ...aCertificate({ domain: freshDomain(), staging: true }),
        issued: null,
        lease: null,
        failure: null,
        lookAt: null,
        copies: [],
      };
      const anonymous = { ...bare, order: { ...bare.order, email: null, webroot: null } };

      await save(full);
      await save(anonymous);

      expect(await read(full)).to.deep.equal(full);
      expect(await read(anonymous)).to.deep.equal(anonymous);
      expect(await inStore((store) => store.change(full, (record) => ({ record: null, result: record })))).to.deep.equal(full);
    });

    it('keeps live and staging certificates of a domain apart', async () => {
      const live = aCertificate({ domain: freshDomain(), staging: false });
      await save(live);
      expect(await read({ ...live, staging: true })).to.equal(null);
    });

    it('lets one of many that come at once take the lease', async () => {
      const key = { domain: freshDomain(), staging: false };
      const take = (holder: string) =>
        inStore((store) =>
          store.change(key, (record) =>
            record === null
              ? { record: aCertificate(key, { lease: { holder, until: minutesAfter(NOON, 1) } }), result: 'taken' }
              : { record: null, result: record.lease?.holder },
          ),
        );
      const results = await atOnce(12, (index) => take(`holder-${index}`));
      expect(results.filter((result) => result === 'taken')).to.have.length(1);
      expect(new Set(results)).to.have.property('size', 2);
    });

    it('changes nothing when the decision throws, and throws the same', async () => {
      const record = aCertificate({ domain: freshDomain(), staging: false });
      await save(record);
      const fault = new Error('no');
      const thrown = await errorOf(
        inStore((store) =>
          store.change(record, () => {
            throw fault;
          }),
        ),
      );
      expect(thrown).to.equal(fault);
      expect(await read(record)).to.deep.equal(record);
    });

    it('names what is to be looked at, the most urgent first', async () => {
      const long = new Date('1999-05-05T12:00:00Z');
      const at = (minutes: number) => aCertificate({ domain: freshDomain(), staging: false }, { lookAt: minutesAfter(long, minutes) });
      const [later, sooner, future] = [at(2), at(1), at(9)];
      for (const record of [later, sooner, future]) await save(record);
      await save(aCertificate({ domain: freshDomain(), staging: false }, { lookAt: null }));

      const due = (limit: number) => persistence.views.certificates.due(minutesAfter(long, 2), limit);
      const mine = new Set([later, sooner, future].map((record) => record.domain));
      expect((await due(1_000)).filter((record) => mine.has(record.domain))).to.deep.equal([sooner, later]);
      expect(await due(1)).to.deep.equal([sooner]);
      for (const record of [later, sooner, future]) await save({ ...record, lookAt: null });
    });

    it('names what is to be looked at later than any look is put: the clock was set back since', async () => {
      const long = new Date('1999-05-05T12:00:00Z');
      const [week, month] = [7, 30].map((days) =>
        aCertificate({ domain: freshDomain(), staging: false }, { lookAt: minutesAfter(long, days * 1_440) }),
      );
      for (const record of [week, month]) if (record !== undefined) await save(record);
      const due = new Set((await persistence.views.certificates.due(long, 1_000)).map(({ domain }) => domain));
      expect([week, month].map((record) => due.has(record?.domain ?? ''))).to.deep.equal([false, true]);
    });

    it('lists all of them by domain', async () => {
      const domain = freshDomain();
      for (const prefix of ['b', 'a', 'a-b']) await save(aCertificate({ domain: `${prefix}.${domain}`, staging: false }));
      const all = (await persistence.views.certificates.all()).filter((record) => record.domain.endsWith(domain));
      expect(all.map((record) => record.domain)).to.deep.equal([`a-b.${domain}`, `a.${domain}`, `b.${domain}`]);
    });

    it('counts orders of an account, and says when there is room again', async () => {
      const account = randomUUID();
      const budgets = { ...NO_BUDGETS, account: { limit: 2, windowSecs: 3_600 } };
      const take = (order: Partial<CountedOrder> = {}) => inStore((store) => store.takeOrder(anAcmeOrder({ account, ...order }), budgets));

      expect(await take()).to.equal(null);
      expect(await take({ at: minutesAfter(NOON, 10) })).to.equal(null);
      expect(await take({ at: minutesAfter(NOON, 20) })).to.deep.equal({ budget: 'account', waitSecs: 2_400 });
      expect(await take({ account: randomUUID() })).to.equal(null);
      expect(await take({ at: minutesAfter(NOON, 60) })).to.equal(null);
    });

    it('takes no more than the budget when many come at once', async () => {
      const account = randomUUID();
      const budgets = { ...NO_BUDGETS, account: { limit: 3, windowSecs: 3_600 } };
      const taken = await atOnce(10, () => inStore((store) => store.takeOrder(anAcmeOrder({ account }), budgets)));
      expect(taken.filter((full) => full === null)).to.have.length(3);
    });

    it('counts certificates issued for the same names, and failures for a domain, by their outcome', async () => {
      const [nameSet, domain] = [randomUUID(), randomUUID()];
      const budgets = { ...NO_BUDGETS, nameSet: { limit: 1, windowSecs: 3_600 }, failures: { limit: 1, windowSecs: 600 } };
      const order = () => anAcmeOrder({ nameSet, domain });
      const take = (taken: CountedOrder) => inStore((store) => store.takeOrder(taken, budgets));
      const [failing, passing] = [order(), order()];

      expect(await take(failing)).to.equal(null);
      expect(await take(order()), 'an open order counts as neither').to.equal(null);
      await inStore((store) => store.settleOrder(failing.id, 'failed'));
      expect(await take(order())).to.deep.equal({ budget: 'failures', waitSecs: 600 });
      expect(await take({ ...passing, at: minutesAfter(NOON, 20) })).to.equal(null);
      await inStore((store) => store.settleOrder(passing.id, 'issued'));
      expect(await take({ ...order(), at: minutesAfter(NOON, 30) })).to.deep.equal({ budget: 'nameSet', waitSecs: 3_000 });
    });

    it('counts nothing that was not made', async () => {
      const domain = randomUUID();
      const registered = `${randomUUID()}.example`;
      const once = { limit: 1, windowSecs: 3_600 };
      const order = (): CountedOrder => anAcmeOrder({ account: domain, domain, nameSet: domain, registeredDomains: [registered] });
      for (let time = 0; time < 3; time += 1) {
        const unmade = order();
        expect(
          await inStore((store) => store.takeOrder(unmade, { account: once, nameSet: once, failures: once, registeredDomain: once })),
        ).to.equal(null);
        await inStore((store) => store.settleOrder(unmade.id, 'unmade'));
      }
    });

    it('counts certificates below a registered domain, also those under way, and none that failed', async () => {
      const [mine, other] = [`${randomUUID()}.example`, `${randomUUID()}.example`];
      const budgets = { ...NO_BUDGETS, registeredDomain: { limit: 2, windowSecs: 3_600 } };
      const order = (...registeredDomains: string[]) => anAcmeOrder({ registeredDomains });
      const take = (taken: CountedOrder, allowed: OrderBudgets = budgets) => inStore((store) => store.takeOrder(taken, allowed));
      const failing = order(mine);

      expect(await take(order(other, mine))).to.equal(null);
      expect(await take(failing)).to.equal(null);
      expect(await take({ ...order(other, mine), at: minutesAfter(NOON, 10) })).to.deep.equal({
        budget: 'registeredDomain',
        waitSecs: 3_000,
      });
      await inStore((store) => store.settleOrder(failing.id, 'failed'));
      expect(await take(order(mine))).to.equal(null);
      expect(await take(order(other)), 'those of others').to.equal(null);
      expect(await take(order()), 'a renewal').to.equal(null);
      expect(await take(order(mine), NO_BUDGETS), 'where nobody counts').to.equal(null);
    });

    it('finds a challenge until it expires, and only by its whole token', async () => {
      const token = randomUUID();
      const find = (given: string, now: Date) => persistence.views.certificates.challenge(given, now);
      await inStore((store) => store.putChallenge(token, 'old', minutesAfter(NOON, 5)));
      await inStore((store) => store.putChallenge(token, `${token}.thumbprint`, minutesAfter(NOON, 10)));

      expect(await find(token, minutesAfter(NOON, 9))).to.equal(`${token}.thumbprint`);
      expect(await find(token, minutesAfter(NOON, 10))).to.equal(null);
      expect(await find(token.slice(0, -1), NOON)).to.equal(null);
      expect(await find('%', NOON)).to.equal(null);
    });

    it('drops what has expired, and no more', async () => {
      const long = new Date('1998-05-05T12:00:00Z');
      const [old, fresh] = [randomUUID(), randomUUID()];
      await inStore((store) => store.putChallenge(old, 'old', long));
      await inStore((store) => store.putChallenge(fresh, 'fresh', minutesAfter(NOON, 10)));
      await inStore((store) => store.takeOrder(anAcmeOrder({ at: long }), NO_BUDGETS));

      expect(await inStore((store) => store.forgetBefore(minutesAfter(long, 1), minutesAfter(long, 1)))).to.equal(2);

      expect(await persistence.views.certificates.challenge(old, minutesAfter(long, -1))).to.equal(null);
      expect(await persistence.views.certificates.challenge(fresh, NOON)).to.equal('fresh');
    });
  });
}
