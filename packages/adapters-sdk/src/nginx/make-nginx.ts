import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WebServer } from '@comptoir/core/vhosts/web-server.js';
import { commonDirectives } from './common-directives.js';
import { type Directive, serialize } from './directives.js';
import type { Dialect, NginxOptions } from './nginx-options.js';
import { reloadNginx, runningMaster } from './nginx-process.js';
import { makeNginxTest } from './nginx-test.js';
import { resolversIn } from './proxy-target.js';
import { runNginx } from './run-nginx.js';
import { makeSiteChecks } from './site-checks.js';
import { siteDirectives } from './site-directives.js';
import { COMMON_FILE, makeSiteFiles, SITE_SUFFIX } from './site-files.js';

const RESOLV_CONF = '/etc/resolv.conf';
/** `listen … http2` became `http2 on` with this version. */
const HTTP2_DIRECTIVE_SINCE = [1, 25, 1] as const;

/** nginx on this machine (Linux). Nothing of it is looked at before it is needed, so hosts without nginx start all the same. */
export function makeNginx(options: NginxOptions): WebServer {
  let dialect: Promise<Dialect> | undefined;
  const currentDialect = () => {
    dialect ??= dialectOf(options).catch((error: unknown) => {
      dialect = undefined;
      throw error;
    });
    return dialect;
  };

  return {
    sites: makeSiteChecks(options, resolvers),
    files: makeSiteFiles(options.directory),
    isSetUp: () =>
      access(options.configuration).then(
        () => true,
        () => false,
      ),
    async fileOf(vhost) {
      const suffix = vhost.automatic ? SITE_SUFFIX.automatic : SITE_SUFFIX.given;
      return { name: `${vhost.domain}${suffix}`, text: textOf(siteDirectives(vhost, await currentDialect())) };
    },
    async commonFile() {
      // Asked for each time: somebody may have removed the directory that it was in.
      const fallbackCertificate = await options.fallbackCertificate();
      return { name: COMMON_FILE, text: textOf(commonDirectives(await currentDialect(), fallbackCertificate)) };
    },
    pathOf: (name) => join(options.directory, name),
    test: makeNginxTest(options),
    running: () => runningMaster(options),
    reload: () => reloadNginx(options),
  };
}

function textOf(directives: readonly Directive[]): string {
  return `# Written by Comptoir, which undoes changes made here.\n${serialize(directives)}`;
}

async function dialectOf(options: NginxOptions): Promise<Dialect> {
  const { stderr } = await runNginx(options.program, ['-v']);
  return { ...options, http2Directive: isSince(stderr, HTTP2_DIRECTIVE_SINCE), resolvers: await resolvers() };
}

function isSince(banner: string, [major, minor, patch]: readonly [number, number, number]): boolean {
  const found = /nginx\/(\d+)\.(\d+)\.(\d+)/.exec(banner)?.slice(1).map(Number) ?? [];
  const [foundMajor = 0, foundMinor = 0, foundPatch = 0] = found;
  return foundMajor !== major ? foundMajor > major : foundMinor !== minor ? foundMinor > minor : foundPatch >= patch;
}

async function resolvers(): Promise<readonly string[]> {
  return resolversIn(await readFile(RESOLV_CONF, 'utf8').catch(() => ''));
}
