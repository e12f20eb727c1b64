import type { UserStore } from '../identity/user-store.js';
import type { Clock } from '../kit/clock.js';
import { DomainError, type Issue } from '../kit/errors.js';
import type { HtmlCleaner } from '../kit/html-cleaner.js';
import type { Ids } from '../kit/ids.js';
import type { Post } from '../kit/post.js';
import { RateLimited, type RatePolicy } from '../kit/rate-limit.js';
import type { Scope } from '../kit/scope.js';
import type { Transact } from '../kit/transact.js';
import { requireVersion } from '../kit/versions.js';
import type { Site } from '../sites/site.js';
import type { SiteViews } from '../sites/site-store.js';
import type { Stores, Views } from '../stores.js';
import { type EmailTemplate, type TemplateVariant, variantFor } from './email-template.js';
import type { TemplateInput, TemplatePatch, VariantInput } from './email-template-contract.js';
import { type RenderedMail, renderTemplate } from './render-template.js';
import { sampleValues } from './sample-values.js';
import { addressFaults, variableFaults } from './template-variables.js';

/** What was saved, and what was left out of its HTML. */
export interface SavedTemplate extends EmailTemplate {
  readonly removed: readonly string[];
}

export interface EmailTemplatesService {
  /** Throws `duplicate`, `invalid_template` with what cannot be filled in. */
  create(scope: Scope, input: TemplateInput): Promise<SavedTemplate>;
  /** Throws `unknown_record`, `stale`, `duplicate`, `invalid_template`. */
  update(scope: Scope, patch: TemplatePatch): Promise<SavedTemplate>;
  /** With sample data, in a language of the template. Throws `unknown_record`. */
  preview(scope: Scope, id: string, language: string | null): Promise<RenderedMail>;
  /** To the address of the caller's account and nowhere else. Throws `unknown_record`, `rate_limited`. */
  testSend(scope: Scope, id: string, language: string | null, userId: string): Promise<void>;
}

export interface EmailTemplatesDeps {
  readonly transact: Transact<Pick<Stores, 'emailTemplates' | 'pushQueue' | 'rateLimits'> & { readonly users: Pick<UserStore, 'byId'> }>;
  readonly views: Pick<Views, 'emailTemplates'> & { readonly sites: Pick<SiteViews, 'get'> };
  readonly cleaner: HtmlCleaner;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly post: Post;
  readonly links: { home(site: Pick<Site, 'slug' | 'trade'>): string };
}

const TESTS: RatePolicy = { limit: 10, windowSecs: 3600 };

export function makeEmailTemplatesService(deps: EmailTemplatesDeps): EmailTemplatesService {
  const { transact, views, cleaner, clock, ids, post, links } = deps;

  async function sample(scope: Scope, id: string, language: string | null): Promise<RenderedMail> {
    const [template, site] = await Promise.all([views.emailTemplates.get(scope, id), views.sites.get(scope)]);
    const variant = variantFor(template?.variants ?? [], language);
    if (variant === undefined || site === null) throw new DomainError('unknown_record');
    return renderTemplate(variant, sampleValues(site, links.home(site)));
  }

  return {
    async create(scope, input) {
      const { variants, removed } = cleanVariants(cleaner, input.variants, input.allowsPictures);
      const now = clock.now();
      const template = { ...input, variants, id: ids.uuid(), createdAt: now, updatedAt: now, version: 1 };
      await transact(scope, ({ emailTemplates }) => emailTemplates.create(scope, template));
      return { ...template, removed };
    },

    async update(scope, { id, version, ...patch }) {
      let removed: readonly string[] = [];
      const after = await transact(scope, ({ emailTemplates }) =>
        emailTemplates.change(scope, id, (before) => {
          requireVersion(before, version);
          const allowsPictures = patch.allowsPictures ?? before.allowsPictures;
          const clean = cleanVariants(cleaner, patch.variants ?? before.variants.map(inputOf), allowsPictures);
          removed = clean.removed;
          const { variants } = clean;
          return {
            ...before,
            name: patch.name ?? before.name,
            allowsPictures,
            variants,
            updatedAt: clock.now(),
            version: before.version + 1,
          };
        }),
      );
      return { ...after, removed };
    },

    preview: sample,

    async testSend(scope, id, language, userId) {
      const mail = await sample(scope, id, language);
      await transact(scope, async (stores) => {
        const state = await stores.rateLimits.take(scope, `template-test ${userId}`, TESTS, clock.now());
        if (!state.taken) throw new RateLimited(state);
        const user = await stores.users.byId(userId);
        if (user === null)
          throw new DomainError('unknown_record', { message: 'Only people with an account have an address to test with.' });
        await post(stores, { to: user.email, ...mail });
      });
    },
  };
}

/** Checked and cleaned. Throws `invalid_template` with every fault. */
function cleanVariants(cleaner: HtmlCleaner, inputs: readonly VariantInput[], pictures: boolean) {
  const issues: Issue[] = [];
  const removed = new Set<string>();
  const variants = inputs.map(({ language, subject, html, text }, index): TemplateVariant => {
    const clean = cleaner.clean(html, { pictures });
    const path = (field: string) => `variants.${index}.${field}`;
    issues.push(...variableFaults(path('subject'), subject), ...variableFaults(path('html'), clean.html));
    issues.push(...addressFaults(path('html'), clean.addresses), ...variableFaults(path('text'), text ?? ''));
    for (const each of clean.removed) removed.add(each);
    return { language, subject, html: clean.html, text: text ?? clean.text, hasOwnText: typeof text === 'string' };
  });
  if (issues.length > 0) throw new DomainError('invalid_template', { issues: issues.slice(0, 20) });
  return { variants, removed: [...removed] };
}

function inputOf({ language, subject, html, text, hasOwnText }: TemplateVariant): VariantInput {
  return { language, subject, html, text: hasOwnText ? text : null };
}
