import type { CertificateRecord, IssuanceFailure, IssuedCertificate, Lease } from '@comptoir/core/certificates/certificate.js';
import type { Insertable, Selectable } from 'kysely';
import { json } from '../kit/json.js';
import type { CertificateTable } from './certificate-tables.js';

type Row = Selectable<CertificateTable>;

export function recordOf(row: Row): CertificateRecord {
  const { domain, staging, app_id: appId, names, email, webroot, copies, fence, look_at: lookAt } = row;
  return {
    domain,
    staging,
    appId,
    order: { names, email, webroot },
    issued: issuedOf(row),
    copies,
    lease: leaseOf(row),
    fence,
    failure: failureOf(row),
    lookAt,
  };
}

function issuedOf(row: Row): IssuedCertificate | null {
  const { issued_names: names, serial, not_before: notBefore, not_after: notAfter, renewal_id: renewalId } = row;
  if (names === null || serial === null || notBefore === null || notAfter === null) return null;
  return { names, serial, notBefore, notAfter, renewalId };
}

function leaseOf({ lease_holder: holder, lease_until: until }: Row): Lease | null {
  return holder === null || until === null ? null : { holder, until };
}

function failureOf(row: Row): IssuanceFailure | null {
  const { failure_fence: fence, failure_names: names, failure_type: type, failure_detail: detail } = row;
  const { failure_count: count, failed_at: at, retry_at: retryAt } = row;
  if (fence === null || names === null || type === null || detail === null) return null;
  if (count === null || at === null || retryAt === null) return null;
  return { fence, names, type, detail, at, count, retryAt };
}

export function rowOf({
  domain,
  staging,
  appId,
  order,
  issued,
  copies,
  lease,
  fence,
  failure,
  lookAt,
}: CertificateRecord): Insertable<CertificateTable> {
  return {
    domain,
    staging,
    app_id: appId,
    names: json(order.names),
    email: order.email,
    webroot: order.webroot,
    copies: json(copies),
    issued_names: json(issued?.names ?? null),
    serial: issued?.serial ?? null,
    not_before: issued?.notBefore ?? null,
    not_after: issued?.notAfter ?? null,
    renewal_id: issued?.renewalId ?? null,
    fence,
    lease_holder: lease?.holder ?? null,
    lease_until: lease?.until ?? null,
    failure_fence: failure?.fence ?? null,
    failure_names: json(failure?.names ?? null),
    failure_type: failure?.type ?? null,
    failure_detail: failure?.detail ?? null,
    failure_count: failure?.count ?? null,
    failed_at: failure?.at ?? null,
    retry_at: failure?.retryAt ?? null,
    look_at: lookAt,
  };
}
