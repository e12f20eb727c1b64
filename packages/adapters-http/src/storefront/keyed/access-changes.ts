import { annulAnswer, annulInput, countAnswer, countInput, scanAnswer, scanInput } from '@comptoir/core/access/access-contract.js';
import { codeIn } from '@comptoir/core/access/code-text.js';
import { presentAnswer, presentCount, presentScan } from '@comptoir/core/access/present-access.js';
import type { KeyedCall, KeyedChange } from '@comptoir/core/keyed/keyed-service.js';

/** Null: nothing has the code. The scan is kept all the same, so this is an outcome, not a failure. */
const scanResult = scanAnswer.nullable();

/** A code at a gate. The scan itself says who scanned what, so the audit log need not. */
export function scanning({ scope, site }: KeyedCall): KeyedChange<typeof scanInput, typeof scanResult> {
  return {
    action: null,
    route: 'POST /api/v1/access/scan',
    input: scanInput,
    result: scanResult,
    subjectOf: (answer) => answer?.ticket.id ?? '',
    run: async ({ access }, { code, at = null, ...read }) =>
      presentAnswer(await access.scan(scope, site, { ...read, code: codeIn(code), at })),
  };
}

export function annulling({ scope, site }: KeyedCall): KeyedChange<typeof annulInput, typeof annulAnswer> {
  return {
    action: 'keyed.annulScan',
    route: 'POST /api/v1/access/scans/annul',
    input: annulInput,
    result: annulAnswer,
    subjectOf: ({ scan }) => scan.id,
    run: async ({ access }, input) => ({ ok: true, scan: presentScan(await access.annul(scope, site, input)) }),
  };
}

/** People counted by hand. */
export function counting({ scope, site }: KeyedCall): KeyedChange<typeof countInput, typeof countAnswer> {
  return {
    action: 'keyed.countAttendance',
    route: 'POST /api/v1/attendance',
    input: countInput,
    result: countAnswer,
    subjectOf: ({ attendance }) => attendance.id,
    run: async ({ access }, { count, at = null, note = null }) => ({
      ok: true,
      attendance: presentCount(await access.count(scope, site, { count, at, note })),
    }),
  };
}
