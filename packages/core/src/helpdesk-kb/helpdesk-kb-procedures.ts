import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { pageInput, pageOf } from '../kit/page.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import {
  articleHeadRecord,
  articleQuery,
  articleRecord,
  articleUpdate,
  categoryRecord,
  categoryUpdate,
  newArticle,
  newCategory,
} from './kb-contract.js';

const READ = { kind: 'permission', permissions: ['helpdeskKb:read'] } as const;
const WRITE = { kind: 'permission', permissions: ['helpdeskKb:write'] } as const;
const DELETE = { kind: 'permission', permissions: ['helpdeskKb:delete'] } as const;

const idInput = z.object({ id: idSchema });

/** The `helpdeskKb` router: articles and their categories. The public reads them on the pages of the storefront. */
export function helpdeskKbRouter() {
  return { ...articleProcedures(), ...categoryProcedures() };
}

function articleProcedures() {
  return {
    getArticles: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'One page of the articles without their texts; `search` looks in titles, tags and texts of every language.',
      input: articleQuery.prefault({}),
      output: pageOf(articleHeadRecord),
      run: (context, query) => context.services.views.kbArticles.list(siteScopeOf(context), query),
    }),
    getArticleById: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'One article with its texts.',
      input: idInput,
      output: articleRecord,
      errors: ['unknown_record'],
      run: async (context, { id }) => found(await context.services.views.kbArticles.get(siteScopeOf(context), id)),
    }),
    createArticle: defineProcedure({
      type: 'mutation',
      access: WRITE,
      summary: 'Creates an article, a draft unless it says otherwise; slugs that are left out are made of the titles.',
      input: newArticle,
      output: articleRecord,
      errors: ['duplicate', 'unknown_record'],
      run: (context, input) => context.services.helpdeskKb.createArticle(siteScopeOf(context), input),
    }),
    updateArticle: defineProcedure({
      type: 'mutation',
      access: WRITE,
      summary:
        'Changes what is sent of an article, language by language; null takes a language out. Addresses it had still lead to it. With `version`, only that version.',
      input: articleUpdate,
      output: articleRecord,
      errors: ['unknown_record', 'duplicate', 'stale', 'invalid_request'],
      run: (context, input) => context.services.helpdeskKb.updateArticle(siteScopeOf(context), input),
    }),
    deleteArticle: defineProcedure({
      type: 'mutation',
      access: DELETE,
      summary: 'Deletes an article with its addresses.',
      input: idInput,
      output: idInput,
      errors: ['unknown_record'],
      run: async (context, { id }) => {
        const scope = siteScopeOf(context);
        const deleted = await context.services.unitOfWork(scope, (_services, { kbArticles }) => kbArticles.delete(scope, id));
        if (!deleted) throw new DomainError('unknown_record');
        return { id };
      },
    }),
  };
}

function categoryProcedures() {
  return {
    getCategories: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'One page of the categories of the help desk, by position.',
      input: pageInput.prefault({}),
      output: pageOf(categoryRecord),
      run: (context, input) => context.services.views.kbCategories.list(siteScopeOf(context), input),
    }),
    getCategoryById: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'One category of the help desk.',
      input: idInput,
      output: categoryRecord,
      errors: ['unknown_record'],
      run: async (context, { id }) => found(await context.services.views.kbCategories.get(siteScopeOf(context), id)),
    }),
    createCategory: defineProcedure({
      type: 'mutation',
      access: WRITE,
      summary: 'Creates a category of the help desk; slugs that are left out are made of the names.',
      input: newCategory,
      output: categoryRecord,
      errors: ['duplicate'],
      run: (context, input) => context.services.helpdeskKb.createCategory(siteScopeOf(context), input),
    }),
    updateCategory: defineProcedure({
      type: 'mutation',
      access: WRITE,
      summary: 'Changes what is sent of a category, language by language; null takes a language out. With `version`, only that version.',
      input: categoryUpdate,
      output: categoryRecord,
      errors: ['unknown_record', 'duplicate', 'stale', 'invalid_request'],
      run: (context, input) => context.services.helpdeskKb.updateCategory(siteScopeOf(context), input),
    }),
    deleteCategory: defineProcedure({
      type: 'mutation',
      access: DELETE,
      summary: 'Deletes a category that no article is in.',
      input: idInput,
      output: idInput,
      errors: ['unknown_record', 'in_use'],
      run: async (context, { id }) => {
        const scope = siteScopeOf(context);
        const deleted = await context.services.unitOfWork(scope, (_services, { kbCategories }) => kbCategories.delete(scope, id));
        if (!deleted) throw new DomainError('unknown_record');
        return { id };
      },
    }),
  };
}

function found<Row>(row: Row | null): Row {
  if (row === null) throw new DomainError('unknown_record');
  return row;
}
