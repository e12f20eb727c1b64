import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Context } from 'koa';

/** One answer in the encodings clients ask for, each with its own strong ETag, made once and sent many times. */
export interface EncodedBody {
  readonly type: string;
  readonly variants: Readonly<Record<Encoding, { readonly bytes: Buffer; readonly etag: string }>>;
}

export type Encoding = 'identity' | 'gzip' | 'br';

/** Brotli at 5 takes about as long as gzip at 6 and is smaller; both are for answers that live a minute. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export function encodeBody(type: string, text: string): EncodedBody {
  const bytes = Buffer.from(text);
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 27);
  return {
    type,
    variants: {
      identity: { bytes, etag: `"${digest}"` },
      gzip: { bytes: gzipSync(bytes), etag: `"${digest}-g"` },
      br: { bytes: brotliCompressSync(bytes, BROTLI), etag: `"${digest}-b"` },
    },
  };
}

/** Sends the best variant the client takes, or 304 when it has that already. Status and other headers are the caller's. */
export function sendEncoded(ctx: Context, body: EncodedBody): void {
  const encoding = encodingFor(ctx);
  const { bytes, etag } = body.variants[encoding];
  ctx.res.setHeader('Vary', 'Accept-Encoding');
  ctx.res.setHeader('ETag', etag);
  if (matchesEtag(ctx.req.headers['if-none-match'], etag)) {
    ctx.status = 304;
    return;
  }
  if (encoding !== 'identity') ctx.res.setHeader('Content-Encoding', encoding);
  ctx.res.setHeader('Content-Type', body.type);
  ctx.body = bytes;
}

/** Without the header nothing is negotiated, which is the common case among programs. */
export function encodingFor(ctx: Context): Encoding {
  if (ctx.req.headers['accept-encoding'] === undefined) return 'identity';
  const chosen = ctx.acceptsEncodings('br', 'gzip', 'identity');
  return chosen === 'br' || chosen === 'gzip' ? chosen : 'identity';
}

/** Weak comparison, as RFC 9110 asks of `If-None-Match`. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}
