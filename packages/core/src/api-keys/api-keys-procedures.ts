import { z } from 'zod';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { byId, expiresAt, keyName, keyRecord, NO_FIELDS, presentKey, right, shownOnce } from './key-contract.js';
import { keyProcedures, needs } from './key-procedures.js';

const apiKeyRecord = keyRecord.extend({ right: right.nullable() });

/** The `apiKeys` router: keys of the keyed storefront API. */
export function apiKeysRouter() {
  return {
    ...keyProcedures({
      kind: 'keyed',
      one: 'API key',
      read: 'apiKeys:read',
      write: 'apiKeys:write',
      record: apiKeyRecord,
      present: presentKey,
    }),
    create: defineProcedure({
      type: 'mutation',
      access: needs('apiKeys:write'),
      summary: 'Creates an API key of the establishment and shows it, this once.',
      input: z.object({ name: keyName, right, expiresAt: expiresAt.default(null) }),
      output: shownOnce(apiKeyRecord),
      errors: ['unknown_shop'],
      run: async (context, fields) => {
        const { key, secret } = await context.services.keys.create(siteScopeOf(context), 'keyed', { ...NO_FIELDS, ...fields });
        return { key: presentKey(key), secret };
      },
    }),
    update: defineProcedure({
      type: 'mutation',
      access: needs('apiKeys:write'),
      summary: 'Changes the name or the end of an API key; null takes the end away. Its right never changes.',
      input: byId.extend({ name: keyName.optional(), expiresAt: expiresAt.optional() }),
      output: apiKeyRecord,
      errors: ['unknown_record', 'key_ended'],
      run: async (context, { id, ...patch }) => presentKey(await context.services.keys.update(siteScopeOf(context), 'keyed', id, patch)),
    }),
  };
}
