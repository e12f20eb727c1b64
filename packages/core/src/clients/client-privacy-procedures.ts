import { z } from 'zod';
import { pageInput, pageOf } from '../kit/page.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { instantInput } from '../kit/validate.js';
import { CLIENTS_ANONYMIZE, CLIENTS_EXPORT, CLIENTS_READ, CLIENTS_WRITE, present } from './client-access.js';
import { clientId, clientRecord, consentRecord, wholeClient } from './client-contract.js';
import { consentSource } from './client-fields.js';

/** As a consent event keeps it. */
const consentFacts = z.object({ granted: z.boolean(), source: z.string(), at: z.iso.datetime().transform((at) => new Date(at)) });

/** What a client agreed to, and what the law lets them ask for. */
export function clientPrivacyProcedures() {
  return {
    setConsent: defineProcedure({
      type: 'mutation',
      access: CLIENTS_WRITE,
      summary: 'Writes down that a client agreed to marketing by mail, or withdrew it, since when and how that is known.',
      input: clientId.extend({ granted: z.boolean(), source: consentSource.default('staff'), at: instantInput.optional() }),
      output: clientRecord,
      errors: ['unknown_record', 'invalid_transition'],
      run: async (context, { id, granted, source, at = context.services.clock.now() }) =>
        present(await context.services.clients.setConsent(siteScopeOf(context), id, { granted, source, at })),
    }),
    listConsents: defineProcedure({
      type: 'query',
      access: CLIENTS_READ,
      summary: 'Every consent that a client gave or withdrew, newest first; none is ever changed or removed.',
      input: pageInput.extend(clientId.shape),
      output: pageOf(consentRecord.extend({ recordedAt: z.date(), actor: z.string() })),
      errors: ['unknown_record'],
      run: async (context, { id, ...page }) => {
        const scope = siteScopeOf(context);
        const client = await context.services.clients.get(scope, id);
        const { items, ...rest } = await context.services.views.clients.history(scope, client.id, { ...page, onlyConsents: true });
        return { ...rest, items: items.map(({ facts, at, actor }) => ({ ...consentFacts.parse(facts), recordedAt: at, actor })) };
      },
    }),
    exportPersonalData: defineProcedure({
      type: 'query',
      access: CLIENTS_EXPORT,
      summary: 'Everything that is kept of one client (right of access, GDPR article 15), by what it is.',
      input: clientId,
      output: z.object({ id: z.string(), at: z.date(), data: z.record(z.string(), z.unknown()) }),
      errors: ['unknown_record'],
      run: async (context, { id }) => ({
        id,
        at: context.services.clock.now(),
        data: await context.services.clients.personalData(siteScopeOf(context), id),
      }),
    }),
    anonymize: defineProcedure({
      type: 'mutation',
      access: CLIENTS_ANONYMIZE,
      summary:
        'Erases who a client was, everywhere and for good (right to erasure, GDPR article 17); issued invoices and sales stay as the law wants them.',
      input: clientId,
      output: wholeClient,
      errors: ['unknown_record'],
      run: async (context, { id }) => present(await context.services.clients.anonymize(siteScopeOf(context), id)),
    }),
  };
}
