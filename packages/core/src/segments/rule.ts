import { z } from 'zod';
import { CLIENT_KINDS } from '../clients/client.js';
import { languageTag } from '../email-templates/email-template-contract.js';
import { idSchema, instantInput, personText } from '../kit/validate.js';

/**
 * Which clients belong to a segment. Conditions in groups, groups in groups, three deep at most: every form of a rule is written out in
 * its contract, and so is how large it can get. `evaluate-rule.ts` says what it means; the database asks the same in SQL.
 */

const CHOICES_MAX = 50;
const MEMBERS_MAX = 20;
const CONDITIONS_MAX = 50;
const CENTS_MAX = 1_000_000_000_000;

const choices = (text: z.ZodString) => z.array(text).min(1).max(CHOICES_MAX);
const cents = z.int().min(0).max(CENTS_MAX);
const count = z.int().min(0).max(1_000_000);

/** The conditions there are; instants as callers send them, or as they are answered. */
function conditionOf<Instant extends z.ZodType<Date>>(instant: Instant) {
  /** At or after `from`, and before `before`. */
  const span = { from: instant.optional(), before: instant.optional() };
  return z.discriminatedUnion('field', [
    /** Whether they agreed to mails. */
    z.object({ field: z.literal('consent'), is: z.boolean() }),
    /** Whether they are subscribed to the newsletter, and have confirmed it. */
    z.object({ field: z.literal('subscriber'), is: z.boolean() }),
    z.object({ field: z.literal('kind'), is: z.enum(CLIENT_KINDS) }),
    /** Has one of them. */
    z.object({ field: z.literal('tag'), any: choices(personText(1, 60)) }),
    z.object({ field: z.literal('language'), any: choices(languageTag) }),
    /** Of one of their addresses, whatever its case. */
    z.object({ field: z.literal('city'), any: choices(personText(1, 80)) }),
    z.object({ field: z.literal('country'), any: choices(z.string().regex(/^[A-Z]{2}$/, 'Two capital letters (ISO 3166-1)')) }),
    z.object({ field: z.literal('created'), ...span }),
    /** How many orders they made, but for drafts and those that were rejected or cancelled; so in the conditions below. */
    z.object({ field: z.literal('orders'), min: count.optional(), max: count.optional() }),
    z.object({ field: z.literal('spent'), minCents: cents.optional(), maxCents: cents.optional() }),
    /** When they ordered last; nobody who never did. */
    z.object({ field: z.literal('lastOrder'), ...span }),
    /** Whether something of an invoice is owed; `overdueInvoice`: and was to be paid before today. */
    z.object({ field: z.literal('openInvoice'), is: z.boolean() }),
    z.object({ field: z.literal('overdueInvoice'), is: z.boolean() }),
    z.object({ field: z.literal('bought'), itemIds: choices(idSchema) }),
    z.object({ field: z.literal('boughtCategory'), categoryIds: choices(idSchema) }),
  ]);
}

/** `none`: none of them holds. */
const groupOf = <Member extends z.ZodType>(member: Member) =>
  z.object({ match: z.enum(['all', 'any', 'none']), rules: z.array(member).min(1).max(MEMBERS_MAX) });

function ruleOf<Instant extends z.ZodType<Date>>(instant: Instant) {
  const condition = conditionOf(instant);
  const inner = groupOf(z.union([condition, groupOf(condition)]));
  return groupOf(z.union([condition, inner]));
}

/** A rule as a caller sends it. */
export const ruleSchema = ruleOf(instantInput).refine(
  (rule) => conditionsIn(rule) <= CONDITIONS_MAX,
  `At most ${CONDITIONS_MAX} conditions`,
);

/** A rule as it is answered. */
export const ruleRecord = ruleOf(z.date());

/** A rule as it is stored. */
export const ruleHolder = z.object({ rule: ruleSchema });

export type Condition = z.output<ReturnType<typeof conditionOf<z.ZodDate>>>;

export interface Rule {
  readonly match: 'all' | 'any' | 'none';
  readonly rules: readonly (Condition | Rule)[];
}

function conditionsIn(rule: Rule): number {
  return rule.rules.reduce((sum, member) => sum + ('match' in member ? conditionsIn(member) : 1), 0);
}
