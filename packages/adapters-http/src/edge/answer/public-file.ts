import { type BigIntStats, ReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Context } from 'koa';
import { matchesEtag } from '../../kit/encoded-body.js';
import type { BuiltSite } from '../build/build-site.js';
import type { FoundFile, KeptFiles } from '../kept-files.js';
import { type ByteRange, byteRange } from './byte-range.js';
import { contentTypeOf } from './content-types.js';

/** The file of `public` that a path means, or null: itself, or the `index.html` of a folder when it ends with a slash. */
export function publicFileFor({ publicFiles }: BuiltSite, segments: readonly string[], path: string): string | null {
  // An encoded slash is part of a name, and no file is called like that.
  if (segments.some((segment) => segment.includes('/'))) return null;
  const name = (path.endsWith('/') ? [...segments, 'index.html'] : segments).join('/');
  return publicFiles.has(name) ? name : null;
}

const ALLOW = 'GET, HEAD, OPTIONS';

/** Sends a file: whole or a range of it, compressed where a compressed copy lies beside it. Throws `method_not_allowed`, or `not_found` when it went. */
export async function sendPublicFile(ctx: Context, files: KeptFiles, site: BuiltSite, name: string): Promise<void> {
  if (isDescribed(ctx)) return;
  const { file, encoding } = await openBest(ctx, files, site, name);
  try {
    const { state } = file;
    ctx.set({ 'Cache-Control': 'public, no-cache', ETag: etagOf(state), 'Last-Modified': new Date(Number(state.mtimeMs)).toUTCString() });
    ctx.vary('Accept-Encoding');
    ctx.status = 200;
    if (ctx.fresh) ctx.status = 304;
    else sendBytes(ctx, file, { size: Number(state.size), type: contentTypeOf(name), encoding });
  } finally {
    if (!isStreaming(ctx)) await file.handle?.close();
  }
}

/** Answers OPTIONS, and refuses what a file does not do. */
export function isDescribed(ctx: Context): boolean {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return false;
  ctx.set('Allow', ALLOW);
  if (ctx.method !== 'OPTIONS') throw new DomainError('method_not_allowed');
  ctx.status = 204;
  return true;
}

const SUFFIXES = { br: '.br', gzip: '.gz', identity: '' } as const;

/** The compressed copy that the caller likes best, or the file itself. */
async function openBest(ctx: Context, files: KeptFiles, { root, publicFiles }: BuiltSite, name: string) {
  const copies = (['br', 'gzip'] as const).filter((encoding) => publicFiles.has(name + SUFFIXES[encoding]));
  const encoding = chooseEncoding(ctx, copies);
  const file = await files.find(root, `public/${name}${SUFFIXES[encoding]}`);
  if (file === null) throw new DomainError('not_found');
  return { file, encoding };
}

/** A range is one of the file itself, so it is not compressed. */
function chooseEncoding(ctx: Context, copies: readonly ('br' | 'gzip')[]): 'br' | 'gzip' | 'identity' {
  const { range, 'accept-encoding': accepted } = ctx.req.headers;
  if (range !== undefined || accepted === undefined || copies.length === 0) return 'identity';
  const chosen = ctx.acceptsEncodings(...copies, 'identity');
  return copies.find((copy) => copy === chosen) ?? 'identity';
}

interface Content {
  readonly size: number;
  readonly type: string;
  readonly encoding: 'br' | 'gzip' | 'identity';
}

function sendBytes(ctx: Context, file: FoundFile, { size, type, encoding }: Content): void {
  ctx.set({ 'Content-Type': type, 'Accept-Ranges': 'bytes' });
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  const range = isRangeWanted(ctx) ? byteRange(ctx.get('Range'), size) : 'whole';
  if (range === 'unsatisfiable') {
    ctx.set('Content-Range', `bytes */${size}`);
    ctx.status = 416;
    ctx.body = Buffer.alloc(0);
    return;
  }
  const wanted = range === 'whole' ? { first: 0, last: size - 1 } : range;
  if (range !== 'whole') {
    ctx.status = 206;
    ctx.set('Content-Range', `bytes ${wanted.first}-${wanted.last}/${size}`);
  }
  ctx.body = bodyOf(ctx, file, wanted);
  ctx.length = wanted.last - wanted.first + 1;
}

function bodyOf({ method, res }: Context, file: FoundFile, { first, last }: ByteRange): Buffer | ReadStream {
  const length = last - first + 1;
  if (method === 'HEAD' || length === 0) return Buffer.alloc(0);
  if (file.handle === null) return file.bytes.subarray(first, last + 1);
  return wholeStream(file.handle.createReadStream({ start: first, end: last }), length, res);
}

/** What comes next on the connection would be taken for the rest of a file that became shorter: so the connection ends. */
function wholeStream(stream: ReadStream, length: number, res: ServerResponse): ReadStream {
  return stream.once('end', () => {
    if (stream.bytesRead < length) res.destroy();
  });
}

/** A range of what the caller has begun with: of something else it would be a piece that does not fit (RFC 9110 §13.1.5). */
function isRangeWanted(ctx: Context): boolean {
  if (ctx.method !== 'GET') return false;
  const condition = ctx.get('If-Range');
  const etag = ctx.response.get('ETag');
  return condition === '' || (!etag.startsWith('W/') && condition.startsWith('"') && matchesEtag(condition, etag));
}

/** The stream closes the file itself. */
function isStreaming({ body }: Context): boolean {
  return body instanceof ReadStream;
}

/** A file that was changed within this time can change again without a sign: clocks of file systems are coarse. */
const SETTLED_MS = 1_000;

/** Changes whenever the file does. Strong, except for a file that was changed just now. */
function etagOf({ ino, size, mtimeNs, ctimeNs, mtimeMs }: BigIntStats): string {
  const tag = `"${[ino, size, mtimeNs, ctimeNs].map((part) => part.toString(36)).join('-')}"`;
  return Date.now() - Number(mtimeMs) > SETTLED_MS ? tag : `W/${tag}`;
}
