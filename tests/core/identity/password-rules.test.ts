import { COMMON_PASSWORDS } from '@comptoir/core/identity/common-passwords.js';
import { PASSWORD_MIN } from '@comptoir/core/identity/password-length.js';
import { requireGoodPassword } from '@comptoir/core/identity/password-rules.js';
import { hasCode } from '@comptoir/core/kit/errors.js';
import { expect } from 'chai';

const EMAIL = 'lucie.martin@maison.example';

function isGood(password: string): boolean {
  try {
    requireGoodPassword(password, EMAIL);
    return true;
  } catch (error) {
    if (hasCode(error, 'weak_password')) return false;
    throw error;
  }
}

describe('a password', () => {
  for (const good of [
    'demo-password-1',
    'dix lettres',
    `${'x'.repeat(9)}é`,
    '🦀'.repeat(10),
    `${' '.repeat(9)}a`,
    'z'.repeat(200),
    '4738291056',
  ])
    it(`may be “${good.slice(0, 20)}”: no rule says what it is made of`, () => {
      expect(isGood(good)).to.equal(true);
    });

  for (const weak of [
    '',
    'neuf lett',
    '🦀'.repeat(9),
    'z'.repeat(201),
    EMAIL,
    EMAIL.toUpperCase(),
    'Lucie.Martin',
    'motdepasse',
    'MotDePasse123',
    '1234567890',
  ])
    it(`may not be “${weak.slice(0, 30)}”`, () => {
      expect(isGood(weak)).to.equal(false);
    });

  it('is only compared with common ones that are long enough to be one', () => {
    for (const common of COMMON_PASSWORDS) {
      expect(common).to.equal(common.toLowerCase());
      expect(common.length).to.be.at.least(PASSWORD_MIN);
    }
  });
});
