import { ShopFault, type ShopFaultKind } from '@comptoir/core/shop-sync/shop-gateway.js';
import { isRow, type Row, SECRET_FIELDS, scalar } from './row.js';
import type { HttpOutcome } from './shop-http.js';

/** What an answer of the web service means. Nothing of what it says is passed on: it may hold anything. */
export type Verdict =
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  /** The shop answers, and this is its answer: asking again changes nothing. */
  | { readonly kind: 'refused'; readonly fault: ShopFault }
  /** It wants to be left alone, or does not answer at all, whatever it is asked. */
  | { readonly kind: 'busy'; readonly reason: string }
  /** It fails at this: too much at once, one bad record, or a bad moment. */
  | { readonly kind: 'trouble'; readonly reason: string };

/** Judged by the codes of the web service rather than by the status, which differs among its versions. */
export function verdictOn(outcome: HttpOutcome, resource: string): Verdict {
  switch (outcome.kind) {
    case 'answered':
      return verdictOnAnswer(outcome.status, outcome.body, resource);
    case 'forbidden':
      return refused('unusable', outcome.reason);
    case 'unreachable':
      return { kind: 'busy', reason: outcome.reason };
    case 'broken':
      return { kind: 'trouble', reason: outcome.reason };
    case 'timed-out':
      return { kind: 'trouble', reason: 'it took too long' };
    case 'too-long':
      return { kind: 'trouble', reason: 'the answer is too long' };
    default:
      return outcome satisfies never;
  }
}

function verdictOnAnswer(status: number, body: string, resource: string): Verdict {
  const json = parsed(body);
  // Errors may stand beside data, and come with any status.
  const codes = errorCodes(json);
  if (codes !== null) return verdictOnCodes(codes, resource);
  if (status >= 200 && status < 300) return verdictOnBody(json, body, resource);
  return verdictOnStatus(status);
}

const NO_SECRETS: Row = Object.fromEntries(SECRET_FIELDS.map((field) => [field, undefined]));

/** The list of records, whose secrets are dropped here before anything else sees them. */
function verdictOnBody(json: unknown, body: string, resource: string): Verdict {
  if (json === undefined) {
    // Warnings of PHP before the data begin in the middle of a page.
    if (/^\s*<(?:!doctype|html|head|body)\b/i.test(body))
      return { kind: 'busy', reason: 'a page came instead of data, as firewalls and hosts send them' };
    return { kind: 'trouble', reason: 'the answer is no JSON' };
  }
  const list = Array.isArray(json) && json.length === 0 ? json : isRow(json) ? json[resource] : undefined;
  if (!Array.isArray(list) || !list.every(isRow)) return { kind: 'trouble', reason: 'the answer is no list' };
  return { kind: 'rows', rows: list.map(withoutSecrets) };
}

/** Few records have any: those that have none are not copied. */
function withoutSecrets(row: Row): Row {
  if (SECRET_FIELDS.every((field) => row[field] === undefined)) return row;
  return { ...row, ...NO_SECRETS };
}

const BUSY_STATUSES: ReadonlySet<number> = new Set([403, 408, 425, 429, 503, 508, 509, 520, 521, 522, 523, 525, 530]);

/** The address of the request was too long for a server on the way. */
const TOO_LONG_STATUSES: ReadonlySet<number> = new Set([413, 414, 431]);

function verdictOnStatus(status: number): Verdict {
  if (status === 401)
    return refused('unauthorized', 'The shop has not accepted the key. Its web server may leave out the Authorization header.');
  if (BUSY_STATUSES.has(status)) return { kind: 'busy', reason: `status ${status}` };
  if (status >= 500 || TOO_LONG_STATUSES.has(status)) return { kind: 'trouble', reason: `status ${status}` };
  if (status >= 300 && status < 400) {
    return refused('unusable', 'The shop answers at another address, which its setting must name (https, www).');
  }
  return refused('unusable', `No web service of a shop answers there (status ${status}).`);
}

const UNAUTHORIZED: ReadonlySet<number> = new Set([17, 18, 19, 20, 21]);
const OFF = 22;
/** A verb or a resource that the key may not use, and a resource that this version does not have. */
const UNREADABLE: ReadonlySet<number> = new Set([25, 26, 27]);

/** PHP's own warnings, by any module, have the codes 2 to 15; some versions give none at all. */
function verdictOnCodes(codes: readonly number[], resource: string): Verdict {
  if (codes.some((code) => UNAUTHORIZED.has(code))) return refused('unauthorized', 'The shop has not accepted the key.');
  if (codes.includes(OFF)) return refused('off', 'The web service of the shop is switched off.');
  if (codes.some((code) => UNREADABLE.has(code))) return refused('unreadable', `The key may not read ${resource}.`);
  const other = codes.find((code) => code > 15);
  if (other !== undefined) return refused('unusable', `The shop has refused to list ${resource} (code ${other}).`);
  return { kind: 'trouble', reason: `an error within the shop (${codes.join(', ')})` };
}

/** Null: no errors. An error without a code is 0. */
function errorCodes(json: unknown): readonly number[] | null {
  if (!isRow(json) || !Array.isArray(json['errors']) || json['errors'].length === 0) return null;
  const errors: readonly unknown[] = json['errors'];
  return errors.slice(0, 10).map((error) => (isRow(error) && /^\d{1,4}$/.test(scalar(error['code'])) ? Number(scalar(error['code'])) : 0));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function refused(kind: ShopFaultKind, message: string): Verdict {
  return { kind: 'refused', fault: new ShopFault(kind, message) };
}
