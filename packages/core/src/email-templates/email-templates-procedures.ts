import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { pageInput, pageOf } from '../kit/page.js';
import { defineProcedure, identityOf, type Permission, siteScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import { languageTag, renderedMail, savedTemplate, templateInput, templatePatch, templateRecord } from './email-template-contract.js';

const byId = z.object({ id: idSchema });
const inLanguage = byId.extend({ language: languageTag.nullable().default(null) });
const may = (permission: Permission) => ({ kind: 'permission', permissions: [permission] }) as const;

/** The `emailTemplates` router: what mails to many say. */
export function emailTemplatesRouter() {
  return {
    list: defineProcedure({
      type: 'query',
      access: may('emailTemplates:read'),
      summary: 'One page of the templates of mails, by name.',
      input: pageInput.prefault({}),
      output: pageOf(templateRecord),
      run: async (context, page) => context.services.views.emailTemplates.list(siteScopeOf(context), page),
    }),
    get: defineProcedure({
      type: 'query',
      access: may('emailTemplates:read'),
      summary: 'One template of mails.',
      input: byId,
      output: templateRecord,
      errors: ['unknown_record'],
      run: async (context, { id }) => {
        const template = await context.services.views.emailTemplates.get(siteScopeOf(context), id);
        if (template === null) throw new DomainError('unknown_record');
        return template;
      },
    }),
    create: defineProcedure({
      type: 'mutation',
      access: may('emailTemplates:write'),
      summary: 'Creates a template; what mails may not carry is left out of its HTML and named in the answer.',
      input: templateInput,
      output: savedTemplate,
      errors: ['duplicate', 'invalid_template'],
      run: (context, input) => context.services.emailTemplates.create(siteScopeOf(context), input),
    }),
    update: defineProcedure({
      type: 'mutation',
      access: may('emailTemplates:write'),
      summary: 'Changes the fields of a template that are sent; variants are replaced as a whole.',
      input: templatePatch,
      output: savedTemplate,
      errors: ['unknown_record', 'stale', 'duplicate', 'invalid_template'],
      run: (context, patch) => context.services.emailTemplates.update(siteScopeOf(context), patch),
    }),
    delete: defineProcedure({
      type: 'mutation',
      access: may('emailTemplates:delete'),
      summary: 'Deletes a template that no campaign uses; campaigns that were sent keep what they said.',
      input: byId,
      output: byId,
      errors: ['unknown_record', 'in_use'],
      run: async (context, { id }) => {
        const scope = siteScopeOf(context);
        const isGone = await context.services.unitOfWork(scope, (_services, { emailTemplates }) => emailTemplates.delete(scope, id));
        if (!isGone) throw new DomainError('unknown_record');
        return { id };
      },
    }),
    preview: defineProcedure({
      type: 'query',
      access: may('emailTemplates:read'),
      summary: 'A template as a reader sees it, with sample data.',
      input: inLanguage,
      output: renderedMail,
      errors: ['unknown_record'],
      run: (context, { id, language }) => context.services.emailTemplates.preview(siteScopeOf(context), id, language),
    }),
    testSend: defineProcedure({
      type: 'mutation',
      access: may('emailTemplates:write'),
      summary: 'Sends a template with sample data to the caller’s own address; at most ten in an hour.',
      input: inLanguage,
      output: byId,
      errors: ['unknown_record', 'rate_limited'],
      run: async (context, { id, language }) => {
        await context.services.emailTemplates.testSend(siteScopeOf(context), id, language, identityOf(context).userId);
        return { id };
      },
    }),
  };
}
