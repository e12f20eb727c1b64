import type Router from '@koa/router';
import type { HostOptions } from './host-options.js';
import type { HostState } from './koa-app.js';

/** A check that takes longer than this has failed: whoever asks wants to know now. */
const CHECK_TIMEOUT_MS = 3_000;

/** `GET /healthz`: the process lives. `GET /readyz`: what it depends on answers, 200 or 503 with each check. */
export function addHealthRoutes(router: Router<HostState>, { health, logger }: HostOptions): void {
  router.get('/healthz', function live(ctx) {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { ok: true };
  });

  router.get('/readyz', async function ready(ctx) {
    const results = await Promise.all(Object.entries(health).map(async ([name, check]) => [name, await passes(name, check)] as const));
    const ok = results.every(([, passed]) => passed);
    ctx.set('Cache-Control', 'no-store');
    ctx.status = ok ? 200 : 503;
    ctx.body = { ok, checks: Object.fromEntries(results.map(([name, passed]) => [name, passed ? 'ok' : 'failed'])) };
  });

  async function passes(name: string, check: () => Promise<void>): Promise<boolean> {
    try {
      await withTimeout(check());
      return true;
    } catch (error) {
      logger.warn({ err: error, check: name }, 'a readiness check failed');
      return false;
    }
  }
}

function withTimeout(work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('timed out')), CHECK_TIMEOUT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
