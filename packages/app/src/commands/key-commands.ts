import { type ApiKey, KEY_RIGHTS } from '@comptoir/core/api-keys/api-key.js';
import { PAGE_SIZE_MAX } from '@comptoir/core/kit/page.js';
import { idSchema, personText, slugSchema } from '@comptoir/core/kit/validate.js';
import { z } from 'zod';
import { defineCommand } from './command.js';
import { auditEntry, scopeOf, siteBySlug } from './lookups.js';
import { table } from './table.js';

/** Keys of the keyed API (interfaces A, "Authentication"), and of the devices at gates, whose scope is `device`. */

/** What a key may do, as it is said on the command line. */
export const KEY_SCOPES = [...KEY_RIGHTS, 'device'] as const;
type KeyScope = (typeof KEY_SCOPES)[number];

const DEVICE = z.literal('device').optional();
const kindOf = (scope: KeyScope | undefined) => (scope === 'device' ? 'device' : 'keyed');

const keySchema = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(KEY_SCOPES),
  createdAt: z.coerce.date(),
  lastUsedAt: z.coerce.date().nullable(),
  expiresAt: z.coerce.date().nullable(),
  revokedAt: z.coerce.date().nullable(),
});

type KeyLine = z.output<typeof keySchema>;

export const createKey = defineCommand({
  name: 'keys.create',
  args: z.object({ site: slugSchema, scope: z.enum(KEY_SCOPES), name: personText(1, 80) }),
  result: keySchema.extend({ key: z.string() }),
  async run({ services }, { site: slug, scope, name }) {
    const right = scope === 'device' ? null : scope;
    const site = scopeOf(await siteBySlug(services, slug));
    const unlimited = { permissions: [], ratePerHour: null, networks: [], origins: [], expiresAt: null };
    const { key, secret } = await services.unitOfWork(site, async (inside, { audit }) => {
      const made = await inside.keys.create(site, kindOf(scope), { name, right, ...unlimited });
      await audit.append(auditEntry(inside, 'keys.create', { ...site, subjectId: made.key.id, input: { name, right: scope } }));
      return made;
    });
    return { ...keyLineOf(key), key: secret };
  },
  print: ({ key, name, scope }) => `${key}\nThe key "${name}" (${scope}); it is shown this once.`,
});

export const listKeys = defineCommand({
  name: 'keys.list',
  args: z.object({ site: slugSchema, scope: DEVICE, page: z.int().min(1).optional() }),
  result: z.object({ keys: z.array(keySchema), total: z.int(), page: z.int(), pageSize: z.int() }),
  async run({ services }, { site: slug, scope: listed, page = 1 }) {
    const scope = scopeOf(await siteBySlug(services, slug));
    const filter = { page, pageSize: PAGE_SIZE_MAX };
    const { items, ...counts } = await services.views.apiKeys.list(scope, kindOf(listed), filter, services.clock.now());
    return { keys: items.map(keyLineOf), ...counts };
  },
  print({ keys, total, page, pageSize }) {
    if (total === 0) return 'No keys.';
    const rows = keys.map((key) => [key.id, key.name, key.scope, stateOf(key), key.lastUsedAt?.toISOString() ?? 'never']);
    const pages = Math.ceil(total / pageSize);
    return `${table(['ID', 'NAME', 'SCOPE', 'STATE', 'LAST USED'], rows)}\n${total} ${total === 1 ? 'key' : 'keys'}, page ${page} of ${pages}`;
  },
});

export const revokeKey = defineCommand({
  name: 'keys.revoke',
  args: z.object({ site: slugSchema, scope: DEVICE, id: idSchema }),
  result: keySchema,
  async run({ services }, { site: slug, scope: revoked, id }) {
    const scope = scopeOf(await siteBySlug(services, slug));
    return services.unitOfWork(scope, async (inside, { audit }) => {
      const key = await inside.keys.revoke(scope, kindOf(revoked), id);
      await audit.append(auditEntry(inside, 'keys.revoke', { ...scope, subjectId: id, input: { id } }));
      return keyLineOf(key);
    });
  },
  print: ({ id, name }) => `The key "${name}" (${id}) is revoked; other servers refuse it within seconds.`,
});

/** Every key of the keyed API has a right, and no key of a device. */
function keyLineOf({ id, name, right, createdAt, lastUsedAt, expiresAt, revokedAt }: ApiKey): KeyLine {
  return { id, name, scope: right ?? 'device', createdAt, lastUsedAt, expiresAt, revokedAt };
}

function stateOf({ revokedAt, expiresAt }: KeyLine): string {
  if (revokedAt !== null) return `revoked ${revokedAt.toISOString()}`;
  return expiresAt === null ? 'works' : `until ${expiresAt.toISOString()}`;
}
