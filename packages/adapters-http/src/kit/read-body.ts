import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Context } from 'koa';

/**
 * The body of the request. Throws `unsupported_media_type` when it is compressed, `payload_too_large` beyond `maxBytes` (as soon as
 * that is known), `invalid_request` when it breaks off.
 */
export async function readBytes(ctx: Context, maxBytes: number): Promise<Buffer> {
  const { headers } = ctx.req;
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw new DomainError('unsupported_media_type', { message: 'Send the body without Content-Encoding.' });
  }
  return readSentBytes(ctx, maxBytes);
}

/** As `readBytes`, but as they were sent, compressed or not. */
export async function readSentBytes(ctx: Context, maxBytes: number): Promise<Buffer> {
  if (Number(ctx.req.headers['content-length'] ?? 0) > maxBytes) throw new DomainError('payload_too_large');
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Not destroyed on the way out: Node then reads what is left and throws it away, until the request's time is over. Clients
    // that send everything before they read would otherwise meet a broken connection instead of the refusal.
    for await (const chunk of ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new DomainError('payload_too_large');
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
