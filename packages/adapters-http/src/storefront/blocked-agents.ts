import type { Context, Next } from 'koa';

/** The default agents of HTTP libraries (interfaces A, "Rules for every call"): tools must say who they are. */
const BLOCKED = /^(?:python-urllib\/|python-requests\/|go-http-client\/|java\/|java-http-client\/)/i;

export function isBlockedAgent(agent: string | undefined): boolean {
  return agent !== undefined && BLOCKED.test(agent);
}

/** Before anything else under `/api`. A missing header passes. */
export function refuseBlockedAgents(ctx: Context, next: Next): Promise<void> {
  if (!isBlockedAgent(ctx.req.headers['user-agent']) || !isApiPath(ctx.path)) return next();
  ctx.status = 403;
  ctx.body = { error: 'blocked' };
  return Promise.resolve();
}

function isApiPath(path: string): boolean {
  return path === '/api' || path.startsWith('/api/');
}
