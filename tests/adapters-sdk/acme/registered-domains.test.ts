import { registeredDomainsOf } from '@comptoir/adapters-sdk/acme/registered-domains.js';
import { expect } from 'chai';

describe('the registered domains of names', () => {
  it('are told by the Public Suffix List, each once', async () => {
    expect(await registeredDomainsOf(['shop.example.org', 'a.b.example.org', 'www.shop.co.uk'])).to.deep.equal([
      'example.org',
      'shop.co.uk',
    ]);
  });

  it('are those of customers where a provider lets them have subdomains', async () => {
    expect(await registeredDomainsOf(['a.one.github.io', 'two.github.io'])).to.deep.equal(['one.github.io', 'two.github.io']);
  });

  it('are the names themselves where nobody registers any, and for top-level domains that nobody knows the second label', async () => {
    expect(await registeredDomainsOf(['github.io', 'xn--crperie-kya.example', 'a.till.invalid'])).to.deep.equal([
      'github.io',
      'xn--crperie-kya.example',
      'till.invalid',
    ]);
  });
});
