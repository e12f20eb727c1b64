import type { OneTimePurpose, OneTimeToken } from '@comptoir/core/identity/one-time-token.js';
import { expect } from 'chai';
import { aScope, minutesAfter, NOON } from './builders.js';
import { aHash, anInvite, aResetToken, enrolled, IMPOSSIBLE_IDS, NO_TENANT } from './identity-builders.js';
import { atOnce, describePort, errorOf, type Open } from './suite.js';

export function exerciseOneTimeTokenStore(name: string, open: Open): void {
  describePort('OneTimeTokenStore', name, open, (persistence) => {
    const { transact } = persistence;
    const find = (purpose: OneTimePurpose, hash: string) => transact(NO_TENANT, ({ oneTimeTokens }) => oneTimeTokens.find(purpose, hash));
    const consume = (purpose: OneTimePurpose, hash: string, now = NOON) =>
      transact(NO_TENANT, ({ oneTimeTokens }) => oneTimeTokens.consume(purpose, hash, now));
    const withdraw = (purpose: OneTimePurpose, userId: string, now = NOON) =>
      transact(NO_TENANT, ({ oneTimeTokens }) => oneTimeTokens.withdraw(purpose, userId, now));
    const forgetBefore = (before: Date) => transact(NO_TENANT, ({ oneTimeTokens }) => oneTimeTokens.forgetBefore(before));

    async function added<Token extends OneTimeToken>(token: Token): Promise<Token> {
      await transact(NO_TENANT, ({ oneTimeTokens }) => oneTimeTokens.add(token));
      return token;
    }

    const times = { createdAt: NOON, expiresAt: minutesAfter(NOON, 30), usedAt: null };

    it('gives a token of every purpose back as it was added', async () => {
      const user = await enrolled(persistence);
      const tokens: OneTimeToken[] = [
        aResetToken(user),
        { ...times, hash: aHash(), purpose: 'verify-email', userId: user.id, details: { email: 'new@example.org' } },
        anInvite(aScope()),
      ];
      for (const token of tokens) await added(token);

      for (const token of tokens) expect(await find(token.purpose, token.hash)).to.deep.equal(token);
    });

    it('finds and consumes nothing by what no token is, or for another purpose', async () => {
      const token = await added(aResetToken(await enrolled(persistence)));

      for (const hash of [aHash(), ...IMPOSSIBLE_IDS]) {
        expect(await find('reset-password', hash), JSON.stringify(hash)).to.equal(null);
        expect(await consume('reset-password', hash), JSON.stringify(hash)).to.equal(null);
      }
      expect(await find('verify-email', token.hash)).to.equal(null);
      expect(await consume('verify-email', token.hash)).to.equal(null);
      expect(await find('reset-password', token.hash)).to.deep.equal(token);
    });

    it('lets a token be used once, and still shows it afterwards', async () => {
      const token = await added(aResetToken(await enrolled(persistence)));
      const used = { ...token, usedAt: minutesAfter(NOON, 1) };

      expect(await consume('reset-password', token.hash, minutesAfter(NOON, 1))).to.deep.equal(used);
      expect(await consume('reset-password', token.hash, minutesAfter(NOON, 2))).to.equal(null);
      expect(await find('reset-password', token.hash)).to.deep.equal(used);
    });

    it('gives a token that 20 want at once to exactly one', async () => {
      const token = await added(aResetToken(await enrolled(persistence)));

      const outcomes = await atOnce(20, (index) => consume('reset-password', token.hash, minutesAfter(NOON, index)));

      const winners = outcomes.filter((outcome) => outcome !== null);
      expect(winners).to.have.length(1);
      expect(await find('reset-password', token.hash)).to.deep.equal(winners[0]);
    });

    it('leaves a token unused when the transaction that used it fails', async () => {
      const token = await added(aResetToken(await enrolled(persistence)));
      await errorOf(
        transact(NO_TENANT, async ({ oneTimeTokens }) => {
          await oneTimeTokens.consume('reset-password', token.hash, NOON);
          throw new Error('the new password was not accepted');
        }),
      );

      expect(await consume('reset-password', token.hash)).to.deep.equal({ ...token, usedAt: NOON });
    });

    it('lets a token be used until it expires, and not at that instant', async () => {
      const user = await enrolled(persistence);
      const [early, late] = [await added(aResetToken(user)), await added(aResetToken(user))];

      expect(await consume('reset-password', late.hash, late.expiresAt)).to.equal(null);
      expect(await find('reset-password', late.hash)).to.deep.equal(late);
      expect(await consume('reset-password', early.hash, new Date(early.expiresAt.getTime() - 1))).to.not.equal(null);
    });

    it('withdraws every unused token of a person for one purpose, and no others', async () => {
      const [user, other] = [await enrolled(persistence), await enrolled(persistence)];
      const [one, two, theirs] = [await added(aResetToken(user)), await added(aResetToken(user)), await added(aResetToken(other))];
      const used = await added(aResetToken(user, { usedAt: NOON }));
      const verify = await added({ ...times, hash: aHash(), purpose: 'verify-email', userId: user.id, details: { email: 'a@b.example' } });

      await withdraw('reset-password', user.id, minutesAfter(NOON, 5));
      for (const userId of IMPOSSIBLE_IDS) await withdraw('reset-password', userId);

      expect(await consume('reset-password', one.hash)).to.equal(null);
      expect((await find('reset-password', two.hash))?.usedAt).to.deep.equal(minutesAfter(NOON, 5));
      expect((await find('reset-password', used.hash))?.usedAt).to.deep.equal(NOON);
      expect(await find('reset-password', theirs.hash)).to.deep.equal(theirs);
      expect(await find('verify-email', verify.hash)).to.deep.equal(verify);
    });

    it('drops tokens that expired before an instant, used or not, and no others', async () => {
      const long = new Date('2001-01-01T12:00:00Z');
      const user = await enrolled(persistence);
      const unused = await added(aResetToken(user, { expiresAt: long }));
      const used = await added(aResetToken(user, { expiresAt: long, usedAt: long }));
      const kept = await added(aResetToken(user, { expiresAt: minutesAfter(long, 1) }));

      expect(await forgetBefore(minutesAfter(long, 1))).to.equal(2);

      expect([await find('reset-password', unused.hash), await find('reset-password', used.hash)]).to.deep.equal([null, null]);
      expect(await find('reset-password', kept.hash)).to.deep.equal(kept);
      expect(await forgetBefore(minutesAfter(long, 2))).to.equal(1);
    });
  });
}
