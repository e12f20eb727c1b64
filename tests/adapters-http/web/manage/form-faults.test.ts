import { entryFaults, newPasswordFaults, refusedFields } from '@comptoir/adapters-http/web/manage/form-faults.js';
import type { Refusal } from '@comptoir/adapters-http/web/manage/refusal.js';
import { PASSWORD_MIN } from '@comptoir/core/identity/password-length.js';
import { expect } from 'chai';

function refusal(code: Refusal['code'], fields: readonly string[] = []): Refusal {
  return { code, fields, retryAfterSecs: null };
}

describe('the forms of the platform', () => {
  it('ask for what is missing, and only for fields they have', () => {
    expect(entryFaults({ email: ' ', password: '' })).to.deep.equal({ email: 'email_required', password: 'password_required' });
    expect(entryFaults({ name: ' ', password: 'x' })).to.deep.equal({ name: 'name_required' });
    expect(entryFaults({})).to.deep.equal({});
  });

  it('see that an address is not whole', () => {
    for (const email of ['ada', 'ada@', 'ada@maison', 'a da@maison.test', 'ada@@maison.test']) {
      expect(entryFaults({ email }), email).to.deep.equal({ email: 'email_invalid' });
    }
    expect(entryFaults({ email: ' ada@maison.test ' })).to.deep.equal({});
  });

  it('take any password where somebody has one, however short', () => {
    expect(entryFaults({ email: 'ada@maison.test', password: 'x' })).to.deep.equal({});
  });

  it('measure a new password in characters as people count them', () => {
    const emoji = '🦀'.repeat(PASSWORD_MIN);
    expect(newPasswordFaults({ password: emoji })).to.deep.equal({});
    expect(newPasswordFaults({ password: emoji.slice(2) })).to.deep.equal({ password: 'password_short' });
    expect(newPasswordFaults({ password: 'a'.repeat(201) })).to.deep.equal({ password: 'password_long' });
    expect(newPasswordFaults({ password: '' })).to.deep.equal({ password: 'password_required' });
  });

  it('compare a new password with its repetition, spaces and case included', () => {
    const password = 'long enough now';
    expect(newPasswordFaults({ password, repeated: password })).to.deep.equal({});
    for (const repeated of ['', 'Long enough now', `${password} `]) {
      expect(newPasswordFaults({ password, repeated })).to.deep.equal({ repeated: 'repeated_differs' });
    }
  });

  it('say at the field what the platform found wrong with it', () => {
    expect(refusedFields(refusal('weak_password'))).to.deep.equal({ password: 'password_weak' });
    expect(refusedFields(refusal('invalid_request', ['name', 'email', 'd']))).to.deep.equal({
      email: 'email_invalid',
      name: 'name_invalid',
    });
    expect(refusedFields(refusal('invalid_login'))).to.deep.equal({});
  });
});
