import { PASSWORD_MAX, PASSWORD_MIN } from '@comptoir/core/identity/password-length.js';
import type { Refusal } from './refusal.js';

/** What a person can mend before the platform is asked. The platform decides; this only spares a round trip. */

export const FIELD_NAMES = ['email', 'name', 'password', 'repeated'] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

export type FieldFault =
  | 'email_required'
  | 'email_invalid'
  | 'name_required'
  | 'name_invalid'
  | 'password_required'
  | 'password_short'
  | 'password_long'
  | 'password_weak'
  | 'repeated_differs';

export type FieldFaults = Readonly<Partial<Record<FieldName, FieldFault>>>;

/** The fields of a form as they were filled in; a form has those it needs. */
export type FormValues = Readonly<Partial<Record<FieldName, string>>>;

/** Faults of an address and, where there are such fields, of a name and of the password somebody has. */
export function entryFaults({ email, name, password }: FormValues): FieldFaults {
  return {
    ...(email !== undefined && emailFault(email)),
    ...(name?.trim() === '' && { name: 'name_required' }),
    ...(password === '' && { password: 'password_required' }),
  } satisfies FieldFaults;
}

/** As `entryFaults`, where the password is a new one; `repeated` is the same once more. */
export function newPasswordFaults(values: FormValues): FieldFaults {
  const { password = '', repeated = password } = values;
  const { length } = [...password];
  return {
    ...entryFaults(values),
    ...(length > 0 && length < PASSWORD_MIN && { password: 'password_short' }),
    ...(length > PASSWORD_MAX && { password: 'password_long' }),
    ...(repeated !== password && { repeated: 'repeated_differs' }),
  } satisfies FieldFaults;
}

function emailFault(email: string): FieldFaults {
  if (email.trim() === '') return { email: 'email_required' };
  return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email.trim()) ? {} : { email: 'email_invalid' };
}

/** What the platform found wrong with a field. */
export function refusedFields({ code, fields }: Refusal): FieldFaults {
  return {
    ...(fields.includes('email') && { email: 'email_invalid' }),
    ...(fields.includes('name') && { name: 'name_invalid' }),
    ...((code === 'weak_password' || fields.includes('password')) && { password: 'password_weak' }),
  } satisfies FieldFaults;
}
