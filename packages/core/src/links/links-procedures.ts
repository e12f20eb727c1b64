import { z } from 'zod';
import { auditEntryOf } from '../kit/call-procedure.js';
import { DomainError } from '../kit/errors.js';
import { pageInput, pageOf } from '../kit/page.js';
import { type CallContext, defineProcedure, type Permission, siteScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import {
  deliveryRecord,
  linkCreate,
  linkRecord,
  linkUpdate,
  pingRecord,
  presentDelivery,
  presentLink,
  rotateInput,
  shownLink,
} from './link-contract.js';
import { DELIVERY_STATES } from './sync-delivery.js';
import type { SyncLink } from './sync-link.js';

const byId = z.object({ id: idSchema });

/** The `links` router: links of online shops to the till, and what travels over them. */
export function linksRouter() {
  return { ...readingProcedures(), ...changingProcedures(), ...switchingProcedures(), ...deliveryProcedures() };
}

function readingProcedures() {
  return {
    list: defineProcedure({
      type: 'query',
      access: needs('links:read'),
      summary: 'The links of the establishment, oldest first, without their secrets.',
      input: z.object({}).prefault({}),
      output: z.array(linkRecord),
      run: async (context) => {
        const now = context.services.clock.now();
        return (await context.services.views.syncLinks.list(siteScopeOf(context))).map((link) => presentLink(link, now));
      },
    }),
    get: defineProcedure({
      type: 'query',
      access: needs('links:read'),
      summary: 'One link, without its secret.',
      input: byId,
      output: linkRecord,
      errors: ['unknown_record'],
      run: async (context, { id }) => {
        const link = await context.services.views.syncLinks.get(siteScopeOf(context), id);
        if (link === null) throw new DomainError('unknown_record');
        return presentLink(link, context.services.clock.now());
      },
    }),
  };
}

function changingProcedures() {
  return {
    create: defineProcedure({
      type: 'mutation',
      access: needs('links:write'),
      summary: 'Links an online shop to the till. Its secret is shown this once.',
      input: linkCreate,
      output: shownLink,
      run: async (context, input) => shown(context, await context.services.syncLinks.create(siteScopeOf(context), input)),
    }),
    update: defineProcedure({
      type: 'mutation',
      access: needs('links:write'),
      summary: 'Changes the name of a link, or where events are sent.',
      input: linkUpdate,
      output: linkRecord,
      errors: ['unknown_record'],
      run: async (context, { id, ...changes }) =>
        present(context, await context.services.syncLinks.update(siteScopeOf(context), id, changes)),
    }),
    rotate: defineProcedure({
      type: 'mutation',
      access: needs('links:write'),
      summary: 'Gives a link a new secret, shown this once. It signs at once; the one before is good for some hours more.',
      input: rotateInput,
      output: shownLink,
      errors: ['unknown_record'],
      run: async (context, { id, graceHours }) =>
        shown(context, await context.services.syncLinks.rotate(siteScopeOf(context), id, graceHours)),
    }),
    delete: defineProcedure({
      type: 'mutation',
      access: needs('links:delete'),
      summary: 'Ends a link at once. What it brought into the catalogue and the stock stays.',
      input: byId,
      output: linkRecord,
      errors: ['unknown_record'],
      run: async (context, { id }) => present(context, await context.services.syncLinks.revoke(siteScopeOf(context), id)),
    }),
  };
}

function switchingProcedures() {
  return {
    enable: defineProcedure({
      type: 'mutation',
      access: needs('links:write'),
      summary: 'Lets a link carry again, and sends what was held.',
      input: byId,
      output: linkRecord,
      errors: ['unknown_record'],
      run: async (context, { id }) => present(context, await context.services.syncLinks.enable(siteScopeOf(context), id)),
    }),
    disable: defineProcedure({
      type: 'mutation',
      access: needs('links:write'),
      summary: 'Lets nothing travel over a link until it is enabled; what there is to tell is held.',
      input: byId,
      output: linkRecord,
      errors: ['unknown_record'],
      run: async (context, { id }) => present(context, await context.services.syncLinks.disable(siteScopeOf(context), id)),
    }),
    test: defineProcedure({
      type: 'mutation',
      // It waits for the shop.
      transaction: 'own',
      access: needs('links:write'),
      summary: 'Sends a ping over a link and tells what the shop answered.',
      input: byId,
      output: pingRecord,
      errors: ['unknown_record'],
      run: async (context, input) => {
        const scope = siteScopeOf(context);
        const ping = await context.services.syncLinks.test(scope, input.id);
        await context.services.unitOfWork(scope, (_, { audit }) => audit.append(auditEntryOf('links.test', context, byId, input, null)));
        return ping;
      },
    }),
  };
}

function deliveryProcedures() {
  return {
    listDeliveries: defineProcedure({
      type: 'query',
      access: needs('links:read'),
      summary: 'One page of what was, or will be, told to shops, newest first.',
      input: pageInput
        .omit({ search: true })
        .extend({ linkId: idSchema.optional(), state: z.enum(DELIVERY_STATES).optional() })
        .prefault({}),
      output: pageOf(deliveryRecord),
      run: async (context, filter) => {
        const page = await context.services.views.syncLinks.deliveries(siteScopeOf(context), filter);
        return { ...page, items: page.items.map(presentDelivery) };
      },
    }),
    redeliver: defineProcedure({
      type: 'mutation',
      access: needs('links:write'),
      summary: 'Sends an event once more, under its own id, with all its attempts.',
      input: byId,
      output: deliveryRecord,
      errors: ['unknown_record'],
      run: async (context, { id }) => presentDelivery(await context.services.syncLinks.redeliver(siteScopeOf(context), id)),
    }),
  };
}

function present({ services }: CallContext, link: SyncLink) {
  return presentLink(link, services.clock.now());
}

function shown(context: CallContext, link: SyncLink) {
  return { ...present(context, link), secret: link.secret };
}

function needs(permission: Permission) {
  return { kind: 'permission', permissions: [permission] } as const;
}
