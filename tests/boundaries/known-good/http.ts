// Allows adapters-http with core, Koa and the clock.
// Checked as packages/adapters-http/src/storefront/http.ts
import { createServer } from 'node:http';
import { DomainError } from '@comptoir/core/kit/errors.js';
import Router from '@koa/router';
import Koa from 'koa';
import { h } from 'preact';

export function serve(): void {
  const router = new Router();
  router.get('/', (context) => {
    if (Date.now() === 0) throw new DomainError('internal');
    context.body = h('p', null);
  });
  createServer(new Koa().use(router.routes()).callback());
}
