import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Context } from 'koa';
import { readBytes } from './read-body.js';

/** Largest request body (decisions §1). */
export const BODY_MAX_BYTES = 1024 * 1024;

const JSON_TYPE = /^application\/(?:json|[\w.+-]+\+json)\s*(?:;|$)/i;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The JSON body of the request. Throws `unsupported_media_type` when it is not declared as JSON or is compressed,
 * `payload_too_large` beyond 1 MiB (as soon as that is known), `invalid_json` when it is not JSON, `invalid_request` when it
 * breaks off.
 */
export async function readJson(ctx: Context): Promise<unknown> {
  mustBeJson(ctx);
  const text = await readText(ctx);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DomainError('invalid_json', { cause: error });
  }
}

/** Throws `unsupported_media_type` unless the body is declared as JSON. */
export function mustBeJson(ctx: Context): void {
  if (!JSON_TYPE.test(ctx.req.headers['content-type'] ?? '')) throw new DomainError('unsupported_media_type');
}

/** What `curl -d` calls every body that it is told nothing of. */
const UNNAMED_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/**
 * As `readJson`, for the calls of programs on this machine: what `curl -d` sends is taken too, when it is JSON. Not from a browser: a form of any
 * page calls its body the same without being asked first, but says where it comes from.
 */
export async function readJsonOfProgram(ctx: Context): Promise<unknown> {
  const { 'content-type': type = '', origin } = ctx.req.headers;
  if (origin !== undefined || !UNNAMED_TYPE.test(type)) return readJson(ctx);
  const text = await readText(ctx);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DomainError('unsupported_media_type', { cause });
  }
}

/** As `readJson`, for calls that may come without a body: then an empty object. */
export async function readJsonIfAny(ctx: Context): Promise<unknown> {
  const { 'transfer-encoding': encoding, 'content-length': length } = ctx.req.headers;
  return encoding === undefined && Number(length ?? 0) === 0 ? {} : readJson(ctx);
}

/**
 * The body of the request, which is meant to be JSON and so is UTF-8. Throws `unsupported_media_type` when it is compressed,
 * `payload_too_large` beyond 1 MiB (as soon as that is known), `invalid_json` when it is not UTF-8, `invalid_request` when it
 * breaks off.
 */
export async function readText(ctx: Context): Promise<string> {
  const bytes = await readBytes(ctx, BODY_MAX_BYTES);
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw new DomainError('invalid_json', { cause: error });
  }
}

const asSent = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The body as it was sent, for a signature over it: a mark at its beginning stays, and what is not UTF-8 becomes something that nobody has signed. Throws
 * as `readText`, but not `invalid_json`.
 */
export async function readRawText(ctx: Context): Promise<string> {
  return asSent.decode(await readBytes(ctx, BODY_MAX_BYTES));
}
