import { z } from 'zod';
import { pageRows } from '../kit/memory-page.js';
import { pageInput, pageOf } from '../kit/page.js';
import { type CallContext, defineProcedure, identityOf, type Permission, tenantScopeOf } from '../kit/procedure.js';
import { secret } from '../kit/secret.js';
import { SETTINGS } from './settings-inventory.js';
import type { Setting, SettingsScope } from './settings-service.js';

const key = z.string().min(1).max(64);
const level = z.enum(['site', 'tenant']);
const byKey = z.object({ key });

const settingRecord = z.object({ key, level, secret: z.boolean(), set: z.boolean(), value: z.unknown(), summary: z.string() });

/** The `settings` router: typed keys of the organisation and of its establishments. */
export function settingsRouter() {
  return {
    list: defineProcedure({
      type: 'query',
      access: needs('settings:read'),
      summary: 'One page of the settings as they stand, by key. Of a secret only whether it is set.',
      input: pageInput.prefault({}),
      output: pageOf(settingRecord),
      run: async (context, input) => {
        const search = input.search?.toLowerCase() ?? '';
        const records = (await context.services.settings.list(scopeOf(context))).map(recordOf);
        return pageRows(
          records.filter((record) => `${record.key}\n${record.summary}`.toLowerCase().includes(search)),
          input,
        );
      },
    }),
    get: defineProcedure({
      type: 'query',
      access: needs('settings:read'),
      summary: 'One setting as it stands. Of a secret only whether it is set.',
      input: byKey,
      output: settingRecord,
      errors: ['unknown_record', 'forbidden'],
      run: async (context, input) => recordOf(await context.services.settings.get(scopeOf(context), input.key)),
    }),
    set: defineProcedure({
      type: 'mutation',
      access: needs('settings:write'),
      summary: 'Sets a setting. One of the organisation needs the permission in all of it.',
      // Secret as a whole: what it holds depends on the key.
      input: byKey.extend({ value: secret(z.unknown()) }),
      output: settingRecord,
      errors: ['unknown_record', 'forbidden'],
      run: async (context, input) => {
        await requireWrite(context, input.key);
        return recordOf(await context.services.settings.set(scopeOf(context), input.key, input.value));
      },
    }),
    reset: defineProcedure({
      type: 'mutation',
      access: needs('settings:write'),
      summary: 'Forgets what a setting was set to: what holds by itself holds again.',
      input: byKey,
      output: settingRecord,
      errors: ['unknown_record', 'forbidden'],
      run: async (context, input) => {
        await requireWrite(context, input.key);
        return recordOf(await context.services.settings.reset(scopeOf(context), input.key));
      },
    }),
    keys: defineProcedure({
      type: 'query',
      access: needs('settings:read'),
      summary: 'Every setting there is: its level, what it is for, and what holds by itself.',
      input: z.object({}).default({}),
      output: z.array(z.object({ key, level, secret: z.boolean(), fallback: z.unknown(), summary: z.string(), schema: z.unknown() })),
      run: async () => SETTINGS.map(({ contract, ...spec }) => ({ ...spec, schema: z.toJSONSchema(contract, { io: 'input' }) })),
    }),
  };
}

function needs(permission: Permission) {
  return { kind: 'permission', permissions: [permission] } as const;
}

function scopeOf(context: CallContext): SettingsScope {
  return { tenant: tenantScopeOf(context), site: identityOf(context).site };
}

/** Who is authorized for one establishment only does not change what holds for all of them. */
async function requireWrite(context: CallContext, settingKey: string): Promise<void> {
  const { settings, permissions } = context.services;
  if (settings.spec(settingKey).level === 'tenant') await permissions.require(context, 'settings:write', null);
}

function recordOf({ spec, set, value }: Setting) {
  return { key: spec.key, level: spec.level, secret: spec.secret, summary: spec.summary, set, value };
}
