import { z } from 'zod';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import {
  byId,
  expiresAt,
  keyName,
  keyRecord,
  NO_FIELDS,
  networks,
  permissions,
  presentKey,
  ratePerHour,
  shownOnce,
} from './key-contract.js';
import { keyProcedures, needs } from './key-procedures.js';

const feedKeyRecord = keyRecord.extend({
  permissions: z.array(z.string()),
  ratePerHour: z.int().nullable(),
  networks: z.array(z.string()),
});

/** The `feedApiKeys` router: keys of the read-only feeds (interfaces, "FeedApiKey"). */
export function feedApiKeysRouter() {
  return {
    ...keyProcedures({
      kind: 'feed',
      one: 'feed key',
      read: 'feedApiKeys:read',
      write: 'feedApiKeys:write',
      record: feedKeyRecord,
      present: presentKey,
    }),
    create: defineProcedure({
      type: 'mutation',
      access: needs('feedApiKeys:write'),
      summary: 'Creates a feed key of the establishment and shows it, this once.',
      input: z.object({
        name: keyName,
        permissions: permissions.min(1),
        ratePerHour: ratePerHour.default(null),
        networks: networks.default([]),
        expiresAt: expiresAt.default(null),
      }),
      output: shownOnce(feedKeyRecord),
      errors: ['unknown_shop'],
      run: async (context, fields) => {
        const { key, secret } = await context.services.keys.create(siteScopeOf(context), 'feed', { ...NO_FIELDS, ...fields });
        return { key: presentKey(key), secret };
      },
    }),
    update: defineProcedure({
      type: 'mutation',
      access: needs('feedApiKeys:write'),
      summary: 'Changes the fields of a feed key that are sent; null puts back the usual limit, or takes the end away.',
      input: byId.extend({
        name: keyName.optional(),
        permissions: permissions.min(1).optional(),
        ratePerHour: ratePerHour.optional(),
        networks: networks.optional(),
        expiresAt: expiresAt.optional(),
      }),
      output: feedKeyRecord,
      errors: ['unknown_record', 'key_ended'],
      run: async (context, { id, ...patch }) => presentKey(await context.services.keys.update(siteScopeOf(context), 'feed', id, patch)),
    }),
  };
}
