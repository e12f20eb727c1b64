import { z } from 'zod';

/** The longest address that can be written in an envelope (RFC 5321, 4.5.3.1.3, without the brackets). */
export const EMAIL_MAX = 254;

/** How an address is stored and compared. */
export function normalEmail(typed: string): string {
  return typed.trim().toLowerCase();
}

/** An address that mails can be sent to, as it is stored. Bounded before it is matched. */
export const emailSchema = z.string().max(300).transform(normalEmail).pipe(z.email().max(EMAIL_MAX));

/** The address where it is one; null otherwise. */
export function emailIn(text: string | null): string | null {
  return emailSchema.safeParse(text).data ?? null;
}
