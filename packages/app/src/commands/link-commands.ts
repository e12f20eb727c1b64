import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { idSchema, slugSchema } from '@comptoir/core/kit/validate.js';
import { graceHours, linkCreate, pingRecord, presentLink } from '@comptoir/core/links/link-contract.js';
import { DISABLED_REASONS, type SyncLink } from '@comptoir/core/links/sync-link.js';
import type { Services } from '@comptoir/core/services.js';
import { z } from 'zod';
import { type CommandContext, defineCommand } from './command.js';
import { auditEntry, scopeOf, siteBySlug } from './lookups.js';
import { table } from './table.js';

/** Links between online shops and tills. A secret is printed when it is made, and never again. */

const linkSchema = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string().nullable(),
  disabled: z.object({ reason: z.enum(DISABLED_REASONS), at: z.coerce.date() }).nullable(),
  secretsCount: z.int(),
  counts: z.object({ received: z.int(), delivered: z.int(), dead: z.int() }),
  createdAt: z.coerce.date(),
  lastSeenAt: z.coerce.date().nullable(),
  lastDeliveredAt: z.coerce.date().nullable(),
});
const shownSchema = linkSchema.extend({ secret: z.string() });
const oneLink = z.object({ site: slugSchema, id: idSchema });

export const createLink = defineCommand({
  name: 'links.create',
  args: linkCreate.extend({ site: slugSchema }),
  result: shownSchema,
  run: (context, { site, ...link }) =>
    changed(context, site, 'links.create', link, async (services, scope) =>
      withSecret(services, await services.syncLinks.create(scope, link)),
    ),
  print: ({ id, name, secret }) => `${id}\n${secret}\nThe link "${name}"; its secret is shown this once.`,
});

export const listLinks = defineCommand({
  name: 'links.list',
  args: z.object({ site: slugSchema }),
  result: z.object({ links: z.array(linkSchema) }),
  async run({ services }, { site }) {
    const links = await services.views.syncLinks.list(scopeOf(await siteBySlug(services, site)));
    return { links: links.map((link) => presentLink(link, services.clock.now())) };
  },
  print({ links }) {
    if (links.length === 0) return 'No links.';
    const rows = links.map(({ id, name, url, disabled, counts, lastSeenAt }) => [
      ...[id, name, disabled === null ? 'works' : `disabled (${disabled.reason})`, url ?? '-'],
      ...[String(counts.received), String(counts.delivered), String(counts.dead), lastSeenAt?.toISOString() ?? 'never'],
    ]);
    return table(['ID', 'NAME', 'STATE', 'URL', 'RECEIVED', 'DELIVERED', 'DEAD', 'LAST SEEN'], rows);
  },
});

export const rotateLink = defineCommand({
  name: 'links.rotate',
  args: oneLink.extend({ graceHours }),
  result: shownSchema,
  run: (context, { site, id, graceHours: hours }) =>
    changed(context, site, 'links.rotate', { id, graceHours: hours }, async (services, scope) =>
      withSecret(services, await services.syncLinks.rotate(scope, id, hours)),
    ),
  print: ({ id, name, secret, secretsCount }) =>
    `${id}\n${secret}\nThe link "${name}"; its secret is shown this once. ${secretsCount > 1 ? 'The one before is good for a while.' : ''}`.trimEnd(),
});

export const disableLink = linkSwitch('disable', 'is disabled: nothing travels over it');
export const enableLink = linkSwitch('enable', 'carries again');
export const revokeLink = linkSwitch('revoke', 'is ended');

export const testLink = defineCommand({
  name: 'links.test',
  args: oneLink,
  result: pingRecord,
  run: async ({ services }, { site, id }) => services.syncLinks.test(scopeOf(await siteBySlug(services, site)), id),
  print: ({ status, tookMs }) => `The shop answered ${status} in ${tookMs} ms.`,
  complaint: ({ delivered, error }) => (delivered ? null : (error ?? 'The shop did not take the ping.')),
});

function linkSwitch(verb: 'disable' | 'enable' | 'revoke', said: string) {
  return defineCommand({
    name: `links.${verb}`,
    args: oneLink,
    result: linkSchema,
    run: (context, { site, id }) =>
      changed(context, site, `links.${verb}`, { id }, async (services, scope) =>
        presentLink(await services.syncLinks[verb](scope, id), services.clock.now()),
      ),
    print: ({ id, name }) => `The link "${name}" (${id}) ${said}.`,
  });
}

function withSecret({ clock }: Services, link: SyncLink) {
  return { ...presentLink(link, clock.now()), secret: link.secret };
}

/** The change and its entry in the audit log, in one transaction. */
async function changed<Result extends { readonly id: string }>(
  { services }: CommandContext,
  site: string,
  action: string,
  input: Readonly<Record<string, unknown>>,
  work: (services: Services, scope: Scope) => Promise<Result>,
): Promise<Result> {
  const scope = scopeOf(await siteBySlug(services, site));
  return services.unitOfWork(scope, async (inside, { audit }) => {
    const result = await work(inside, scope).catch(explained);
    await audit.append(auditEntry(inside, action, { ...scope, subjectId: result.id, input }));
    return result;
  });
}

function explained(error: unknown): never {
  if (error instanceof DomainError && error.code === 'unknown_record')
    throw new DomainError('unknown_link', { message: 'The establishment has no such link.' });
  throw error;
}
