import { probeDirectory } from '@comptoir/adapters-sdk/acme/probe-directory.js';
import { probeSmtp } from '@comptoir/adapters-sdk/mail/smtp-mailer.js';
import { z } from 'zod';
import { readAcmeCa } from '../acme-ca.js';
import { type Config, ConfigError } from '../config.js';
import { lacksMail } from '../mailer.js';
import { failed, messageOf, note, type Outcome, ok } from './outcome.js';

/** What a server depends on elsewhere. */

export async function checkMail(config: Pick<Config, 'mail' | 'production'>): Promise<Outcome> {
  const { smtp } = config.mail;
  if (smtp === null) {
    return lacksMail(config)
      ? note('no mail can be sent, so nobody can reset a password; set COMPTOIR_SMTP_URL')
      : note('mails are written to files in the data directory; set COMPTOIR_SMTP_URL to send them');
  }
  const place = `${smtp.host}:${smtp.port}`;
  return probeSmtp({ server: smtp }).then(
    () => ok(`${place} takes mails`),
    (error: unknown) => failed(`${place} takes no mails (${messageOf(error)}); check COMPTOIR_SMTP_URL`),
  );
}

/** What a login needs of the published configuration (OpenID Connect Discovery 1.0, §3). */
const discoverySchema = z.object({ issuer: z.string(), authorization_endpoint: z.url(), token_endpoint: z.url(), jwks_uri: z.url() });
const ANSWER_TIMEOUT_MS = 5_000;

export async function checkIdentityProvider({ oidc }: Pick<Config, 'oidc'>): Promise<Outcome> {
  if (oidc === null) return note('none; people sign in by password only');
  const { issuer } = oidc;
  try {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const response = await fetch(address, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    const published = response.ok ? discoverySchema.safeParse(await response.json()) : null;
    if (!published?.success) return failed(`${address} answers ${response.status} without a configuration; check OIDC_ISSUER`);
    if (published.data.issuer === issuer) return ok(issuer);
    return failed(`${issuer} calls itself ${JSON.stringify(published.data.issuer)}; set OIDC_ISSUER to exactly that`);
  } catch (error) {
    return failed(`${issuer} does not answer (${reasonOf(error)}); check OIDC_ISSUER`);
  }
}

/** Certificates that are not valid yet or no more: that is decided by this clock, and by those of browsers. */
const CERTIFICATE_DRIFT_MAX_SECS = 60;

/** Whoever needs no certificates needs no directory, so one that does not answer is only worth knowing. */
export async function checkCertificateAuthority({ acme }: Pick<Config, 'acme'>): Promise<Outcome> {
  const { directoryUrl, caFile } = acme;
  try {
    const { clock } = await probeDirectory(directoryUrl, readAcmeCa(caFile));
    return checkDirectoryClock(directoryUrl, clock, new Date());
  } catch (error) {
    if (error instanceof ConfigError) return failed(error.message);
    const advice = 'check ACME_DIRECTORY_URL and the network, or ACME_CA_FILE where the directory has an authority of its own';
    return note(`${directoryUrl} gives no certificates now (${messageOf(error)}); only the SDK needs it: ${advice}`);
  }
}

export function checkDirectoryClock(directoryUrl: string, directory: Date | null, process: Date): Outcome {
  const driftSecs = directory === null ? 0 : Math.round(Math.abs(directory.getTime() - process.getTime()) / 1000);
  if (driftSecs <= CERTIFICATE_DRIFT_MAX_SECS) return ok(directoryUrl);
  return failed(`this machine's clock and that of ${directoryUrl} are ${driftSecs} s apart; synchronise this one (NTP)`);
}

/** `fetch` keeps the reason in the cause. */
function reasonOf(error: unknown): string {
  return messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error);
}
