import { DomainError } from '../kit/errors.js';
import { COMMON_PASSWORDS } from './common-passwords.js';
import { PASSWORD_MAX, PASSWORD_MIN } from './password-length.js';

/**
 * Throws `weak_password` for a password that is too short, too long, the address itself, or among the most common. No rule says
 * what it must be made of: those make people choose worse ones (NIST SP 800-63B, 5.1.1.2).
 */
export function requireGoodPassword(password: string, email: string): void {
  const length = [...password].length;
  if (length < PASSWORD_MIN || length > PASSWORD_MAX) {
    throw new DomainError('weak_password', { message: `Choose a password of ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.` });
  }
  const plain = password.toLowerCase();
  if (plain === email || plain === email.split('@')[0] || COMMON_PASSWORDS.has(plain)) throw new DomainError('weak_password');
}
