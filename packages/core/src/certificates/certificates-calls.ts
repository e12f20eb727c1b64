import { z } from 'zod';
import { type AnySdkCall, defineSdkCall } from '../sdk/sdk-call.js';
import type { KeptCertificate } from './certificates-service.js';
import { domainNameSchema, NAMES_MAX } from './domain-names.js';

/** Longer paths are opened by no system. */
const pathSchema = z.string().min(1).max(4_095).startsWith('/');

const TAG = 'Certificates';
const domain = domainNameSchema.meta({ example: 'shop.example.org' });
const staging = z.boolean().meta({ example: false });

const keptSchema = z.object({
  domain: z.string().meta({ example: 'shop.example.org' }),
  staging,
  names: z.array(z.string()).meta({ example: ['shop.example.org', 'www.shop.example.org'] }),
  not_before: z.iso.datetime().nullable().meta({ example: '2026-05-05T09:00:00.000Z' }),
  not_after: z.iso.datetime().nullable().meta({ example: '2026-08-03T09:00:00.000Z' }),
  cert_path: z.string().meta({ example: '/var/lib/comptoir/certs/shop.example.org/current/fullchain.pem' }),
  key_path: z.string().meta({ example: '/var/lib/comptoir/certs/shop.example.org/current/privkey.pem' }),
  renewed: z.boolean().meta({ example: true }),
  failure: z
    .object({ type: z.string(), detail: z.string(), at: z.iso.datetime(), count: z.int(), retry_at: z.iso.datetime() })
    .nullable()
    .meta({ example: null }),
});

function keptOf({ domain, staging, issued, failure, certPath, keyPath, isRenewed }: KeptCertificate): z.input<typeof keptSchema> {
  return {
    domain,
    staging,
    names: [...(issued?.names ?? failure?.names ?? [])],
    not_before: issued?.notBefore.toISOString() ?? null,
    not_after: issued?.notAfter.toISOString() ?? null,
    cert_path: certPath,
    key_path: keyPath,
    renewed: isRenewed,
    failure: failure && {
      type: failure.type,
      detail: failure.detail,
      at: failure.at.toISOString(),
      count: failure.count,
      retry_at: failure.retryAt.toISOString(),
    },
  };
}

/** `POST /certs/provision` (interfaces C), and what is of use beside it. */
export const certificatesCalls: readonly AnySdkCall[] = [
  defineSdkCall({
    method: 'POST',
    path: '/certs/list',
    tag: TAG,
    name: 'certs-list',
    summary: 'Tells of the certificates that the app had first.',
    description:
      '`not_before` and `not_after` are null where none was issued; `failure` is what went wrong last, null once there is a certificate.',
    input: z.strictObject({}),
    output: z.object({ certificates: z.array(keptSchema) }),
    errors: [],
    async run({ appId, services }) {
      return { certificates: (await services.certificates.list(appId)).map(keptOf) };
    },
  }),
  defineSdkCall({
    method: 'POST',
    path: '/certs/remove',
    tag: TAG,
    name: 'certs-remove',
    summary: 'Removes a certificate of the app: it is not renewed any more, and its files are gone.',
    description:
      'Files in a `pem_dir` stay: whoever reads them there still can. What counts towards the limits of the directory goes on counting. Refused with `in_use` while a virtual host is served with the files.',
    input: z.strictObject({ domain, staging: staging.optional() }),
    output: z.object({ domain: z.string().meta({ example: 'shop.example.org' }), staging, removed: z.boolean().meta({ example: true }) }),
    errors: ['forbidden', 'in_use', 'issuance_deferred', 'nginx_unavailable'],
    async run({ appId, services: { certificates, vhosts } }, input) {
      const key = certificates.keyOf(input.domain, input.staging ?? false);
      const isItsFile = (path: string) => certificates.hasFile(key, path);
      return { ...key, removed: await vhosts.whileUnused(isItsFile, () => certificates.remove(appId, key)) };
    },
  }),
  defineSdkCall({
    method: 'POST',
    path: '/certs/provision',
    tag: TAG,
    name: 'certs-provision',
    summary: 'Has a certificate for a domain, from the ACME directory when there is none that serves.',
    description:
      'A certificate is used again while more than 30 days remain (of a lifetime under 60 days: while more than a third remains). The paths stay the same over renewals, which happen by themselves. `webroot` is the document root of another web server that answers for the domain, where challenges are put too; `pem_dir` a further directory where the files are published. Both must exist under the allowed roots, and only the app that had the certificate first may name a `pem_dir`.',
    input: z.strictObject({
      domain,
      aliases: z
        .array(domainNameSchema)
        .max(NAMES_MAX - 1)
        .optional()
        .meta({ example: ['www.shop.example.org'] }),
      email: z.email().max(254).optional().meta({ example: 'admin@example.org' }),
      webroot: pathSchema.optional(),
      pem_dir: pathSchema.optional(),
      staging: staging.optional(),
    }),
    output: z.object({
      domain: z.string().meta({ example: 'shop.example.org' }),
      staging,
      not_before: z.iso.datetime().meta({ example: '2026-05-05T09:00:00.000Z' }),
      not_after: z.iso.datetime().meta({ example: '2026-08-03T09:00:00.000Z' }),
      cert_path: z.string().meta({ example: '/var/lib/comptoir/certs/shop.example.org/current/fullchain.pem' }),
      key_path: z.string().meta({ example: '/var/lib/comptoir/certs/shop.example.org/current/privkey.pem' }),
      reused: z.boolean().meta({ example: false }),
    }),
    errors: ['forbidden', 'issuance_failed', 'issuance_deferred'],
    async run({ appId, services }, { pem_dir: pemDir, ...wish }) {
      if (wish.webroot === undefined) await services.vhosts.answerChallenges();
      const certificate = await services.certificates.provision({ ...wish, appId, pemDir });
      return {
        domain: certificate.domain,
        staging: certificate.staging,
        not_before: certificate.notBefore.toISOString(),
        not_after: certificate.notAfter.toISOString(),
        cert_path: certificate.certPath,
        key_path: certificate.keyPath,
        reused: certificate.reused,
      };
    },
  }),
];
