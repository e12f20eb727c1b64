import type { DomainError } from '../kit/errors.js';
import { type CertificateKey, type CertificateRecord, FAILURE_TYPES, nameSetOf } from './certificate.js';
import type { IssuanceOutcome } from './certificate-authority.js';
import type { OrderOutcome } from './certificate-store.js';
import { CERTIFICATES_SCOPE, type CertificatesDeps, chanceOf } from './certificates-deps.js';
import { afterFailure, failuresBefore, heldBy, LEASE_MS, leaseEnd } from './issuance.js';
import { budgetsOf, isRenewal } from './order-budgets.js';
import { deferred, failed, overBudget } from './refusals.js';
import { faultOf, retryAtOf } from './renewal.js';

/** Signs of life are written when this part of the lease is over. */
const SIGN_AFTER_MS = LEASE_MS / 3;

export type Refused = Omit<Extract<IssuanceOutcome, { kind: 'refused' }>, 'kind'>;
export type Unavailable = Omit<Extract<IssuanceOutcome, { kind: 'unavailable' }>, 'kind'>;

/**
 * One try at a certificate, as the database has it: its lease, its place in the budgets, and how it ends. Every method that ends it
 * or gives a sign of life throws `issuance_deferred` when somebody else has taken the lease over; then nothing is changed.
 */
export interface HeldOrder {
  /** Throws `issuance_deferred`, and ends the try, when a budget has no room. */
  takeBudget(): Promise<void>;
  alive(): Promise<void>;
  succeed(change: (held: CertificateRecord) => CertificateRecord): Promise<CertificateRecord>;
  /** Records why, and throws `issuance_failed`. `outcome`: whether the directory issued all the same. */
  fail(refused: Refused, outcome?: 'issued' | 'failed'): Promise<never>;
  /** The same where the directory is to blame: soon to be tried again, and in no budget. */
  failUnavailable(unavailable: Unavailable): Promise<never>;
  /** Ends the try as if it had not been, and throws the refusal. */
  release(refusal: DomainError): Promise<never>;
}

export function holdOrder(deps: CertificatesDeps, leased: CertificateRecord): HeldOrder {
  const { transact, clock, crypto, ids, logger, budget } = deps;
  const id = ids.uuid();
  let signAt = clock.now().getTime() + SIGN_AFTER_MS;

  async function change(next: (held: CertificateRecord) => CertificateRecord, outcome: OrderOutcome | null): Promise<CertificateRecord> {
    const changed = await transact(CERTIFICATES_SCOPE, async ({ certificates }) => {
      // What the directory did counts, also when somebody else has the lease.
      if (outcome !== null) await certificates.settleOrder(id, outcome);
      return certificates.change(leased, (record) => {
        const held = heldBy(record, leased.fence);
        const result = held && next(held);
        return { record: result, result };
      });
    });
    if (changed === null) throw deferred(leased, 1);
    return changed;
  }

  async function release(refusal: DomainError): Promise<never> {
    await change((held) => ({ ...held, lease: null }), null);
    throw refusal;
  }

  async function failFor({ type, detail, retryAfterSecs }: Refused, outcome: OrderOutcome): Promise<never> {
    const fault = faultOf({ type });
    const now = clock.now();
    const { domain, staging, fence, order } = leased;
    const count = failuresBefore(leased, fault) + 1;
    const retryAt = retryAtOf({ fault, count, retryAfterSecs, now, chance: chanceOf(crypto, `${domain} ${fence}`) });
    const failure = { fence, names: order.names, type, detail, at: now, count, retryAt };
    await change((held) => afterFailure(held, failure), outcome);
    logger.warn({ domain, staging, type, detail, retryAt }, 'a certificate could not be had');
    throw failed(leased, failure, now);
  }

  return {
    async takeBudget() {
      const { staging, order } = leased;
      const budgets = budgetsOf(leased, budget.perDomain);
      const isCounted = budgets.registeredDomain !== null && !isRenewal(leased);
      const counted = {
        id,
        account: keyOf({ domain: order.email ?? '', staging }),
        domain: keyOf(leased),
        nameSet: keyOf({ domain: nameSetOf(order.names), staging }),
        registeredDomains: isCounted ? await budget.registeredDomainsOf(order.names) : [],
        at: clock.now(),
      };
      const full = await transact(CERTIFICATES_SCOPE, ({ certificates }) => certificates.takeOrder(counted, budgets));
      if (full !== null) await release(overBudget(leased, full));
    },

    async alive() {
      const now = clock.now();
      if (now.getTime() < signAt) return;
      signAt = now.getTime() + SIGN_AFTER_MS;
      await change((held) => ({ ...held, lease: held.lease && { ...held.lease, until: leaseEnd(now) } }), null);
    },

    succeed: (next) => change(next, 'issued'),

    fail: (refused, outcome = 'failed') => failFor(refused, outcome),
    failUnavailable: (unavailable) => failFor({ type: FAILURE_TYPES.unreachable, ...unavailable }, 'unmade'),

    release,
  };
}

/** `live:shop.example`; for accounts, the address in the place of the domain. */
export function keyOf({ domain, staging }: CertificateKey): string {
  return `${staging ? 'staging' : 'live'}:${domain}`;
}
