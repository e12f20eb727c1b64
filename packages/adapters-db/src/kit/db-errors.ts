import { DomainError } from '@comptoir/core/kit/errors.js';

/** The transaction lost against another one and can simply be run again. */
export class TransactionConflict extends Error {
  override readonly name = 'TransactionConflict';
}

/** A row refers to one that does not exist, or is still referred to: the store knows which of the two it was doing. */
export class ForeignKeyViolation extends Error {
  override readonly name = 'ForeignKeyViolation';
  /** Its name in the schema, for tables that refer to several others. */
  readonly constraint: string;

  constructor(constraint: string, options: ErrorOptions) {
    super('foreign key', options);
    this.constraint = constraint;
  }
}

/** For `catch` of a deletion: `in_use` when other records refer to what was to go, else the very error. */
export function asInUse(error: unknown): never {
  throw error instanceof ForeignKeyViolation ? new DomainError('in_use', { cause: error }) : error;
}

/** For `catch`, where a row may only refer to records that its writer knows: one of them does not exist. */
export function asUnknownRecord(error: unknown): never {
  throw error instanceof ForeignKeyViolation ? new DomainError('unknown_record', { cause: error }) : error;
}

export interface Translated {
  readonly error: unknown;
  /** The session is of no use any more. */
  readonly breaksSession: boolean;
}

/** SQLSTATE classes and codes (PostgreSQL manual, appendix A) and Node's socket errors that mean: the server is not there. */
const UNREACHABLE =
  /^(?:08...|57P0[1-5]|53300|58...|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/;

/** What node-postgres says, without any code, when a connection is gone, cannot be had or does not answer in time. */
const UNREACHABLE_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|Client was closed|Cannot use a pool after|PGlite is closed)/;

/** What a database fault means to the product. Unknown faults pass unchanged: they are bugs, and answered as `internal`. */
export function translated(error: unknown): Translated {
  const code = codeOf(error);
  // A unique value, or a range that may not overlap another, is taken.
  if (code === '23505' || code === '23P01') return { error: new DomainError('duplicate', { cause: error }), breaksSession: false };
  if (code === '23503') return { error: new ForeignKeyViolation(constraintOf(error), { cause: error }), breaksSession: false };
  if (code === '40001' || code === '40P01') return { error: new TransactionConflict(code, { cause: error }), breaksSession: false };
  const unreachable = UNREACHABLE.test(code) || (error instanceof Error && UNREACHABLE_MESSAGE.test(error.message));
  return unreachable
    ? { error: new DomainError('store_unavailable', { cause: error }), breaksSession: true }
    : { error, breaksSession: false };
}

/** The SQLSTATE or system code; of an AggregateError (several addresses tried) that of its first member. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return String(error.code);
}

function constraintOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'constraint' in error ? String(error.constraint) : '';
}
