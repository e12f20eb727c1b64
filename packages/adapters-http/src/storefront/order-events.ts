import { type GuestStatus, isOver, type OrderPayment } from '@comptoir/core/orders/order.js';
import type { OrderChange } from '@comptoir/core/orders/order-views.js';
import type { Context } from 'koa';
import type { OrderFeed } from './order-feed.js';

/** Proxies close connections that are silent for a minute. */
const HEARTBEAT_MS = 20_000;
/** A client that does not read what it is sent is let go; it will come back and be told what it missed. */
const UNREAD_MAX_BYTES = 64 * 1024;

const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
} as const;

/** What is followed: an order of the public. */
interface FollowedOrder {
  readonly tenantId: string;
  readonly id: string;
  readonly status: GuestStatus;
  readonly payment: OrderPayment;
  readonly version: number;
}

/**
 * Streams the life of an order as server-sent events: what happened so far, or since the event the client saw last
 * (`Last-Event-ID`), then every change. Ends after the last one, or when the server stops.
 */
export function streamOrderEvents(ctx: Context, order: FollowedOrder, feed: OrderFeed, stopping: AbortSignal): void {
  const { res } = ctx;
  if (ctx.method === 'HEAD') {
    ctx.set(STREAM_HEADERS);
    ctx.status = 200;
    return;
  }
  const seen = lastEventId(ctx, order);
  const unfollow = feed.follow(order, seen, send);
  ctx.respond = false;
  res.writeHead(200, STREAM_HEADERS);
  res.write('retry: 3000\n\n');
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
  stopping.addEventListener('abort', end);
  res.on('close', cleanUp);
  if (stopping.aborted || (isOver(order.status, order.payment.status) && seen >= order.version)) end();

  function send({ version, status, payment, at, orderId }: OrderChange): void {
    const data = { id: orderId, status, at: at.toISOString(), ...(payment !== null && { paymentStatus: payment }) };
    write(`id: ${version}\nevent: status\ndata: ${JSON.stringify(data)}\n\n`);
    if (isOver(status, payment)) end();
  }

  function write(text: string): void {
    if (res.writableEnded) return;
    res.write(text);
    if (res.writableLength > UNREAD_MAX_BYTES) res.destroy();
  }

  function end(): void {
    res.end();
    cleanUp();
  }

  function cleanUp(): void {
    unfollow();
    clearInterval(heartbeat);
    stopping.removeEventListener('abort', end);
  }
}

/**
 * The version the client saw last; 0 without one. A number beyond the order's own is brought down to it: the client would hear
 * nothing more, and one too large for the database would fail the query that all followers share.
 */
function lastEventId(ctx: Context, order: FollowedOrder): number {
  const version = Number(ctx.get('Last-Event-ID') || 0);
  return Number.isSafeInteger(version) && version > 0 ? Math.min(version, order.version) : 0;
}
