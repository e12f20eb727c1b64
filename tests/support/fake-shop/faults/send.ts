import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, bodyAnswer } from '../service/answer.js';
import type { Fault } from './fault.js';

const PAGE = '<!DOCTYPE html><html><head><title>Maintenance</title></head><body><h1>We will be back soon.</h1></body></html>';

/** Sends the answer, or what the fault makes of it. */
export async function send(response: ServerResponse, answer: Answer, fault: Fault | null): Promise<void> {
  if (fault === null) return whole(response, answer);
  switch (fault.kind) {
    case 'silence':
      return;
    case 'reset':
      response.destroy();
      return;
    case 'truncated':
      return truncated(response, answer, fault.bytes);
    case 'slow':
      return slow(response, answer, fault.bytesPerSecond);
    case 'late':
      await delay(fault.delayMs, undefined, { ref: false });
      return whole(response, answer);
    default:
      return whole(response, spoilt(answer, fault));
  }
}

function spoilt(answer: Answer, fault: Exclude<Fault, { kind: 'silence' | 'reset' | 'truncated' | 'slow' | 'late' }>): Answer {
  switch (fault.kind) {
    case 'status':
      return statusAnswer(fault);
    case 'page':
      return { status: fault.status, type: 'text/html; charset=utf-8', body: PAGE, headers: {} };
    case 'php-warning':
      return withWarning(answer, fault.code);
    case 'cut-json':
      return { ...answer, body: answer.body.slice(0, fault.bytes) };
    case 'noise':
      return { ...answer, body: fault.text + answer.body };
  }
}

function statusAnswer({ status, retryAfter, body = 'empty' }: Extract<Fault, { kind: 'status' }>): Answer {
  const bodies = { empty: '', html: PAGE, json: JSON.stringify({ errors: [{ code: 1, message: 'Internal error' }] }) } as const;
  const types = { empty: null, html: 'text/html; charset=utf-8', json: 'application/json; charset=utf-8' } as const;
  return { status, type: types[body], body: bodies[body], headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter } };
}

/** The shop does not take back what it has collected: errors stand beside the records. */
function withWarning(answer: Answer, code: number): Answer {
  const errors = [{ code, message: `[PHP Warning #${code - 1}] Undefined array key "x" (/modules/some/some.php, line 12)` }];
  const records = answer.body.startsWith('{') ? (JSON.parse(answer.body) as Record<string, unknown>) : {};
  return bodyAnswer(JSON.stringify({ ...records, errors }), 'json', 500);
}

function whole(response: ServerResponse, answer: Answer): void {
  head(response, answer);
  response.end(answer.body);
}

function head(response: ServerResponse, { status, type, body, headers }: Answer): void {
  if (type !== null) response.setHeader('Content-Type', type);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.statusCode = status;
}

function truncated(response: ServerResponse, answer: Answer, bytes: number): void {
  head(response, answer);
  response.write(answer.body.slice(0, bytes), () => response.destroy());
}

/** Ten drops a second. Ends early when nobody is waiting any more. */
async function slow(response: ServerResponse, answer: Answer, bytesPerSecond: number): Promise<void> {
  head(response, answer);
  const body = Buffer.from(answer.body);
  const drop = Math.max(1, Math.floor(bytesPerSecond / 10));
  for (let sent = 0; sent < body.length && !response.destroyed; sent += drop) {
    response.write(body.subarray(sent, sent + drop));
    await delay(100, undefined, { ref: false });
  }
  response.end();
}
