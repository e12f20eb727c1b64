import { DomainError, type ErrorCode } from '../kit/errors.js';
import type { ShopFault, ShopFaultKind } from './shop-gateway.js';

/** Somebody else has taken the run over: whatever this execution still does would be done twice. */
export class RunLost extends Error {
  override readonly name = 'RunLost';
  constructor() {
    super('The run has another holder.');
  }
}

/** The run has reached its time limit. */
export class RunTimedOut extends Error {
  override readonly name = 'RunTimedOut';
  constructor() {
    super('The time limit was reached; the next run goes on from there.');
  }
}

/** So much is gone from the shop at once that it is more likely a fault than a wish. The message is for people. */
export class TooMuchGone extends Error {
  override readonly name = 'TooMuchGone';
  constructor(entity: string, gone: number, present: number) {
    super(`${gone} of ${present} ${entity} are not in the shop any more: nothing was taken away. Look whether the key reads all of them.`);
  }
}

const FAULT_CODES: Readonly<Record<ShopFaultKind, ErrorCode>> = {
  unauthorized: 'shop_unauthorized',
  unreadable: 'shop_unreadable',
  off: 'shop_unreachable',
  unusable: 'shop_unusable',
  unreachable: 'shop_unreachable',
  paused: 'shop_unreachable',
};

/** What callers are told of a shop that does not answer usefully. */
export function refusalOfFault(fault: ShopFault): DomainError {
  const { kind, message, retryAfterSecs } = fault;
  return new DomainError(FAULT_CODES[kind], { message, cause: fault, ...(retryAfterSecs === null ? {} : { retryAfterSecs }) });
}
