import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Context } from 'koa';

/** One answer in the encodings clients ask for, each with its own strong ETag; made when first asked for, then kept. */
export interface EncodedBody {
  readonly type: string;
  variant(encoding: Encoding): BodyVariant;
}

export interface BodyVariant {
  readonly bytes: Buffer;
  readonly etag: string;
}

export type Encoding = 'identity' | 'gzip' | 'br';

/** Brotli at 5 takes about as long as gzip at 6 and is smaller; both are for answers that live a minute. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const ENCODERS: Readonly<Record<Encoding, { readonly suffix: string; readonly encode: (bytes: Buffer) => Buffer }>> = {
  identity: { suffix: '', encode: (bytes) => bytes },
  gzip: { suffix: '-g', encode: (bytes) => gzipSync(bytes) },
  br: { suffix: '-b', encode: (bytes) => brotliCompressSync(bytes, BROTLI) },
};

export function encodeBody(type: string, text: string): EncodedBody {
  const bytes = Buffer.from(text);
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 27);
  const made = new Map<Encoding, BodyVariant>();
  return {
    type,
    variant(encoding) {
      const known = made.get(encoding);
      if (known !== undefined) return known;
      const { suffix, encode } = ENCODERS[encoding];
      const variant = { bytes: encode(bytes), etag: `"${digest}${suffix}"` };
      made.set(encoding, variant);
      return variant;
    },
  };
}

/** Sends the best variant the client takes, or 304 when it has that already. Status and other headers are the caller's. */
export function sendEncoded(ctx: Context, body: EncodedBody): void {
  const encoding = encodingFor(ctx);
  const { bytes, etag } = body.variant(encoding);
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
