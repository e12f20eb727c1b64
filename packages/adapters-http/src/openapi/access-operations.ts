import {
  annulAnswer,
  attendanceAnswer,
  countAnswer,
  gatesAnswer,
  occupancyAnswer,
  offlinePassesAnswer,
  scanAnswer,
  scansAnswer,
  ticketsAnswer,
  UPLOAD_MAX,
  uploadAnswer,
} from '@comptoir/core/access/access-contract.js';
import { ANNUL_MINUTES } from '@comptoir/core/access/annul-scan.js';
import { SCAN_REASONS } from '@comptoir/core/access/scan.js';
import type { Parameter, PathItem } from './document.js';
import type { ErrorAnswers } from './error-answers.js';
import { IDEMPOTENCY_REFUSALS, type MakeOperation, makeKeyedOperations } from './keyed-operation.js';
import { PAGE, PERIOD } from './keyed-parameters.js';
import { answer, input } from './keyed-schemas.js';
import { IDEMPOTENCY_KEY } from './rpc-operations.js';

const CODE = 'k4m7p9qrst2vwxyz3abc5defgh';
const GATE = 'Entrée principale';
const SCAN = { code: CODE, direction: 'entry', nonce: '0196a3de-7c11' } as const;

const DEVICES = 'The reader of a gate may call it with its own key (`gate_…`).';

/** Access control and attendance (decisions §4). */
export function accessPaths(errors: ErrorAnswers): Record<string, PathItem> {
  const { read, write } = makeKeyedOperations(errors);
  return { ...scanPaths(read, write), ...offlinePaths(read), ...attendancePaths(read, write) };
}

function scanPaths(read: MakeOperation, write: MakeOperation): Record<string, PathItem> {
  return {
    '/api/v1/access/scan': {
      post: write('scan', 'Decides about a code at a gate.', answer(scanAnswer, 'answer'), {
        description: `Admitted or not, for one of the reasons ${SCAN_REASONS.map((reason) => `\`${reason}\``).join(', ')}. The same nonce at the same gate is one scan, and gets the first answer. An unknown code is kept as a refused scan. ${DEVICES}`,
        body: { required: true, content: input('ScanInput', { ...SCAN, gate: GATE }) },
        parameters: [IDEMPOTENCY_KEY],
        forbidden: ['feature_disabled'],
        refusals: ['unknown_ticket', ...IDEMPOTENCY_REFUSALS],
      }),
    },
    '/api/v1/access/scans': {
      get: read('scans', 'What was scanned, the latest first.', answer(scansAnswer, 'answer'), {
        description: 'Refused scans and unknown codes too. Scans are never changed; an annulled one says when it was.',
        parameters: [GATE_FILTER, ...PERIOD, ...PAGE],
        forbidden: ['feature_disabled'],
        refusals: ['invalid_request'],
      }),
    },
    '/api/v1/access/scans/upload': {
      post: write('upload-scans', 'Takes the scans that a gate decided while it was offline.', answer(uploadAnswer, 'answer'), {
        description: `Up to ${UPLOAD_MAX}. They have happened: whoever was let in is counted, and \`conflicts\` names both gates where somebody should not have been. Sent again, scans that are known stay as they are. ${DEVICES}`,
        body: { required: true, content: input('ScanUpload', { gate: GATE, scans: [{ ...SCAN, at: '2026-05-04T10:02:11.000Z' }] }) },
        forbidden: ['feature_disabled'],
      }),
    },
    '/api/v1/access/scans/annul': {
      post: write('annul-scan', 'Annuls an admission.', answer(annulAnswer, 'answer'), {
        description: `At the gate that scanned, within ${ANNUL_MINUTES} minutes: for a turnstile that did not turn. ${DEVICES}`,
        body: { required: true, content: input('ScanAnnulment', { gate: GATE, nonce: SCAN.nonce }) },
        parameters: [IDEMPOTENCY_KEY],
        forbidden: ['feature_disabled'],
        refusals: ['unknown_scan', 'scan_settled', ...IDEMPOTENCY_REFUSALS],
      }),
    },
    '/api/v1/access/occupancy': {
      get: read('occupancy', 'How many are inside.', answer(occupancyAnswer, 'answer'), {
        description: `Entries less exits of the day, never below zero, and by gate. ${DEVICES}`,
        forbidden: ['feature_disabled'],
      }),
    },
  };
}

function offlinePaths(read: MakeOperation): Record<string, PathItem> {
  return {
    '/api/v1/access/gates': {
      get: read('gates', 'What holds at the gates.', answer(gatesAnswer, 'answer'), {
        description: DEVICES,
        forbidden: ['feature_disabled'],
      }),
    },
    '/api/v1/access/tickets': {
      get: read('offline-tickets', 'Tickets, for gates that go offline.', answer(ticketsAnswer, 'answer'), {
        description: `Of sessions that begin in the period; from 12 hours ago to 24 hours ahead unless told. By the SHA-256 of their codes, never the codes. ${DEVICES}`,
        parameters: [...PERIOD, ...PAGE],
        forbidden: ['feature_disabled'],
        refusals: ['invalid_request'],
      }),
    },
    '/api/v1/access/passes': {
      get: read('offline-passes', 'Passes that are not over, for gates that go offline.', answer(offlinePassesAnswer, 'answer'), {
        description: `By the SHA-256 of their codes, never the codes. ${DEVICES}`,
        parameters: PAGE,
        forbidden: ['feature_disabled'],
        refusals: ['invalid_request'],
      }),
    },
  };
}

function attendancePaths(read: MakeOperation, write: MakeOperation): Record<string, PathItem> {
  return {
    '/api/v1/attendance': {
      get: read('attendance', 'How many came, per day and hour.', answer(attendanceAnswer, 'answer'), {
        description: 'Entries that were scanned, of which those who come back count once, and people counted by hand. Today unless told.',
        parameters: PERIOD,
        forbidden: ['feature_disabled'],
        refusals: ['invalid_request'],
      }),
      post: write('count-attendance', 'Adds people that were counted by hand.', answer(countAnswer, 'answer'), {
        description: 'A negative count takes back.',
        status: '201',
        body: { required: true, content: input('AttendanceCount', { count: 25, note: 'Groupe scolaire' }) },
        parameters: [IDEMPOTENCY_KEY],
        forbidden: ['feature_disabled'],
        refusals: IDEMPOTENCY_REFUSALS,
      }),
    },
  };
}

const GATE_FILTER: Parameter = {
  name: 'gate',
  in: 'query',
  description: 'Only of this gate.',
  schema: { type: 'string', minLength: 1, maxLength: 40 },
  example: GATE,
};
