import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { secret } from '../kit/secret.js';
import { byId, expiresAt, keyName, keyRecord, NO_FIELDS, origins, presentKey, shownOnce } from './key-contract.js';
import { keyProcedures, needs } from './key-procedures.js';

const widgetKeyRecord = keyRecord.extend({ origins: z.array(z.string()) });

/** The `liveChat` router: the keys of the embeddable widget, and what the widget shows. */
export function liveChatRouter() {
  const { list, rotate, revoke, usage } = keyProcedures({
    kind: 'liveChat',
    one: 'widget key',
    read: 'liveChat:read',
    write: 'liveChat:write',
    record: widgetKeyRecord,
    present: presentKey,
  });
  return {
    listKeys: list,
    createKey: defineProcedure({
      type: 'mutation',
      access: needs('liveChat:write'),
      summary: 'Creates a widget key of the establishment and shows it, this once.',
      input: z.object({ name: keyName, origins: origins.min(1), expiresAt: expiresAt.default(null) }),
      output: shownOnce(widgetKeyRecord),
      errors: ['unknown_shop'],
      run: async (context, fields) => {
        const { key, secret: text } = await context.services.keys.create(siteScopeOf(context), 'liveChat', { ...NO_FIELDS, ...fields });
        return { key: presentKey(key), secret: text };
      },
    }),
    updateKey: defineProcedure({
      type: 'mutation',
      access: needs('liveChat:write'),
      summary: 'Changes the fields of a widget key that are sent; null takes its end away.',
      input: byId.extend({ name: keyName.optional(), origins: origins.min(1).optional(), expiresAt: expiresAt.optional() }),
      output: widgetKeyRecord,
      errors: ['unknown_record', 'key_ended'],
      run: async (context, { id, ...patch }) => presentKey(await context.services.keys.update(siteScopeOf(context), 'liveChat', id, patch)),
    }),
    rotateKey: rotate,
    revokeKey: revoke,
    usage,
    getWidget: getWidgetProcedure(),
  };
}

function getWidgetProcedure() {
  return defineProcedure({
    type: 'query',
    access: { kind: 'public' },
    summary: 'What the widget with this key shows.',
    input: z.object({ key: secret(z.string().min(1).max(100)) }),
    output: z.object({ siteName: z.string(), greeting: z.string().nullable(), language: z.string(), enabled: z.boolean() }),
    errors: ['unknown_record'],
    run: async ({ services, client }, input) => {
      const caller = await services.keys.recognise('liveChat', input.key, client.address);
      const site = caller === null ? null : await services.views.sites.get(caller.scope);
      if (caller === null || site === null) throw new DomainError('unknown_record');
      const scope = { tenant: caller.scope, site: caller.scope };
      const greeting = await services.settings.get(scope, 'liveChat.greeting');
      const enabled = await services.settings.get(scope, 'liveChat.enabled');
      return {
        siteName: site.name,
        greeting: typeof greeting.value === 'string' ? greeting.value : null,
        language: site.languages[0] ?? 'fr',
        enabled: enabled.value === true,
      };
    },
  });
}
