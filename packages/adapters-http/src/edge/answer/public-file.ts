import type { BigIntStats, ReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Context } from 'koa';
import { matchesEtag } from '../../kit/encoded-body.js';
import type { BuiltSite } from '../build/build-site.js';
import { openInside } from '../build/open-inside.js';
import { byteRange } from './byte-range.js';
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
export async function sendPublicFile(ctx: Context, site: BuiltSite, name: string): Promise<void> {
  if (isDescribed(ctx)) return;
  const { file, encoding } = await openBest(ctx, site, name);
  try {
    const state = await file.stat({ bigint: true });
    ctx.set({ 'Cache-Control': 'public, no-cache', ETag: etagOf(state), 'Last-Modified': new Date(Number(state.mtimeMs)).toUTCString() });
    ctx.vary('Accept-Encoding');
    ctx.status = 200;
    if (ctx.fresh) ctx.status = 304;
    else await sendBytes(ctx, file, { size: Number(state.size), type: contentTypeOf(name), encoding });
  } finally {
    if (!isStreaming(ctx)) await file.close();
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
async function openBest(ctx: Context, { root, publicFiles }: BuiltSite, name: string) {
  const copies = (['br', 'gzip'] as const).filter((encoding) => publicFiles.has(name + SUFFIXES[encoding]));
  const encoding = chooseEncoding(ctx, copies);
  const file = await openInside(root, `public/${name}${SUFFIXES[encoding]}`);
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

async function sendBytes(ctx: Context, file: FileHandle, { size, type, encoding }: Content): Promise<void> {
  ctx.set({ 'Content-Type': type, 'Accept-Ranges': 'bytes' });
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  const range = isRangeWanted(ctx) ? byteRange(ctx.get('Range'), size) : 'whole';
  if (range === 'unsatisfiable') {
    ctx.set('Content-Range', `bytes */${size}`);
    ctx.status = 416;
    ctx.body = Buffer.alloc(0);
    return;
  }
  const { first, last } = range === 'whole' ? { first: 0, last: size - 1 } : range;
  if (range !== 'whole') {
    ctx.status = 206;
    ctx.set('Content-Range', `bytes ${first}-${last}/${size}`);
  }
  ctx.body = await bodyOf(ctx, file, first, last);
  ctx.length = last - first + 1;
}

/** What is read at once: for a small file a stream costs more than the file. */
const AT_ONCE_MAX = 65_536;

async function bodyOf({ method, res }: Context, file: FileHandle, first: number, last: number): Promise<Buffer | ReadStream> {
  const length = last - first + 1;
  if (method === 'HEAD' || length === 0) return Buffer.alloc(0);
  if (length > AT_ONCE_MAX) return wholeStream(file.createReadStream({ start: first, end: last }), length, res);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, first);
  if (bytesRead < length) throw new Error('a file became shorter while it was read');
  return buffer;
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
function isStreaming(ctx: Context): boolean {
  return ctx.body !== null && ctx.body !== undefined && !Buffer.isBuffer(ctx.body);
}

/** A file that was changed within this time can change again without a sign: clocks of file systems are coarse. */
const SETTLED_MS = 1_000;

/** Changes whenever the file does. Strong, except for a file that was changed just now. */
function etagOf({ ino, size, mtimeNs, ctimeNs, mtimeMs }: BigIntStats): string {
  const tag = `"${[ino, size, mtimeNs, ctimeNs].map((part) => part.toString(36)).join('-')}"`;
  return Date.now() - Number(mtimeMs) > SETTLED_MS ? tag : `W/${tag}`;
}
