import type { MemoryTable } from '../kit/memory-database.js';
import type { RatePolicy } from '../kit/rate-limit.js';
import type { CertificateKey, CertificateRecord } from './certificate.js';
import type { CertificateStore, CertificateViews, CountedOrder } from './certificate-store.js';
import { fullestOf, type OrderBudgets, waitSecsOf } from './order-budgets.js';
import { isDue } from './renewal.js';

interface OrderRow extends CountedOrder {
  readonly outcome: 'open' | 'issued' | 'failed';
}

interface ChallengeRow {
  readonly token: string;
  readonly keyAuthorization: string;
  readonly expiresAt: Date;
}

export interface CertificateTables {
  readonly records: MemoryTable<CertificateRecord>;
  readonly orders: MemoryTable<OrderRow>;
  readonly challenges: MemoryTable<ChallengeRow>;
}

/** Certificates of a single process. */
export function makeMemoryCertificates(tables: CertificateTables): { store: CertificateStore; views: CertificateViews } {
  return { store: makeStore(tables), views: makeViews(tables) };
}

const keyOf = ({ domain, staging }: CertificateKey) => `${domain} ${staging}`;

function makeStore({ records, orders, challenges }: CertificateTables): CertificateStore {
  const waitFor = (budget: keyof OrderBudgets, order: CountedOrder, policy: RatePolicy, counts: (row: OrderRow) => boolean) => {
    const hits = [...orders.values()].filter(counts).map(({ at }) => at.getTime());
    const ordered = hits.sort((left, right) => left - right);
    return { budget, waitSecs: waitSecsOf(ordered, policy, order.at) };
  };
  return {
    async change(key, decide) {
      const { record, result } = decide(records.get(keyOf(key)) ?? null);
      if (record !== null) records.set(keyOf(key), record);
      return result;
    },
    async takeOrder(order, { account, nameSet, failures, registeredDomain }) {
      const full = fullestOf([
        waitFor('account', order, account, (row) => row.account === order.account),
        waitFor('nameSet', order, nameSet, (row) => row.nameSet === order.nameSet && row.outcome === 'issued'),
        waitFor('failures', order, failures, (row) => row.domain === order.domain && row.outcome === 'failed'),
        ...order.registeredDomains.flatMap((domain) => {
          const counts = ({ registeredDomains, outcome }: OrderRow) => registeredDomains.includes(domain) && outcome !== 'failed';
          return registeredDomain === null ? [] : [waitFor('registeredDomain', order, registeredDomain, counts)];
        }),
      ]);
      if (full === null) orders.set(order.id, { ...order, outcome: 'open' });
      return full;
    },
    async settleOrder(id, outcome) {
      const order = orders.get(id);
      if (outcome === 'unmade') orders.delete(id);
      else if (order !== undefined) orders.set(id, { ...order, outcome });
    },
    async putChallenge(token, keyAuthorization, expiresAt) {
      challenges.set(token, { token, keyAuthorization, expiresAt });
    },
    async forgetBefore(challengesBefore, ordersBefore) {
      const oldChallenges = [...challenges.values()].filter(({ expiresAt }) => expiresAt < challengesBefore);
      const oldOrders = [...orders.values()].filter(({ at }) => at < ordersBefore);
      for (const { token } of oldChallenges) challenges.delete(token);
      for (const { id } of oldOrders) orders.delete(id);
      return oldChallenges.length + oldOrders.length;
    },
  };
}

function makeViews({ records, challenges }: CertificateTables): CertificateViews {
  const { committed } = records;
  return {
    get: async (key) => committed.get(keyOf(key)) ?? null,
    async due(now, limit) {
      const due = [...committed.values()].flatMap((record) =>
        record.lookAt !== null && isDue(record.lookAt, now) ? [{ record, at: record.lookAt }] : [],
      );
      return due
        .sort((left, right) => left.at.getTime() - right.at.getTime())
        .slice(0, limit)
        .map(({ record }) => record);
    },
    all: async () => [...committed.values()].sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1)),
    async challenge(token, now) {
      const found = challenges.committed.get(token);
      return found !== undefined && found.expiresAt > now ? found.keyAuthorization : null;
    },
  };
}
