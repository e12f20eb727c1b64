import { type AnySdkCall, defineSdkCall } from '../sdk/sdk-call.js';
import {
  publishedAutoVhostSchema,
  publishedVhostSchema,
  removedVhostSchema,
  vhostAutoInputSchema,
  vhostInputSchema,
  vhostRemovalSchema,
} from './vhost-contract.js';

const TAG = 'Virtual hosts';

/** Interfaces C, `/vhost/*`. */
export const vhostCalls: readonly AnySdkCall[] = [
  defineSdkCall({
    method: 'POST',
    path: '/vhost/remove',
    tag: TAG,
    name: 'vhost-remove',
    summary: 'Takes a virtual host of the app off the web server.',
    input: vhostRemovalSchema,
    output: removedVhostSchema,
    errors: ['host_taken', 'nginx_unavailable', 'rate_limited'],
    async run({ appId, services }, { domain }) {
      const removed = await services.vhosts.remove(appId, domain);
      return { domain: removed.domain, removed: removed.removed, reloaded_pid: removed.pid };
    },
  }),
  defineSdkCall({
    method: 'POST',
    path: '/vhost/upsert',
    tag: TAG,
    name: 'vhost-upsert',
    summary: 'Publishes a virtual host with a certificate of the app.',
    description:
      'Without `root`, `proxy_pass` and `php_fpm_socket` it shows a placeholder. The certificate is read at each handshake: a renewed one needs no further call. Making the same call again changes nothing.',
    input: vhostInputSchema,
    output: publishedVhostSchema,
    errors: ['host_taken', 'config_rejected', 'nginx_unavailable', 'rate_limited'],
    async run({ appId, services }, input) {
      const { domain, vhostPath, pid } = await services.vhosts.upsert(appId, input);
      return { domain, vhost_path: vhostPath, reloaded_pid: pid };
    },
  }),
  defineSdkCall({
    method: 'POST',
    path: '/vhost/upsert_auto',
    tag: TAG,
    name: 'vhost-upsert-auto',
    summary: 'Publishes a virtual host with a certificate that the platform provides and renews.',
    input: vhostAutoInputSchema,
    output: publishedAutoVhostSchema,
    errors: ['host_taken', 'config_rejected', 'issuance_failed', 'issuance_deferred', 'nginx_unavailable', 'rate_limited'],
    async run({ appId, services }, input) {
      const { vhostPath, certPath, keyPath, pid, certReused } = await services.vhosts.upsertAutomatic(appId, input);
      return { vhost_path: vhostPath, cert_path: certPath, key_path: keyPath, reloaded_pid: pid, cert_reused: certReused };
    },
  }),
];
