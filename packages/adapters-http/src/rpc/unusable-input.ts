import { DomainError } from '@comptoir/core/kit/errors.js';

/** `invalid_request` for an input that cannot even be read; `path` is where in it, empty for the whole. */
export function unusable(path: string, message: string): DomainError {
  return new DomainError('invalid_request', { issues: [{ path, message }] });
}
