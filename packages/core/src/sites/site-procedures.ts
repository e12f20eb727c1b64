import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { pageRows } from '../kit/memory-page.js';
import { pageInput, pageOf } from '../kit/page.js';
import { type CallContext, defineProcedure, type Permission, tenantScopeOf } from '../kit/procedure.js';
import type { Scope } from '../kit/scope.js';
import { idSchema } from '../kit/validate.js';
import { FEATURES, type Site, TRADES } from './site.js';
import {
  addressSchema,
  datedExceptionSchema,
  newSiteSchema,
  orderingRulesSchema,
  SITE_DEFAULTS,
  type SitePatch,
  sitePatchSchema,
  weeklyPeriodSchema,
} from './site-contract.js';

const byId = z.object({ id: idSchema });
const text = z.string();

const siteRecord = z.object({
  id: text,
  slug: text,
  trade: z.enum(TRADES),
  name: text,
  description: text.nullable(),
  address: addressSchema,
  phone: text.nullable(),
  website: text.nullable(),
  hosts: z.array(text),
  timezone: text,
  currency: text,
  languages: z.array(text),
  hours: z.array(weeklyPeriodSchema),
  exceptions: z.array(datedExceptionSchema),
  features: z.record(z.enum(FEATURES), z.boolean()),
  ordering: orderingRulesSchema,
  version: z.int(),
});

const { shape } = newSiteSchema;
const { hours, exceptions, features, hosts } = shape;

/** What is left out is the plainest: no hours, no orders, Paris. Host names are given by `site.hosts`, which has a permission of its own. */
const createInput = newSiteSchema.omit({ hosts: true }).extend({
  description: shape.description.default(SITE_DEFAULTS.description),
  phone: shape.phone.default(SITE_DEFAULTS.phone),
  website: shape.website.default(SITE_DEFAULTS.website),
  timezone: shape.timezone.default(SITE_DEFAULTS.timezone),
  currency: shape.currency.default(SITE_DEFAULTS.currency),
  languages: shape.languages.default(SITE_DEFAULTS.languages),
  hours: hours.default(SITE_DEFAULTS.hours),
  exceptions: exceptions.default(SITE_DEFAULTS.exceptions),
  features: features.default(SITE_DEFAULTS.features),
  ordering: shape.ordering.default(SITE_DEFAULTS.ordering),
});

/** The `site` router: the establishments of the organisation. */
export function siteRouter() {
  return {
    list: defineProcedure({
      type: 'query',
      access: needs('site:read'),
      summary: 'One page of the establishments of the organisation that the caller may see, by name.',
      input: pageInput.extend({ trade: z.enum(TRADES).optional() }).prefault({}),
      output: pageOf(siteRecord),
      run: async (context, filter) => {
        const search = filter.search?.toLowerCase() ?? '';
        const sites = (await readable(context))
          .filter(({ trade }) => filter.trade === undefined || trade === filter.trade)
          .filter(({ name, slug }) => `${name}\n${slug}`.toLowerCase().includes(search));
        return pageRows(sites, filter);
      },
    }),
    get: defineProcedure({
      type: 'query',
      access: needs('site:read'),
      summary: 'One establishment.',
      input: byId,
      output: siteRecord,
      errors: ['unknown_shop', 'forbidden'],
      run: async (context, { id }) => (await ownSite(context, 'site:read', id)).site,
    }),
    create: defineProcedure({
      type: 'mutation',
      access: needs('site:write'),
      summary: 'Creates an establishment without a catalogue. Needs the permission in the whole organisation.',
      input: createInput,
      output: siteRecord,
      errors: ['duplicate', 'forbidden'],
      run: async (context, fields) => {
        await context.services.permissions.require(context, 'site:write', null);
        return context.services.sites.create(tenantScopeOf(context), { ...fields, hosts: [] });
      },
    }),
    update: changing(
      'site:write',
      'Changes the fields of an establishment that are sent; null clears.',
      sitePatchSchema.omit({ hosts: true }).extend(byId.shape),
    ),
    delete: defineProcedure({
      type: 'mutation',
      access: needs('site:delete'),
      summary: 'Deletes an establishment with its catalogue, settings and keys. One that has orders is kept.',
      input: byId,
      output: siteRecord,
      errors: ['unknown_shop', 'forbidden', 'in_use'],
      run: async (context, { id }) => {
        const { site, scope } = await ownSite(context, 'site:delete', id);
        await context.services.sites.delete(scope);
        return site;
      },
    }),
    hours: changing('site:write', 'Replaces the weekly opening hours.', byId.extend({ hours })),
    exceptions: changing('site:write', 'Replaces the days on which other hours hold, or none.', byId.extend({ exceptions })),
    features: changing('site:write', 'Switches the services of the establishment on or off.', byId.extend({ features })),
    hosts: changing('site:hosts', 'Replaces the host names that belong to the establishment alone.', byId.extend({ hosts })),
  };
}

/** A procedure that changes what its input names of one establishment, and answers it. */
function changing<Input extends z.ZodType<{ id: string } & SitePatch>>(permission: Permission, summary: string, input: Input) {
  return defineProcedure({
    type: 'mutation',
    access: needs(permission),
    summary,
    input,
    output: siteRecord,
    errors: ['unknown_shop', 'forbidden', 'duplicate'],
    run: async (context, { id, ...patch }) => {
      const { scope } = await ownSite(context, permission, id);
      return context.services.sites.update(scope, patch);
    },
  });
}

function needs(permission: Permission) {
  return { kind: 'permission', permissions: [permission] } as const;
}

/** The establishments at which the caller has the permission to read. */
async function readable(context: CallContext): Promise<readonly Site[]> {
  const { permissions, views } = context.services;
  const sites = await views.sites.list(tenantScopeOf(context));
  if (await permissions.holds(context, 'site:read', null)) return sites;
  const own = await Promise.all(sites.map(({ id }) => permissions.holds(context, 'site:read', id)));
  return sites.filter((_site, index) => own[index] === true);
}

/** An establishment of the organisation, when the caller has the permission there: they may hold it at another one only. */
async function ownSite(context: CallContext, permission: Permission, siteId: string): Promise<{ site: Site; scope: Scope }> {
  const scope = { ...tenantScopeOf(context), siteId };
  const site = await context.services.views.sites.get(scope);
  if (site === null) throw new DomainError('unknown_shop');
  await context.services.permissions.require(context, permission, siteId);
  return { site, scope };
}
