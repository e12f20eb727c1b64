import { DomainError, type ErrorCode } from '../kit/errors.js';
import type { ShopFault, ShopFaultKind } from './shop-gateway.js';
import type { ShopEntity } from './shop-records.js';
import type { VanishedCounts } from './sync-run.js';

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

/** Of a kind of records, how many are here and how many of them are not in the shop any more. */
export interface Vanished {
  readonly entity: ShopEntity;
  readonly gone: number;
  readonly present: number;
}

/** So much is gone from the shop at once that it is more likely a fault than a wish. The message is for people. */
export class TooMuchGone extends Error {
  override readonly name = 'TooMuchGone';
  readonly vanished: VanishedCounts;

  constructor(stopping: readonly Vanished[]) {
    const counts = stopping.map(({ entity, gone, present }) => `${gone} of ${present} ${entity}`).join(', ');
    super(
      `${counts} are not in the shop any more: nothing was taken away. Look whether the key reads all of them; if they are meant to be gone, accept their disappearance (acceptDisappearance, comptoir sync full --accept-disappearance).`,
    );
    this.vanished = Object.fromEntries(stopping.map(({ entity, gone }) => [entity, gone]));
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
