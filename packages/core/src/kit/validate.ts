import { z } from 'zod';
import { DomainError, type ErrorCode, type Issue } from './errors.js';

/** At most this many faults are listed in one answer, so that a hostile body cannot make a long one. */
const ISSUES_MAX = 20;

/** The faults zod found, as `{path: 'items.0.quantity', message}`. */
export function issuesOf(error: z.ZodError): Issue[] {
  return error.issues.slice(0, ISSUES_MAX).map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }));
}

/** `value` as the schema's output; throws `code` (`invalid_request`) with the list of faults. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, code: ErrorCode = 'invalid_request'): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new DomainError(code, { issues: issuesOf(result.error) });
}

/** False when the text holds control characters or halves of characters (lone surrogates), which no database stores. */
export function isPlainText(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text);
}

const PLAIN = { message: 'Must not contain control characters' };

/** Text of a person: trimmed, `min` to `max` characters, without control characters (a newline may stay where `multiline`). */
export function personText(min: number, max: number, options: { multiline?: boolean } = {}) {
  const inOneLine = (text: string) => (options.multiline ? text.replace(/[\n\r\t]/g, ' ') : text);
  return z
    .string()
    .trim()
    .min(min)
    .max(max)
    .refine((text) => isPlainText(inOneLine(text)), PLAIN);
}

/** The id of a record, in whatever form the store that made it uses. */
export const idSchema = z.string().min(1).max(64).refine(isPlainText, PLAIN);

/** The public id of an establishment. At most 64 characters (interfaces, "Limits"). */
export const slugSchema = z.string().min(1).max(64);

/** A slug as it is created: lower-case words joined by hyphens. */
export const newSlugSchema = slugSchema.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Lower-case letters, digits and hyphens only');

/** An instant in JSON: ISO 8601 with `Z` or an offset. */
export const instantSchema = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const FIRST_YEAR = 1970;
const LAST_YEAR = 9999;

/** An instant as a caller sends it, as text or (where the wire carries them) as a date; from a time that every database knows. */
export const instantInput = z
  .union([z.date(), instantSchema])
  .refine((at) => at.getUTCFullYear() >= FIRST_YEAR && at.getUTCFullYear() <= LAST_YEAR, 'An instant between 1970 and 9999');

/** For `refine`: no two members of a list have the same key. */
export function uniqueBy<Member>(keyOf: (member: Member) => string): (members: readonly Member[]) => boolean {
  return (members) => new Set(members.map(keyOf)).size === members.length;
}
