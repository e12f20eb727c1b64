import { isIP } from 'node:net';
import { isAbsolute, join, resolve } from 'node:path';
import type { DatabaseConfig } from '@comptoir/adapters-db/database.js';
import { readSmtpUrl, type SmtpServer } from '@comptoir/adapters-sdk/mail/smtp-server.js';
import { z } from 'zod';

/** The environment as typed configuration (decisions §1). Read once, here; nothing else in the product knows variables. */

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const HOST_NAMES = ['storefront', 'platform', 'sdk', 'edge'] as const;
export type HostName = (typeof HOST_NAMES)[number];

/** The variable that sets the port of a host: what a message about that port names. */
export const PORT_VARIABLES = {
  storefront: 'COMPTOIR_STOREFRONT_PORT',
  platform: 'COMPTOIR_PLATFORM_PORT',
  sdk: 'COMPTOIR_SDK_PORT',
  edge: 'COMPTOIR_EDGE_PORT',
} as const satisfies Record<HostName, string>;

export interface Config {
  readonly production: boolean;
  /** Null: not said. A server then logs from `info`, a single command from `warn`. */
  readonly logLevel: LogLevel | null;
  /** Absolute. */
  readonly dataDirectory: string;
  readonly database: DatabaseConfig;
  /** Bind address of storefront and platform. */
  readonly host: string;
  /** 0 is any free port. */
  readonly ports: Readonly<Record<HostName, number>>;
  /** Public origins (no trailing slash); null: where the host listens. */
  readonly publicUrls: { readonly storefront: string | null; readonly platform: string | null };
  /** The first signs, all verify. Null: one is generated into the data directory, which production refuses. */
  readonly secrets: readonly [string, ...string[]] | null;
  readonly platformDomain: string | null;
  /** Calls may claim to be a super-admin's (`X-Auth-Bypass`). Never in production, never where others can reach it. */
  readonly devBypass: boolean;
  readonly trustProxyHops: number;
  readonly oidc: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string } | null;
  readonly mail: {
    /** Null: mails are kept as files, in production not even that. */
    readonly smtp: SmtpServer | null;
    /** `Name <address>` or an address; null: one at the platform's host. */
    readonly from: string | null;
  };
  /** Orders can be paid on a page where no money moves. Outside production by default, within it only where somebody wants it. */
  readonly paymentSandbox: boolean;
  /** Whether apps on this machine may have programs started by schedules. */
  readonly allowCommands: boolean;
  /** Handlers of queues and schedules may be on this machine (development, tests). */
  readonly allowLoopbackHandlers: boolean;
  readonly shopSync: {
    readonly resetStock: boolean;
    readonly supplierRecalc: boolean;
    /** Online shops may be on this machine: where handlers may, and outside production while nobody else reaches the server. */
    readonly allowLoopback: boolean;
  };
  readonly edge: {
    /** Where the sites are, each in a folder with the name of its host. */
    readonly sitesDirectory: string;
    /** Sites are built anew when their files change. */
    readonly liveReload: boolean;
  };
  readonly acme: {
    readonly directoryUrl: string;
    readonly stagingDirectoryUrl: string;
    readonly caFile: string | null;
    /** New ones below one registered domain in a week; null: as many as one likes. */
    readonly certificatesPerDomain: number | null;
  };
  readonly vhosts: {
    readonly directory: string;
    readonly certificateDirectory: string;
    /** Allowed document roots. */
    readonly roots: readonly string[];
    /** The main configuration to test and reload. */
    readonly nginxConfiguration: string;
    /** Where nginx listens for the vhosts. */
    readonly nginxPorts: { readonly http: number; readonly https: number };
    /** Where PHP-FPM has its sockets. */
    readonly phpSocketDirectories: readonly string[];
  };
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that the program cannot start with. The message is one line, names the variable and never holds a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export const SECRET_BYTES_MIN = 32;

const SECRET_VARIABLES: ReadonlySet<string> = new Set(['DATABASE_URL', 'COMPTOIR_SECRET', 'COMPTOIR_SMTP_URL', 'OIDC_CLIENT_SECRET']);
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** `Name <address>` or an address, in one line. */
const MAILBOX = /^(?:[^\p{Cc}<>"]{1,100} )?<[^\s\p{Cc}<>,;@"]+@[^\s\p{Cc}<>,;@"]+>$|^[^\s\p{Cc}<>,;@"]+@[^\s\p{Cc}<>,;@"]+$/u;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i;

const ABSOLUTE_PATHS = 'must be absolute paths, separated by commas';

const text = z.string();
const hostName = text.toLowerCase().regex(HOST_NAME, 'must be a host name');
const bindAddress = text.refine((value) => isIP(value) !== 0 || HOST_NAME.test(value.toLowerCase()), 'must be an address or a host name');
const flag = z.enum(['true', 'false', '1', '0'], 'must be true or false').transform((value) => value === 'true' || value === '1');
const port = wholeNumber(0, 65_535);

const httpUrl = text.refine((value) => /^https?:$/.test(urlOf(value)?.protocol ?? ''), 'must be an http or https URL');
const httpsUrl = text.refine((value) => urlOf(value)?.protocol === 'https:', 'must be an https URL');
const origin = httpUrl
  .refine((value) => isBareOrigin(value), 'must be an address alone, such as https://till.example: no path, query or credentials')
  .transform((value) => new URL(value).origin);
const databaseUrl = text.refine(
  (value) => /^postgres(?:ql)?:$/.test(urlOf(value)?.protocol ?? ''),
  'must be a PostgreSQL URL, such as postgres://user@host:5432/comptoir',
);
const smtpUrl = text.transform((value, context) => {
  const server = readSmtpUrl(value);
  if (server !== null) return server;
  context.addIssue({ code: 'custom', message: 'must be an SMTP URL, such as smtps://user:password@mail.example' });
  return z.NEVER;
});

const absolutePaths = list().pipe(z.array(text.refine(isAbsolute, ABSOLUTE_PATHS)).min(1, ABSOLUTE_PATHS));
const secrets = list().pipe(
  z
    .array(text.refine((secret) => Buffer.byteLength(secret) >= SECRET_BYTES_MIN))
    .refine((values): values is [string, ...string[]] => values.length > 0),
);

const variables = {
  NODE_ENV: text.optional(),
  DATABASE_URL: databaseUrl.optional(),
  COMPTOIR_DATA_DIR: text.default('.comptoir'),
  COMPTOIR_LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).optional(),
  COMPTOIR_HOST: bindAddress.default('127.0.0.1'),
  COMPTOIR_STOREFRONT_PORT: port.default(3000),
  COMPTOIR_PLATFORM_PORT: port.default(3001),
  COMPTOIR_SDK_PORT: port.default(3080),
  COMPTOIR_EDGE_PORT: port.default(8444),
  COMPTOIR_STOREFRONT_URL: origin.optional(),
  COMPTOIR_PLATFORM_URL: origin.optional(),
  COMPTOIR_SECRET: secrets.optional(),
  COMPTOIR_PLATFORM_DOMAIN: hostName.optional(),
  COMPTOIR_DEV_BYPASS: flag.default(false),
  COMPTOIR_ALLOW_COMMANDS: flag.default(false),
  COMPTOIR_SMTP_URL: smtpUrl.optional(),
  COMPTOIR_MAIL_FROM: text.regex(MAILBOX, 'must be an address, or a name and an address: Comptoir <no-reply@till.example>').optional(),
  COMPTOIR_PAYMENT_SANDBOX: flag.optional(),
  COMPTOIR_TRUST_PROXY: wholeNumber(0, 20).default(0),
  OIDC_ISSUER: httpUrl.optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  RESET_STOCK_ON_SYNC: flag.default(false),
  BEXT_SUPPLIER_RECALC: flag.default(false),
  COMPTOIR_EDGE_LIVE_RELOAD: flag.default(false),
  COMPTOIR_ALLOW_LOOPBACK_HANDLERS: flag.default(false),
  ACME_DIRECTORY_URL: httpsUrl.default('https://acme-v02.api.letsencrypt.org/directory'),
  ACME_STAGING_DIRECTORY_URL: httpsUrl.default('https://acme-staging-v02.api.letsencrypt.org/directory'),
  ACME_CA_FILE: text.optional(),
  ACME_CERTS_PER_DOMAIN: wholeNumber(0, 1_000_000).optional(),
  COMPTOIR_VHOST_DIR: text.optional(),
  COMPTOIR_CERT_DIR: text.optional(),
  COMPTOIR_ROOTS: absolutePaths.optional(),
  COMPTOIR_NGINX_CONF: text.optional(),
  COMPTOIR_NGINX_HTTP_PORT: wholeNumber(1, 65_535).default(80),
  COMPTOIR_NGINX_HTTPS_PORT: wholeNumber(1, 65_535).default(443),
  COMPTOIR_PHP_SOCKETS: absolutePaths.default(['/run/php']),
};

const environmentSchema = z.object(variables);
type Variables = z.output<typeof environmentSchema>;

/** The configuration in `environment`; relative paths start at `directory`. Throws `ConfigError`. */
export function readConfig(environment: Environment, directory: string): Config {
  const given = Object.fromEntries(Object.keys(variables).map((name) => [name, environment[name] || undefined]));
  const result = environmentSchema.safeParse(given);
  if (!result.success) throw new ConfigError(faultsOf(result.error, given));
  return configOf(result.data, directory);
}

function configOf(values: Variables, directory: string): Config {
  const dataDirectory = resolve(directory, values.COMPTOIR_DATA_DIR);
  const under = (name: string, given: string | undefined) => (given === undefined ? join(dataDirectory, name) : resolve(directory, given));
  return {
    production: values.NODE_ENV === 'production',
    logLevel: values.COMPTOIR_LOG_LEVEL ?? null,
    dataDirectory,
    database:
      values.DATABASE_URL === undefined
        ? { kind: 'embedded', directory: join(dataDirectory, 'db') }
        : { kind: 'postgres', url: values.DATABASE_URL },
    host: values.COMPTOIR_HOST,
    ports: {
      storefront: values.COMPTOIR_STOREFRONT_PORT,
      platform: values.COMPTOIR_PLATFORM_PORT,
      sdk: values.COMPTOIR_SDK_PORT,
      edge: values.COMPTOIR_EDGE_PORT,
    },
    publicUrls: { storefront: values.COMPTOIR_STOREFRONT_URL ?? null, platform: values.COMPTOIR_PLATFORM_URL ?? null },
    secrets: values.COMPTOIR_SECRET ?? null,
    platformDomain: values.COMPTOIR_PLATFORM_DOMAIN ?? null,
    devBypass: devBypassOf(values),
    trustProxyHops: values.COMPTOIR_TRUST_PROXY,
    oidc: oidcOf(values),
    mail: { smtp: values.COMPTOIR_SMTP_URL ?? null, from: values.COMPTOIR_MAIL_FROM ?? null },
    paymentSandbox: values.COMPTOIR_PAYMENT_SANDBOX ?? values.NODE_ENV !== 'production',
    allowCommands: values.COMPTOIR_ALLOW_COMMANDS,
    allowLoopbackHandlers: values.COMPTOIR_ALLOW_LOOPBACK_HANDLERS,
    shopSync: {
      resetStock: values.RESET_STOCK_ON_SYNC,
      supplierRecalc: values.BEXT_SUPPLIER_RECALC,
      allowLoopback: values.COMPTOIR_ALLOW_LOOPBACK_HANDLERS || isPrivate(values),
    },
    edge: { sitesDirectory: join(dataDirectory, 'sites'), liveReload: values.COMPTOIR_EDGE_LIVE_RELOAD },
    acme: {
      directoryUrl: values.ACME_DIRECTORY_URL,
      stagingDirectoryUrl: values.ACME_STAGING_DIRECTORY_URL,
      caFile: values.ACME_CA_FILE === undefined ? null : resolve(directory, values.ACME_CA_FILE),
      certificatesPerDomain: certificatesPerDomain(values),
    },
    vhosts: {
      directory: under('vhosts', values.COMPTOIR_VHOST_DIR),
      certificateDirectory: under('certs', values.COMPTOIR_CERT_DIR),
      roots: values.COMPTOIR_ROOTS ?? [dataDirectory],
      nginxConfiguration: under('nginx.conf', values.COMPTOIR_NGINX_CONF),
      nginxPorts: { http: values.COMPTOIR_NGINX_HTTP_PORT, https: values.COMPTOIR_NGINX_HTTPS_PORT },
      phpSocketDirectories: values.COMPTOIR_PHP_SOCKETS,
    },
  };
}

/** Whoever reaches this server is on this machine anyway: it listens there alone, and nothing says that a proxy stands in front of it. */
function isPrivate(values: Variables): boolean {
  const { NODE_ENV, COMPTOIR_HOST, COMPTOIR_TRUST_PROXY, COMPTOIR_PLATFORM_DOMAIN, COMPTOIR_STOREFRONT_URL, COMPTOIR_PLATFORM_URL } =
    values;
  const hosts = [COMPTOIR_STOREFRONT_URL, COMPTOIR_PLATFORM_URL].flatMap((url) => urlOf(url ?? '')?.hostname ?? []);
  const isBehindProxy = COMPTOIR_TRUST_PROXY > 0 || COMPTOIR_PLATFORM_DOMAIN !== undefined;
  return NODE_ENV !== 'production' && !isBehindProxy && [COMPTOIR_HOST, ...hosts].every((host) => LOOPBACK.test(host));
}

/** A bypass that others could use is refused, not ignored: whoever set it expects it to work. */
function devBypassOf({ COMPTOIR_DEV_BYPASS, NODE_ENV, COMPTOIR_HOST }: Variables): boolean {
  if (!COMPTOIR_DEV_BYPASS) return false;
  if (NODE_ENV === 'production') throw new ConfigError('COMPTOIR_DEV_BYPASS cannot be set with NODE_ENV=production');
  if (LOOPBACK.test(COMPTOIR_HOST)) return true;
  throw new ConfigError(`COMPTOIR_DEV_BYPASS needs COMPTOIR_HOST to be this machine alone, such as 127.0.0.1, not ${COMPTOIR_HOST}`);
}

/** All three or none: half a login configuration would fail at the first login instead of now. */
const LETS_ENCRYPT_HOST = 'acme-v02.api.letsencrypt.org';
/** A little below its 50, because other programs may have certificates for names of the domain too. */
const LETS_ENCRYPT_PER_DOMAIN = 45;

/** Only Let's Encrypt is known to count; 0 lifts the limit, for domains that it has raised its own for. */
function certificatesPerDomain({ ACME_CERTS_PER_DOMAIN: given, ACME_DIRECTORY_URL }: Variables): number | null {
  if (given !== undefined) return given === 0 ? null : given;
  return urlOf(ACME_DIRECTORY_URL)?.host === LETS_ENCRYPT_HOST ? LETS_ENCRYPT_PER_DOMAIN : null;
}

function oidcOf({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }: Variables): Config['oidc'] {
  const given = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET };
  const missing = Object.entries(given).filter(([, value]) => value === undefined);
  if (missing.length === 3) return null;
  if (OIDC_ISSUER === undefined || OIDC_CLIENT_ID === undefined || OIDC_CLIENT_SECRET === undefined) {
    throw new ConfigError(
      `${missing.map(([name]) => name).join(', ')} must be set too: login needs all of ${Object.keys(given).join(', ')}`,
    );
  }
  return { issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET };
}

/** Every fault, one per variable, on one line. */
function faultsOf(error: z.ZodError, given: Environment): string {
  const faults = new Map<string, string>();
  for (const { path, message } of error.issues) {
    const name = String(path[0]);
    if (!faults.has(name)) faults.set(name, faultOf(name, message, given[name] ?? ''));
  }
  return [...faults.values()].join('; ');
}

function faultOf(name: string, rule: string, value: string): string {
  if (name === 'COMPTOIR_SECRET') return `${name} must be secrets of at least ${SECRET_BYTES_MIN} bytes each, separated by commas`;
  return SECRET_VARIABLES.has(name) ? `${name} ${rule}` : `${name} ${rule}, not ${JSON.stringify(value)}`;
}

function wholeNumber(min: number, max: number) {
  const rule = `must be a whole number from ${min} to ${max}`;
  return text
    .regex(/^\d{1,9}$/, rule)
    .transform(Number)
    .pipe(z.number().min(min, rule).max(max, rule));
}

function list() {
  return text.transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );
}

function urlOf(value: string): URL | null {
  return URL.canParse(value) ? new URL(value) : null;
}

function isBareOrigin(value: string): boolean {
  const url = urlOf(value);
  return url !== null && `${url.origin}/` === url.href;
}
