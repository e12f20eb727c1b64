import type { CertificatesService } from '@comptoir/core/certificates/certificates-service.js';
import type Router from '@koa/router';
import type { HostState } from './koa-app.js';

/**
 * `GET /.well-known/acme-challenge/:token` (RFC 8555 §8.3), under any host name: a directory asks for names that this server does
 * not know yet. The answer is the key authorization alone; whoever asks for anything else learns nothing.
 */
export function addChallengeRoutes(router: Router<HostState>, certificates: Pick<CertificatesService, 'keyAuthorization'>): void {
  router.get('/.well-known/acme-challenge/:token', async function answerChallenge(ctx) {
    const keyAuthorization = await certificates.keyAuthorization(ctx.params['token'] ?? '');
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'text/plain';
    ctx.status = keyAuthorization === null ? 404 : 200;
    ctx.body = keyAuthorization ?? 'Nobody waits for this token.';
  });
}
