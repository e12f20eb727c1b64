import { FAILURE_TYPES } from '@comptoir/core/certificates/certificate.js';
import { z } from 'zod';

/** A directory said no (RFC 8555 §6.7), or could not be asked. */
export class AcmeProblem extends Error {
  override readonly name = 'AcmeProblem';
  readonly type: string;
  readonly retryAfterSecs: number | null;

  constructor(type: string, detail: string, retryAfterSecs: number | null = null) {
    super(detail);
    this.type = type;
    this.retryAfterSecs = retryAfterSecs;
  }
}

/** This process stops while it was talking to a directory. */
export class AcmeInterrupted extends Error {
  override readonly name = 'AcmeInterrupted';
}

export const ACME_ERROR = 'urn:ietf:params:acme:error:';

/** What a directory tells is shown to callers and kept, so not without end. */
const DETAIL_MAX = 500;
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').slice(0, DETAIL_MAX);

const problemSchema = z.object({
  type: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/)
    .catch('about:blank'),
  detail: z.string().catch('The directory gives no reason.').transform(oneLine),
});

/** The problem document of an answer or a challenge; one that is none still has its status. */
export function problemOf(body: unknown, status: number | null, retryAfterSecs: number | null): AcmeProblem {
  const problem = problemSchema.safeParse(body);
  if (problem.success) return new AcmeProblem(problem.data.type, problem.data.detail, retryAfterSecs);
  return new AcmeProblem(`${ACME_ERROR}serverInternal`, `The directory answers ${status ?? 'nothing that can be read'}.`, retryAfterSecs);
}

/** `reason` holds no more than a system's error code. */
export function unreachable(reason: string): AcmeProblem {
  return new AcmeProblem(FAILURE_TYPES.unreachable, `The directory cannot be reached (${reason}).`);
}
