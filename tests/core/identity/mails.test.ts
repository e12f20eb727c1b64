import { addressTakenMail, inviteMail, passwordChangedMail, resetMail, verifyMail } from '@comptoir/core/identity/mails.js';
import type { Mail } from '@comptoir/core/kit/mail.js';
import { expect } from 'chai';

const URL = 'https://platform.example/x?a=1&b=2';
const HOSTILE = { email: 'l@x.example', name: '<img src=x onerror="a()">\r\nBcc: all@x.example' };
const WORDS = { inviter: HOSTILE.name, tenantName: "L'<b>Atelier</b>", siteName: null, roles: ['admin', 'staff'] } as const;

const MAILS: Readonly<Record<string, (locale: 'fr' | 'en') => Mail>> = {
  verify: (locale) => verifyMail({ ...HOSTILE, locale }, URL),
  'address taken': (locale) => addressTakenMail({ ...HOSTILE, locale }, URL),
  reset: (locale) => resetMail({ ...HOSTILE, locale }, URL),
  'password changed': (locale) => passwordChangedMail({ ...HOSTILE, locale }, URL),
  invite: (locale) => inviteMail({ ...HOSTILE, locale }, WORDS, URL),
};

describe('mails about accounts', () => {
  for (const [name, mail] of Object.entries(MAILS)) {
    it(`${name}: is in the reader's language, with the link in both forms`, () => {
      const [french, english] = [mail('fr'), mail('en')];
      expect(french.subject).to.not.equal(english.subject);
      expect([french.text.startsWith('Bonjour'), english.text.startsWith('Hello')]).to.deep.equal([true, true]);
      for (const { to, text, html } of [french, english]) {
        expect(to).to.equal(HOSTILE.email);
        expect(text).to.contain(URL);
        expect(html).to.contain(`href="${URL.replace('&', '&#38;')}"`);
      }
    });

    it(`${name}: takes names for text, in its body and in its subject`, () => {
      const { subject, html } = mail('fr');
      expect(html).to.not.match(/<img|<b>/);
      expect(subject).to.not.match(/[\r\n]/);
    });
  }

  it('invite: says to where and as what', () => {
    const { subject, text } = inviteMail({ email: 'l@x.example', locale: 'en' }, { ...WORDS, inviter: 'Zoé', siteName: 'Le Zinc' }, URL);
    expect(subject).to.equal("Zoé invites you to Le Zinc (L'<b>Atelier</b>)");
    expect(text).to.contain('admin, staff').and.contain('7 days');
  });
});
