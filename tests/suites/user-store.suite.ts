import { randomUUID } from 'node:crypto';
import type { User } from '@comptoir/core/identity/user.js';
import type { ProviderAccount } from '@comptoir/core/identity/user-store.js';
import { expect } from 'chai';
import { freshName, minutesAfter, NOON } from './builders.js';
import { aUser, enrolled, IMPOSSIBLE_IDS, NO_TENANT } from './identity-builders.js';
import { atOnce, describePort, errorOf, type Open, refusalOf } from './suite.js';

export function exerciseUserStore(name: string, open: Open): void {
  describePort('UserStore', name, open, (persistence) => {
    const { transact } = persistence;
    const byId = (id: string) => transact(NO_TENANT, ({ users }) => users.byId(id));
    const byEmail = (email: string) => transact(NO_TENANT, ({ users }) => users.byEmail(email));
    const byAccount = (account: ProviderAccount) => transact(NO_TENANT, ({ users }) => users.byProviderAccount(account));
    const link = (account: ProviderAccount, { id }: User) => transact(NO_TENANT, ({ users }) => users.linkProviderAccount(account, id));
    const change = (id: string, decide: (user: User) => User) => transact(NO_TENANT, ({ users }) => users.change(id, decide));
    const remove = ({ id }: User) => change(id, (user) => ({ ...user, email: '', name: '', deletedAt: NOON }));
    const anAccount = (): ProviderAccount => ({ issuer: 'https://id.example', subject: freshName('sub') });

    it('gives a person back as they were stored, by id and by address', async () => {
      const full = await enrolled(persistence, { name: 'Zoé « la Crêpe » 🌻 \\ 100 %', locale: 'en', superAdmin: true, tokenVersion: 7 });
      const sparse = await enrolled(persistence, { emailVerifiedAt: null, passwordHash: null });

      for (const user of [full, sparse]) {
        expect(await byId(user.id)).to.deep.equal(user);
        expect(await byEmail(user.email)).to.deep.equal(user);
      }
    });

    it('knows nobody by what no id or address is, whatever a guest may send', async () => {
      for (const text of [randomUUID(), (await enrolled(persistence)).id.toUpperCase(), ...IMPOSSIBLE_IDS]) {
        expect(await byId(text), JSON.stringify(text)).to.equal(null);
        expect(await byEmail(text), JSON.stringify(text)).to.equal(null);
        expect(await byAccount({ issuer: text, subject: text }), JSON.stringify(text)).to.equal(null);
        expect((await refusalOf(change(text, (user) => user))).code, JSON.stringify(text)).to.equal('unknown_record');
      }
    });

    it('refuses an address that another person has, and an id that exists', async () => {
      const user = await enrolled(persistence);
      const add = (changes: Partial<User>) => refusalOf(transact(NO_TENANT, ({ users }) => users.create(aUser(changes))));

      expect((await add({ email: user.email })).code).to.equal('duplicate');
      expect((await add({ id: user.id })).code).to.equal('duplicate');
      expect(await byEmail(user.email)).to.deep.equal(user);
    });

    it('gives an address that several want at once to one of them', async () => {
      const email = `${freshName('wanted')}@example.org`;

      const outcomes = await atOnce(5, () =>
        enrolled(persistence, { email }).then(
          () => 'taken',
          (error: { code?: string }) => error.code,
        ),
      );

      expect(outcomes.sort()).to.deep.equal([...Array.from({ length: 4 }, () => 'duplicate'), 'taken']);
    });

    it('stores what is made of a person, but for their id, and answers it', async () => {
      const user = await enrolled(persistence);
      const changed: User = {
        ...aUser({ name: 'Zoé', locale: 'en', tokenVersion: 2, superAdmin: true, passwordHash: null, emailVerifiedAt: null }),
        notifications: { security: false, orders: true, summary: false },
        createdAt: minutesAfter(NOON, 1),
      };

      const after = await change(user.id, (before) => {
        expect(before).to.deep.equal(user);
        return changed;
      });

      expect(after).to.deep.equal({ ...changed, id: user.id });
      expect(await byId(user.id)).to.deep.equal(after);
      expect(await byId(changed.id)).to.equal(null);
    });

    it('lets a person keep their own address, and refuses to give them that of another', async () => {
      const [user, other] = [await enrolled(persistence), await enrolled(persistence)];
      await change(user.id, (before) => ({ ...before, name: 'Zoé' }));

      expect((await refusalOf(change(user.id, (before) => ({ ...before, email: other.email })))).code).to.equal('duplicate');
      expect(await byId(user.id)).to.deep.equal({ ...user, name: 'Zoé' });
    });

    it('changes nothing when the decision throws, and throws the same', async () => {
      const user = await enrolled(persistence);
      const fault = new Error('not like this');

      const thrown = await errorOf(
        change(user.id, () => {
          throw fault;
        }),
      );

      expect(thrown).to.equal(fault);
      expect(await byId(user.id)).to.deep.equal(user);
    });

    it('counts every one of many changes at once', async () => {
      const user = await enrolled(persistence, { tokenVersion: 0 });

      await atOnce(8, () => change(user.id, (before) => ({ ...before, tokenVersion: before.tokenVersion + 1 })));

      expect((await byId(user.id))?.tokenVersion).to.equal(8);
    });

    it('does not know a person who was deleted, and gives their address to the next', async () => {
      const user = await enrolled(persistence);
      const account = anAccount();
      await link(account, user);
      await change(user.id, (before) => ({ ...before, deletedAt: NOON }));

      expect([await byId(user.id), await byEmail(user.email), await byAccount(account)]).to.deep.equal([null, null, null]);
      expect((await refusalOf(change(user.id, (before) => before))).code).to.equal('unknown_record');
      const heir = await enrolled(persistence, { email: user.email });
      expect(await byEmail(user.email)).to.deep.equal(heir);
    });

    it('does not mind that many deleted people have the same wiped address', async () => {
      await remove(await enrolled(persistence));
      await remove(await enrolled(persistence));

      expect(await byEmail('')).to.equal(null);
    });

    it('finds the person an account is tied to, by issuer and subject together', async () => {
      const [user, other] = [await enrolled(persistence), await enrolled(persistence)];
      const account = anAccount();
      const elsewhere = { ...account, issuer: 'https://other.example' };
      await link(account, user);
      await link(account, user);
      await link(elsewhere, other);

      expect(await byAccount(account)).to.deep.equal(user);
      expect(await byAccount(elsewhere)).to.deep.equal(other);
      expect(await byAccount(anAccount())).to.equal(null);
    });

    it('refuses to tie an account to a second person, and to nobody', async () => {
      const [user, other] = [await enrolled(persistence), await enrolled(persistence)];
      const account = anAccount();
      await link(account, user);

      expect((await refusalOf(link(account, other))).code).to.equal('duplicate');
      expect((await refusalOf(link(anAccount(), aUser()))).code).to.equal('unknown_record');
      expect((await refusalOf(link(anAccount(), aUser({ id: 'lucie' })))).code).to.equal('unknown_record');
      expect(await byAccount(account)).to.deep.equal(user);
    });

    it('ties the account of a deleted person to whoever comes next with it', async () => {
      const [user, heir] = [await enrolled(persistence), await enrolled(persistence)];
      const account = anAccount();
      await link(account, user);
      await remove(user);

      await link(account, heir);

      expect(await byAccount(account)).to.deep.equal(heir);
    });
  });
}
