import { isSecret, secret, withoutSecrets } from '@comptoir/core/kit/secret.js';
import { expect } from 'chai';
import { z } from 'zod';

describe('marking a contract that several fields share', () => {
  const text = z.string();
  const contract = z.object({ id: text, token: secret(text) });

  it('marks the one field', () => {
    expect(withoutSecrets(contract, { id: 'a', token: 'hunter2' }, null)).to.deep.equal({ id: 'a', token: null });
    expect(isSecret(text)).to.equal(false);
  });

  it('leaves the contract as strict as it was', () => {
    expect(secret(z.string().min(3)).safeParse('ab').success).to.equal(false);
    expect(secret(z.string().nullable()).parse(null)).to.equal(null);
  });
});
