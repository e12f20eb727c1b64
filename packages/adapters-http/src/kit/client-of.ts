import { isIP } from 'node:net';
import type { Client } from '@comptoir/core/kit/procedure.js';
import type { Context } from 'koa';

/** The longest user agent that is kept; what browsers send stays below 300. */
const USER_AGENT_MAX = 512;
/** How an address of IPv4 looks on a socket of IPv6. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

/** Where the call came from. Proxies are believed as far as the app was told to (`makeHostApp`), and only about an address. */
export function clientOf(ctx: Context): Client {
  return { address: addressOf(ctx), userAgent: ctx.req.headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? null };
}

function addressOf(ctx: Context): string {
  const address = isIP(ctx.ip) === 0 ? peerOf(ctx) : ctx.ip;
  return address.replace(MAPPED, '');
}

/** True when both the connection and whoever a trusted proxy speaks for are on this machine. */
export function isOnThisMachine(ctx: Context): boolean {
  return isLoopback(peerOf(ctx)) && isLoopback(ctx.ip);
}

function peerOf(ctx: Context): string {
  return ctx.req.socket.remoteAddress ?? '';
}

function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && /^(?:127\.|::1$)/.test(address.replace(MAPPED, ''));
}
