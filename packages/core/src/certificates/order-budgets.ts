import { type RatePolicy, rateStateOf } from '../kit/rate-limit.js';
import { type CertificateRecord, nameSetOf } from './certificate.js';

/** How many orders may be made; a refusal of any of them refuses the order. */
export interface OrderBudgets {
  /** Orders of the account. */
  readonly account: RatePolicy;
  /** Certificates issued for exactly these names. */
  readonly nameSet: RatePolicy;
  /** Failed orders for the domain. */
  readonly failures: RatePolicy;
  /** New certificates with a name below one registered domain; null: as many as one likes. */
  readonly registeredDomain: RatePolicy | null;
}

/** A budget without room, and when it has some again. */
export interface FullBudget {
  readonly budget: keyof OrderBudgets;
  readonly waitSecs: number;
}

/** What is known of registered domains, as a port (the Public Suffix List): each once. `a.shop.co.uk` is below `shop.co.uk`. */
export type RegisteredDomainsOf = (names: readonly string[]) => Promise<readonly string[]>;

const HOUR_SECS = 3_600;
const WEEK_SECS = 7 * 24 * HOUR_SECS;

/** A little below what Let's Encrypt allows (300, 5 and 5), because other programs may use the account and the names too. */
const BUDGETS: Omit<OrderBudgets, 'registeredDomain'> = {
  account: { limit: 280, windowSecs: 3 * HOUR_SECS },
  nameSet: { limit: 4, windowSecs: WEEK_SECS },
  failures: { limit: 4, windowSecs: HOUR_SECS },
};

/** `perDomain`: new certificates per registered domain in a week; null: as many as one likes, as from a staging directory. */
export function budgetsOf({ staging }: Pick<CertificateRecord, 'staging'>, perDomain: number | null): OrderBudgets {
  return { ...BUDGETS, registeredDomain: staging || perDomain === null ? null : { limit: perDomain, windowSecs: WEEK_SECS } };
}

/** One for names that there was a certificate for before counts as its renewal, which directories limit by name set alone. */
export function isRenewal({ issued, order }: Pick<CertificateRecord, 'issued' | 'order'>): boolean {
  return issued !== null && nameSetOf(issued.names) === nameSetOf(order.names);
}

/** The seconds until there is room; 0 when there is. `hits` are the instants (ms) that count, oldest first. */
export function waitSecsOf(hits: readonly number[], policy: RatePolicy, at: Date): number {
  const { remaining, resetSecs } = rateStateOf(hits, policy, at, false);
  return remaining > 0 ? 0 : resetSecs;
}

/** The one that has room last; null when every one has. */
export function fullestOf(waits: readonly FullBudget[]): FullBudget | null {
  const [longest] = waits.filter(({ waitSecs }) => waitSecs > 0).sort((left, right) => right.waitSecs - left.waitSecs);
  return longest ?? null;
}
