import { readSmtpUrl } from '@comptoir/adapters-sdk/mail/smtp-server.js';
import { expect } from 'chai';

describe('the address of a mail server', () => {
  it('says host, port, encryption and account', () => {
    expect(readSmtpUrl('smtps://till:p%40ss%3Aw%2Frd@mail.example')).to.deep.equal({
      host: 'mail.example',
      port: 465,
      tls: 'implicit',
      login: { user: 'till', password: 'p@ss:w/rd' },
    });
    expect(readSmtpUrl('smtp://mail.example:2525/')).to.deep.equal({ host: 'mail.example', port: 2525, tls: 'required', login: null });
    expect(readSmtpUrl('smtp://[2001:db8::25]')).to.deep.include({ host: '2001:db8::25', port: 587 });
  });

  it('insists on TLS except towards this machine, unless it is told otherwise', () => {
    for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]'])
      expect(readSmtpUrl(`smtp://${host}`)?.tls, host).to.equal('offered');
    for (const host of ['localhost.example', '128.0.0.1', '[::2]']) expect(readSmtpUrl(`smtp://${host}`)?.tls, host).to.equal('required');
    expect(readSmtpUrl('smtp://localhost?tls=required')?.tls).to.equal('required');
    expect(readSmtpUrl('smtp://mailpit:1025?tls=offered')?.tls).to.equal('offered');
  });

  for (const bad of [
    '',
    'mail.example',
    'http://mail.example',
    'smtp://',
    'smtp://mail.example/inbox',
    'smtp://till@mail.example',
    'smtp://:pw@mail.example',
    'smtp://till:%zz@mail.example',
    'smtp://mail.example?tls=none',
    'smtp://mail.example?requireTLS=true',
    'smtp://mail.example?tls=offered&tls=required',
    'smtps://mail.example?tls=offered',
  ]) {
    it(`is not ${JSON.stringify(bad)}`, () => expect(readSmtpUrl(bad)).to.equal(null));
  }
});
