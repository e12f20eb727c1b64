import { z } from 'zod';
import { type AnySdkCall, defineSdkCall } from '../sdk/sdk-call.js';
import { domainNameSchema, NAMES_MAX } from './domain-names.js';

/** Longer paths are opened by no system. */
const pathSchema = z.string().min(1).max(4_095).startsWith('/');

/** `POST /certs/provision` (interfaces C). */
export const certificatesCalls: readonly AnySdkCall[] = [
  defineSdkCall({
    method: 'POST',
    path: '/certs/provision',
    tag: 'Certificates',
    name: 'certs-provision',
    summary: 'Has a certificate for a domain, from the ACME directory when there is none that serves.',
    description:
      'A certificate is used again while more than 30 days remain (of a lifetime under 60 days: while more than a third remains). The paths stay the same over renewals, which happen by themselves. `webroot` is the document root of another web server that answers for the domain, where challenges are put too; `pem_dir` a further directory where the files are published. Both must exist under the allowed roots, and only the app that had the certificate first may name a `pem_dir`.',
    input: z.strictObject({
      domain: domainNameSchema.meta({ example: 'shop.example.org' }),
      aliases: z
        .array(domainNameSchema)
        .max(NAMES_MAX - 1)
        .optional()
        .meta({ example: ['www.shop.example.org'] }),
      email: z.email().max(254).optional().meta({ example: 'admin@example.org' }),
      webroot: pathSchema.optional(),
      pem_dir: pathSchema.optional(),
      staging: z.boolean().optional().meta({ example: false }),
    }),
    output: z.object({
      domain: z.string().meta({ example: 'shop.example.org' }),
      staging: z.boolean().meta({ example: false }),
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
