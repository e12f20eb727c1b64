import { z } from 'zod';
import type { TargetRequest } from './web-server.js';

/** As long as a path can be (Linux, PATH_MAX), and far beyond any host name or address. */
const TEXT_MAX = 4096;
const ALIASES_MAX = 100;

const text = z.string().min(1).max(TEXT_MAX);
const path = text.describe('An absolute path on this machine.');
const hostName = text.describe('A host name; international ones may be given as they are read.');

const TARGETS = ['root', 'proxy_pass', 'php_fpm_socket'] as const;

export const vhostInputSchema = z
  .strictObject({
    domain: hostName,
    cert_path: path,
    key_path: path,
    root: path.optional().describe('Serves the files of this directory.'),
    proxy_pass: text.optional().describe('Hands requests on to this server: `http://127.0.0.1:4000`.'),
    php_fpm_socket: path.optional().describe('Runs PHP through PHP-FPM; the scripts are in `<document root>/<domain>`.'),
    aliases: z.array(hostName).max(ALIASES_MAX).default([]).describe('Further host names.'),
  })
  .refine((input) => TARGETS.filter((name) => input[name] !== undefined).length <= 1, `Give at most one of ${TARGETS.join(', ')}`);

export const vhostAutoInputSchema = z.strictObject({
  domain: hostName,
  root: path.describe('Serves the files of this directory.'),
  email: z.email().max(254).optional().describe('For the account at the certificate authority.'),
});

export const vhostRemovalSchema = z.strictObject({ domain: hostName });

const pid = z.int().describe('The process id of the web server, which answers as the call left it.');

export const publishedVhostSchema = z.object({ domain: z.string(), vhost_path: z.string(), reloaded_pid: pid });

export const publishedAutoVhostSchema = z.object({
  vhost_path: z.string(),
  cert_path: z.string(),
  key_path: z.string(),
  reloaded_pid: pid,
  cert_reused: z.boolean(),
});

export const removedVhostSchema = z.object({ domain: z.string(), removed: z.boolean(), reloaded_pid: pid });

export type VhostInput = z.output<typeof vhostInputSchema>;
export type VhostAutoInput = z.output<typeof vhostAutoInputSchema>;

/** What is to answer: the one that was given, or the placeholder. */
export function targetRequestOf({ root, proxy_pass: proxyPass, php_fpm_socket: socket }: VhostInput, domain: string): TargetRequest {
  if (root !== undefined) return { kind: 'static', root };
  if (proxyPass !== undefined) return { kind: 'proxy', proxyPass };
  if (socket !== undefined) return { kind: 'php', socket, domain };
  return { kind: 'placeholder' };
}
