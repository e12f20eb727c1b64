import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Context } from 'koa';

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
  if (!JSON_TYPE.test(ctx.req.headers['content-type'] ?? '')) throw new DomainError('unsupported_media_type');
  const text = await readText(ctx);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DomainError('invalid_json', { cause: error });
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
  const { headers } = ctx.req;
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw new DomainError('unsupported_media_type', { message: 'Send the body without Content-Encoding.' });
  }
  const bytes = await readBytes(ctx);
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw new DomainError('invalid_json', { cause: error });
  }
}

/**
 * The body of the request as it was sent. Throws `payload_too_large` beyond 1 MiB (as soon as that is known), `invalid_request` when it
 * breaks off.
 */
export async function readBytes(ctx: Context): Promise<Buffer> {
  if (Number(ctx.req.headers['content-length'] ?? 0) > BODY_MAX_BYTES) throw new DomainError('payload_too_large');
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Not destroyed on the way out: Node then reads what is left and throws it away, until the request's time is over. Clients
    // that send everything before they read would otherwise meet a broken connection instead of the refusal.
    for await (const chunk of ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > BODY_MAX_BYTES) throw new DomainError('payload_too_large');
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof DomainError ? error : brokenOff(error);
  }
  return Buffer.concat(chunks);
}

/** The sender hung up, or Node did because it was too slow: no fault of ours, and hardly anybody is there to be told. */
function brokenOff(cause: unknown): DomainError {
  return new DomainError('invalid_request', { message: 'The body ended before it was complete.', cause });
}
