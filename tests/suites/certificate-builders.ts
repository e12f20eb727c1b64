import { randomUUID } from 'node:crypto';
import type { CertificateKey, CertificateRecord, IssuanceFailure, IssuedCertificate } from '@comptoir/core/certificates/certificate.js';
import type { CountedOrder } from '@comptoir/core/certificates/certificate-store.js';
import type { OrderBudgets } from '@comptoir/core/certificates/order-budgets.js';
import { minutesAfter, NOON } from './builders.js';

const DAY_MINUTES = 24 * 60;
const FREE = { limit: 1_000_000, windowSecs: 60 };

/** Room for everything. */
export const NO_BUDGETS: OrderBudgets = { account: FREE, nameSet: FREE, failures: FREE, registeredDomain: null };

export function freshDomain(): string {
  return `${randomUUID()}.example`;
}

export function anIssue(changes: Partial<IssuedCertificate> = {}): IssuedCertificate {
  return {
    names: ['shop.example'],
    serial: '0a1b2c',
    notBefore: NOON,
    notAfter: minutesAfter(NOON, 90 * DAY_MINUTES),
    renewalId: 'aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE',
    ...changes,
  };
}

export function aFailure(changes: Partial<IssuanceFailure> = {}): IssuanceFailure {
  return {
    fence: 1,
    names: ['shop.example'],
    type: 'urn:ietf:params:acme:error:dns',
    detail: 'no such name',
    at: NOON,
    count: 1,
    retryAt: minutesAfter(NOON, 1),
    ...changes,
  };
}

export function aCertificate(key: CertificateKey, changes: Partial<CertificateRecord> = {}): CertificateRecord {
  return {
    ...key,
    appId: 'demo',
    order: { names: [key.domain, `www.${key.domain}`], email: 'admin@example.org', webroot: '/srv/www' },
    issued: anIssue({ names: [key.domain] }),
    copies: ['/srv/certs'],
    lease: { holder: 'one', until: minutesAfter(NOON, 1) },
    fence: 3,
    failure: aFailure(),
    lookAt: minutesAfter(NOON, 5),
    ...changes,
  };
}

export function anAcmeOrder(changes: Partial<CountedOrder> = {}): CountedOrder {
  const names = { domain: randomUUID(), nameSet: randomUUID(), registeredDomains: [] };
  return { id: randomUUID(), account: randomUUID(), ...names, at: NOON, ...changes };
}
