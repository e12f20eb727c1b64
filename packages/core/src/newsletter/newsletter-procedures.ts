import { z } from 'zod';
import { languageTag } from '../email-templates/email-template-contract.js';
import { emailSchema } from '../identity/email.js';
import { pageInput, pageOf } from '../kit/page.js';
import { clientOf, defineProcedure, type Permission, siteScopeOf } from '../kit/procedure.js';
import { personal, secret } from '../kit/secret.js';
import { idSchema, personText, slugSchema } from '../kit/validate.js';
import { SUBSCRIBER_STATES } from './subscriber.js';

const text = z.string();
const may = (permission: Permission) => ({ kind: 'permission', permissions: [permission] }) as const;
const PUBLIC = { kind: 'public' } as const;

const subscriberRecord = z.object({
  id: text,
  email: text,
  language: text.nullable(),
  state: z.enum(SUBSCRIBER_STATES),
  source: text,
  createdAt: z.date(),
  confirmedAt: z.date().nullable(),
  endedAt: z.date().nullable(),
});
const byId = z.object({ id: idSchema });
/** Addresses and links are personal: the audit log leaves them out. */
const address = secret(z.string().max(300).meta({ format: 'email' }).pipe(emailSchema));
const byToken = z.object({ token: secret(z.string().min(1).max(2000)) });
const done = z.object({ ok: z.literal(true) });
const DONE = { ok: true } as const;
const state = z.enum(SUBSCRIBER_STATES);

/** The `newsletter` router: who gets the news of an establishment. */
export function newsletterRouter() {
  return {
    subscribe: defineProcedure({
      type: 'mutation',
      access: PUBLIC,
      summary: 'Asks for the newsletter of an establishment; a mail then asks the owner of the address. The answer is always the same.',
      input: z.object({ slug: slugSchema, email: address, language: languageTag.nullable().default(null) }),
      output: done,
      errors: ['unknown_shop', 'rate_limited'],
      run: async (context, { slug, email, language }) => {
        await context.services.newsletter.subscribe(slug, email, language, clientOf(context).address);
        return DONE;
      },
    }),
    confirm: defineProcedure({
      type: 'mutation',
      access: PUBLIC,
      summary: 'Confirms a subscription with the token of the mail that asked for it.',
      input: byToken,
      output: done,
      errors: ['invalid_token'],
      run: async (context, { token }) => {
        await context.services.newsletter.confirm(token);
        return DONE;
      },
    }),
    unsubscribe: defineProcedure({
      type: 'mutation',
      access: PUBLIC,
      summary: 'Unsubscribes with the token of a mail; doing it again changes nothing.',
      input: byToken,
      output: done,
      errors: ['invalid_token'],
      run: async (context, { token }) => {
        await context.services.newsletter.unsubscribe(token);
        return DONE;
      },
    }),
    list: defineProcedure({
      type: 'query',
      access: may('newsletter:read'),
      summary: 'One page of the subscribers, newest first; a search looks for beginnings of addresses.',
      input: pageInput.extend({ state: state.optional() }).prefault({}),
      output: pageOf(subscriberRecord),
      run: (context, filter) => context.services.views.subscribers.list(siteScopeOf(context), filter),
    }),
    add: defineProcedure({
      type: 'mutation',
      access: may('newsletter:write'),
      summary: 'Adds an address: asked by mail first, or at once where the staff has the consent and says from where.',
      input: z.object({
        email: personal(emailSchema),
        language: languageTag.nullable().default(null),
        source: personText(1, 120),
        consent: z.enum(['ask', 'given']).default('ask'),
      }),
      output: subscriberRecord,
      errors: ['invalid_transition'],
      run: (context, { consent, ...asked }) => {
        const { newsletter } = context.services;
        const scope = siteScopeOf(context);
        return consent === 'given' ? newsletter.enter(scope, asked) : newsletter.invite(scope, asked);
      },
    }),
    delete: defineProcedure({
      type: 'mutation',
      access: may('newsletter:delete'),
      summary: 'Forgets a subscriber, and with it that the address ever unsubscribed.',
      input: byId,
      output: byId,
      errors: ['unknown_record'],
      run: async (context, { id }) => {
        const scope = siteScopeOf(context);
        await context.services.unitOfWork(scope, (_services, { subscribers }) => subscribers.remove(scope, id));
        return { id };
      },
    }),
    exportCsv: defineProcedure({
      type: 'query',
      access: may('newsletter:export'),
      summary: 'Subscribers as CSV, ten thousand at a time: `nextCursor` asks for the next ones.',
      input: z.object({ state: state.default('confirmed'), cursor: z.string().max(400).nullable().default(null) }).prefault({}),
      output: z.object({ text, nextCursor: text.nullable() }),
      run: (context, { state: wanted, cursor }) => context.services.newsletter.exportCsv(siteScopeOf(context), wanted, cursor),
    }),
  };
}
