import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteTarget, Vhost } from '@comptoir/core/vhosts/vhost.js';
import type { SiteChecks } from '@comptoir/core/vhosts/web-server.js';
import { isWithin, notAllowed, realPathToBe, realPathUnder } from './allowed-path.js';
import { checkCertificate } from './check-certificate.js';
import type { NginxOptions } from './nginx-options.js';
import { proxyTarget } from './proxy-target.js';

type Options = Pick<NginxOptions, 'roots' | 'certificateDirectory' | 'phpSocketDirectories' | 'privatePaths' | 'sdkOrigin'>;

export function makeSiteChecks(options: Options, resolvers: () => Promise<readonly string[]>): SiteChecks {
  const sdkPort = Number(new URL(options.sdkOrigin).port);
  return {
    async targetOf(request) {
      switch (request.kind) {
        case 'static':
          return { kind: 'static', root: await documentRoot(options, request.root, 'root') };
        case 'proxy':
          return proxyTarget(request.proxyPass, { sdkPort, resolvers: await resolvers() });
        case 'php':
          return { kind: 'php', socket: await phpSocket(options, request.socket), root: await phpRoot(options, request.domain) };
        case 'placeholder':
          return request;
      }
    },
    checkCertificate: (names, certPath, keyPath) =>
      checkCertificate([options.certificateDirectory, ...options.roots], names, certPath, keyPath),
    faultOf: (vhost) => faultOf(options, vhost),
  };
}

/** A directory that holds nothing of the platform's own, and is not held by it. */
async function documentRoot({ roots, privatePaths }: Options, path: string, field: string): Promise<string> {
  const root = await realPathUnder(roots, path, field);
  if (!(await stat(root)).isDirectory()) throw notAllowed(field, 'Must be a directory');
  if (await touchesPrivate(privatePaths, root)) throw notAllowed(field, "Must be apart from the platform's own files");
  return root;
}

async function touchesPrivate(privatePaths: readonly string[], root: string): Promise<boolean> {
  const real = await Promise.all(privatePaths.map(realPathToBe));
  return real.some((path) => isWithin(path, root) || isWithin(root, path));
}

async function phpSocket({ phpSocketDirectories }: Options, path: string): Promise<string> {
  const socket = await realPathUnder(phpSocketDirectories, path, 'php_fpm_socket');
  if (!(await stat(socket)).isSocket()) throw notAllowed('php_fpm_socket', 'Must be the socket of a running PHP-FPM');
  return socket;
}

/** The call names a socket and no directory, so the scripts are where the domain says. */
async function phpRoot(options: Options, domain: string): Promise<string> {
  for (const root of options.roots) {
    const found = await stat(join(root, domain)).catch(() => null);
    if (found?.isDirectory()) return documentRoot(options, join(root, domain), 'php_fpm_socket');
  }
  throw notAllowed('php_fpm_socket', 'Put the scripts into a directory that is named after the domain, in a document root first');
}

/** What would be served, or hidden, in place of what was published. A missing document root answers 404 by itself. */
async function faultOf(options: Options, { certPath, keyPath, target }: Vhost): Promise<string | null> {
  for (const path of [certPath, keyPath]) {
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) return 'a file of its certificate is missing';
  }
  return (await hasMoved(options, target)) ? 'its document root leads elsewhere now' : null;
}

async function hasMoved({ privatePaths }: Options, target: SiteTarget): Promise<boolean> {
  if (!('root' in target)) return false;
  const real = await realpath(target.root).catch(() => target.root);
  return real !== target.root || (await touchesPrivate(privatePaths, real));
}
