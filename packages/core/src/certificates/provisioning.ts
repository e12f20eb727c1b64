import { type IssuedCertificate, serves } from './certificate.js';
import type { CertificatePem } from './certificate-authority.js';
import { CERTIFICATES_SCOPE, type CertificatesDeps } from './certificates-deps.js';
import { isLeased, type Step, stepOf, type Wanted } from './issuance.js';
import type { Issue } from './issuing.js';
import { type Publishing, placeOf } from './publishing.js';
import { deferred, failed, secsUntil } from './refusals.js';

/** How long a caller waits for an order that somebody else makes. */
const PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 200;
/** For those whose patience was at its end: the order may be there any moment. */
const STILL_ORDERING_SECS = 5;

export type Wish = Omit<Wanted, 'found'>;

export interface Provisioned {
  readonly issued: IssuedCertificate;
  /** Nothing was ordered. */
  readonly reused: boolean;
}

/** Finds or orders certificates, one order per domain at a time over all processes. */
export interface Provisioning {
  /** Throws `issuance_failed` or `issuance_deferred`. `onOrder` is called once nothing here keeps the directory from being asked. */
  provision(wish: Wish, onOrder?: () => void): Promise<Provisioned>;
}

export function makeProvisioning(deps: CertificatesDeps, issue: Issue, { publish }: Publishing): Provisioning {
  const { transact, views, files, clock, ids, pause } = deps;

  async function provision(wish: Wish, onOrder: () => void = () => undefined): Promise<Provisioned> {
    const patientUntil = clock.now().getTime() + PATIENCE_MS;
    for (let waitedFor: number | null = null; ; ) {
      const { found, pem } = await lookFor(wish);
      const step = await decide({ ...wish, found });
      if (step.kind === 'again') continue;
      if (step.kind !== 'wait') return act(step, wish, pem, waitedFor, onOrder);
      await settled(wish, step.fence, patientUntil);
      waitedFor = step.fence;
    }
  }

  async function act(
    step: Exclude<Step, { kind: 'wait' | 'again' }>,
    wish: Wish,
    pem: CertificatePem | null,
    waitedFor: number | null,
    onOrder: () => void,
  ): Promise<Provisioned> {
    if (step.kind === 'defer') throw refusalOf(step, wish, waitedFor);
    if (step.kind === 'order') return { issued: await issue(step.record, { ...optionsOf(wish), onOrder }), reused: false };
    // Once more: whoever wrote the files may have died before they were published.
    if (pem !== null) await publish(step.record, pem, wish.copy);
    return { issued: step.issued, reused: true };
  }

  /** The files of what was issued last, as far as they could serve. */
  async function lookFor(wish: Wish): Promise<{ found: Wanted['found']; pem: CertificatePem | null }> {
    const issued = (await views.get(wish))?.issued ?? null;
    if (issued === null || !serves(issued, wish.order.names, clock.now())) return { found: null, pem: null };
    const pem = await files.read(placeOf(wish, null), issued.serial);
    return { found: { serial: issued.serial, whole: pem !== null }, pem };
  }

  function decide(wanted: Wanted): Promise<Step> {
    const holder = ids.uuid();
    return transact(CERTIFICATES_SCOPE, ({ certificates }) =>
      certificates.change(wanted, (before) => {
        const { record, step } = stepOf(before, wanted, holder, clock.now());
        return { record: step.kind === 'order' || before !== null ? record : null, result: step };
      }),
    );
  }

  /** The failure of the order that was waited for is the caller's own; an earlier one only says that it is too soon. */
  function refusalOf({ failure }: Step & { kind: 'defer' }, wish: Wish, waitedFor: number | null): Error {
    const now = clock.now();
    return failure.fence === waitedFor ? failed(wish, failure, now) : deferred(wish, secsUntil(failure.retryAt, now), failure);
  }

  /** Looks at the row, without a transaction, until the order is over or its holder has died. */
  async function settled(wish: Wish, fence: number, patientUntil: number): Promise<void> {
    for (;;) {
      const record = await views.get(wish);
      const now = clock.now();
      if (record === null || record.fence !== fence || !isLeased(record, now)) return;
      if (now.getTime() >= patientUntil) throw deferred(wish, STILL_ORDERING_SECS);
      await pause(LOOK_EVERY_MS);
    }
  }

  return { provision };
}

function optionsOf({ replaces, copy }: Wish) {
  return { replaces: replaces?.renewalId ?? null, copy };
}
