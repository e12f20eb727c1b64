import type { MemoryTable } from '../kit/memory-database.js';
import { type RatePolicy, rateStateOf } from '../kit/rate-limit.js';
import type { CertificateKey, CertificateRecord } from './certificate.js';
import type { CertificateStore, CertificateViews, CountedOrder } from './certificate-store.js';

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
  const waitSecsOf = (order: CountedOrder, policy: RatePolicy, counts: (row: OrderRow) => boolean): number => {
    const hits = [...orders.values()].filter(counts).map(({ at }) => at.getTime());
    const { remaining, resetSecs } = rateStateOf(
      hits.sort((left, right) => left - right),
      policy,
      order.at,
      false,
    );
    return remaining > 0 ? 0 : resetSecs;
  };
  return {
    async change(key, decide) {
      const { record, result } = decide(records.get(keyOf(key)) ?? null);
      if (record !== null) records.set(keyOf(key), record);
      return result;
    },
    async takeOrder(order, budgets) {
      const waitSecs = Math.max(
        waitSecsOf(order, budgets.account, ({ account }) => account === order.account),
        waitSecsOf(order, budgets.nameSet, ({ nameSet, outcome }) => nameSet === order.nameSet && outcome === 'issued'),
        waitSecsOf(order, budgets.failures, ({ domain, outcome }) => domain === order.domain && outcome === 'failed'),
      );
      if (waitSecs > 0) return waitSecs;
      orders.set(order.id, { ...order, outcome: 'open' });
      return null;
    },
    async settleOrder(id, outcome) {
      const order = orders.get(id);
      if (order !== undefined) orders.set(id, { ...order, outcome });
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
        record.lookAt !== null && record.lookAt <= now ? [{ record, at: record.lookAt }] : [],
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
