import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { answerCommand, type Command, type CommandAnswer, type CommandContext } from '@comptoir/app/commands/command.js';
import { createKey, listKeys, revokeKey } from '@comptoir/app/commands/key-commands.js';
import { listTokens, mintToken, revokeTokens } from '@comptoir/app/commands/token-commands.js';
import { createUser } from '@comptoir/app/commands/user-commands.js';
import { SESSION_DAYS } from '@comptoir/core/identity/session.js';
import { type FixedClock, fixedClock } from '@comptoir/core/kit/clock.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { makeServices } from '@comptoir/core/services.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import { type Establishment, establish, NOON } from '../suites/builders.js';
import { plainPasswords, testDeps } from '../support/service-deps.js';
import { memoryDatabase } from './memory-database.js';

const DAY_MS = 86_400_000;
const ADA = { email: 'ada@example.test', name: 'Ada Lovelace' };
const FROM_A_COOKIE = { header: null, selected: null, selectedHost: null, host: null };

describe('commands that give access', () => {
  let persistence: Persistence;
  let clock: FixedClock;
  let context: CommandContext;
  let here: Establishment;
  let elsewhere: Establishment;

  beforeEach(async () => {
    persistence = makeMemoryPersistence();
    clock = fixedClock(NOON);
    const services = makeServices(testDeps({ persistence, clock, crypto: nodeCrypto }));
    context = { services, database: memoryDatabase(persistence), passwords: plainPasswords, production: false, progress: () => undefined };
    here = await establish(persistence, { slug: 'here' });
    elsewhere = await establish(persistence, { slug: 'elsewhere' });
  });

  /** The result as a script reads it. */
  async function done<Result>(command: Command, args: unknown): Promise<Result> {
    const answer = await answerCommand(command, context, args, silentLogger);
    if (!answer.ok) throw new Error(`${answer.error}: ${answer.message}`);
    return JSON.parse(JSON.stringify(answer.result));
  }

  function refused(command: Command, args: unknown): Promise<CommandAnswer> {
    return answerCommand(command, context, args, silentLogger);
  }

  async function audited(scope = here.scope): Promise<readonly { action: string; actor: string; input: unknown }[]> {
    const { items } = await persistence.views.audit.list(scope, { page: 1, pageSize: 100 });
    return items.map(({ action, actor, input }) => ({ action, actor, input }));
  }

  describe('to tools', () => {
    const key = { site: 'here', scope: 'write', name: 'the counter' } as const;
    interface Key {
      readonly id: string;
      readonly key: string;
    }

    it('make a key that is recognised for its establishment, with its right', async () => {
      const made = await done<Key>(createKey, key);
      const caller = await context.services.keys.recognise('keyed', made.key, '192.0.2.1');
      expect(caller?.key).to.deep.include({ id: made.id, right: 'write', name: 'the counter', createdBy: 'system:cli' });
      expect(caller?.scope).to.deep.include({ tenantId: here.scope.tenantId, siteId: here.scope.siteId });
    });

    it('show the key once: nothing lists it, nothing logs it', async () => {
      const made = await done<Key>(createKey, key);
      const listed = await done<{ keys: Key[] }>(listKeys, { site: 'here' });
      expect(listed.keys.map(({ id }) => id)).to.deep.equal([made.id]);
      expect(JSON.stringify([listed, await audited()])).to.not.include(made.key);
      expect(createKey.print({ ...made, ...key, createdAt: NOON, lastUsedAt: null, expiresAt: null, revokedAt: null })).to.include(
        made.key,
      );
    });

    it('list the keys of one establishment only, and how they stand', async () => {
      await done(createKey, key);
      expect(await done<{ total: number }>(listKeys, { site: 'elsewhere' })).to.have.property('total', 0);
      expect(listKeys.print(await done(listKeys, { site: 'elsewhere' }))).to.equal('No keys.');
      expect(listKeys.print(await done(listKeys, { site: 'here' }))).to.match(/the counter +write +works +never\n1 key, page 1 of 1$/);
    });

    it('end a key at once, and only by its own establishment', async () => {
      const made = await done<Key>(createKey, key);
      expect(await refused(revokeKey, { site: 'elsewhere', id: made.id })).to.deep.include({ ok: false, error: 'unknown_record' });
      await done(revokeKey, { site: 'here', id: made.id });
      expect(await context.services.keys.recognise('keyed', made.key, '192.0.2.1')).to.equal(null);
      expect(listKeys.print(await done(listKeys, { site: 'here' }))).to.include('revoked');
    });

    it('make, list and end the keys of devices apart from the others', async () => {
      const made = await done<Key>(createKey, { ...key, scope: 'device' });
      expect(made.key).to.match(/^gate_/);
      const recognised = (kind: 'device' | 'keyed') => context.services.keys.recognise(kind, made.key, '192.0.2.1');
      expect([(await recognised('device'))?.key.right, await recognised('keyed')]).to.deep.equal([null, null]);
      expect(await done<{ total: number }>(listKeys, { site: 'here' })).to.have.property('total', 0);
      expect(listKeys.print(await done(listKeys, { site: 'here', scope: 'device' }))).to.match(/the counter +device +works/);
      expect(await refused(revokeKey, { site: 'here', id: made.id })).to.deep.include({ ok: false, error: 'unknown_record' });
      await done(revokeKey, { site: 'here', scope: 'device', id: made.id });
      expect(await recognised('device')).to.equal(null);
    });

    it('leave a trace', async () => {
      const made = await done<Key>(createKey, key);
      await done(revokeKey, { site: 'here', id: made.id });
      expect(await audited()).to.have.deep.members([
        { action: 'keys.create', actor: 'system:cli', input: { name: 'the counter', right: 'write' } },
        { action: 'keys.revoke', actor: 'system:cli', input: { id: made.id } },
      ]);
    });

    it('refuse an establishment that does not exist', async () => {
      for (const [command, args] of [[createKey, { ...key, site: 'nowhere' }] as const, [listKeys, { site: 'nowhere' }] as const])
        expect(await refused(command, args)).to.deep.include({ ok: false, error: 'unknown_shop' });
    });
  });

  describe('to people', () => {
    interface Person {
      readonly id: string;
      readonly tenantId: string | null;
    }
    const userOf = (email: string) => persistence.transact(here.scope, ({ users }) => users.byEmail(email));

    it('make a person who can sign in, in lower case, their address taken as proved', async () => {
      const { id } = await done<Person>(createUser, { ...ADA, email: 'Ada@Example.test', password: 'analytical engine', locale: 'en' });
      const user = await userOf('ada@example.test');
      expect(user).to.deep.include({ id, name: 'Ada Lovelace', locale: 'en', superAdmin: false, passwordHash: 'plain:analytical engine' });
      expect(user?.emailVerifiedAt).to.deep.equal(NOON);
    });

    it('make one without a password, who can be given one later', async () => {
      const answer = await done<{ hasPassword: boolean }>(createUser, ADA);
      expect(answer.hasPassword).to.equal(false);
      expect((await userOf(ADA.email))?.passwordHash).to.equal(null);
      expect(createUser.print(answer)).to.include('no password yet');
    });

    it('make a super-admin when asked', async () => {
      await done(createUser, { ...ADA, superAdmin: true });
      expect(await userOf(ADA.email)).to.have.property('superAdmin', true);
    });

    it('make an organisation that they own', async () => {
      const { id, tenantId } = await done<Person>(createUser, { ...ADA, organisation: 'Analytical Engines' });
      expect(await persistence.views.members.ofUser(id)).to.deep.equal([
        {
          tenantId,
          tenantName: 'Analytical Engines',
          tenantActive: true,
          active: true,
          assignments: [{ role: 'owner', siteId: null }],
        },
      ]);
    });

    it('give a role at an establishment, and nowhere else', async () => {
      const { id } = await done<Person>(createUser, { ...ADA, site: 'here', role: 'staff' });
      const [place] = await persistence.views.members.ofUser(id);
      expect(place).to.deep.include({ tenantId: here.scope.tenantId, assignments: [{ role: 'staff', siteId: here.scope.siteId }] });
    });

    it('make nobody when the address is taken, the place does not exist, or the password is no good', async () => {
      await done(createUser, ADA);
      const taken = await refused(createUser, { ...ADA, organisation: 'Another' });
      expect(taken).to.deep.include({ ok: false, error: 'duplicate' });
      const bob = { email: 'bob@example.test', name: 'Bob' };
      expect(await refused(createUser, { ...bob, site: 'nowhere', role: 'staff' })).to.deep.include({ error: 'unknown_shop' });
      const nowhere = { tenant: '01900000-0000-7000-8000-00000000dead', role: 'staff' };
      expect(await refused(createUser, { ...bob, ...nowhere })).to.deep.include({ error: 'unknown_record' });
      expect(await refused(createUser, { ...bob, password: 'short' })).to.have.property('ok', false);
      expect(await userOf(bob.email)).to.equal(null);
    });

    it('leave a trace without the password', async () => {
      const { tenantId } = await done<Person>(createUser, { ...ADA, password: 'analytical engine', organisation: 'Analytical Engines' });
      const trace = await audited({ ...here.scope, tenantId: tenantId ?? '' });
      expect(trace).to.deep.equal([
        {
          action: 'users.create',
          actor: 'system:cli',
          input: { ...ADA, superAdmin: false, organisation: 'Analytical Engines' },
        },
      ]);
    });
  });

  describe('to scripts', () => {
    interface Minted {
      readonly token: string;
      readonly expiresAt: string;
      readonly tenantId: string | null;
      readonly siteId: string | null;
    }
    const identified = async (bearer: string) =>
      (await context.services.identify.identify({ bearer, cookie: null, choice: FROM_A_COOKIE })).identity;

    beforeEach(async () => {
      await done(createUser, { ...ADA, site: 'here', role: 'manager' });
    });

    it('mint a token that acts as the person at the establishment', async () => {
      const minted = await done<Minted>(mintToken, { email: 'ADA@example.test', site: 'here' });
      expect(minted).to.deep.include({ tenantId: here.scope.tenantId, siteId: here.scope.siteId });
      const identity = await identified(minted.token);
      expect(identity?.site).to.deep.include({ siteId: here.scope.siteId });
      expect(identity?.roles).to.include('manager');
    });

    it('mint one for the only organisation of the person where no establishment is named', async () => {
      expect(await done<Minted>(mintToken, { email: ADA.email })).to.have.property('tenantId', here.scope.tenantId);
    });

    it('let it last 30 days, or less when asked', async () => {
      const lifetimeOf = ({ expiresAt }: Minted) => (Date.parse(expiresAt) - NOON.getTime()) / DAY_MS;
      expect(lifetimeOf(await done<Minted>(mintToken, { email: ADA.email }))).to.equal(SESSION_DAYS);
      const short = await done<Minted>(mintToken, { email: ADA.email, days: 2 });
      expect(lifetimeOf(short)).to.equal(2);
      clock.advance(2 * DAY_MS - 1_000);
      expect(await identified(short.token)).to.not.equal(null);
      clock.advance(2_000);
      expect(await identified(short.token)).to.equal(null);
    });

    it('mint nothing for nobody, and nothing for where the person has no role', async () => {
      expect(await refused(mintToken, { email: 'eve@example.test' })).to.deep.equal({
        ok: false,
        error: 'unknown_record',
        message: 'Nobody has the address eve@example.test.',
      });
      expect(await refused(mintToken, { email: ADA.email, site: 'elsewhere' })).to.deep.include({ ok: false, error: 'forbidden' });
      expect(await done(listTokens, { email: ADA.email })).to.deep.equal({ tokens: [] });
    });

    it('mint for a super-admin wherever they are asked to', async () => {
      await done(createUser, { email: 'root@example.test', name: 'Root', superAdmin: true });
      const minted = await done<Minted>(mintToken, { email: 'root@example.test', site: 'elsewhere' });
      expect(minted).to.have.property('tenantId', elsewhere.scope.tenantId);
      expect((await identified(minted.token))?.roles).to.include('super-admin');
    });

    it('list the tokens without what they are, and end one or all of them', async () => {
      const [first, second] = [await done<Minted>(mintToken, { email: ADA.email }), await done<Minted>(mintToken, { email: ADA.email })];
      const { tokens } = await done<{ tokens: { id: string }[] }>(listTokens, { email: ADA.email });
      expect(tokens).to.have.length(2);
      expect(JSON.stringify(tokens)).to.not.include(first.token.split('.')[2]);
      const sessionOf = async ({ token }: Minted) => (await identified(token))?.sessionId ?? '';
      expect(await done(revokeTokens, { email: ADA.email, id: await sessionOf(first) })).to.have.nested.property('revoked.length', 1);
      expect([await identified(first.token), (await identified(second.token))?.userId === undefined]).to.deep.equal([null, false]);
      expect(await done(revokeTokens, { email: ADA.email })).to.have.nested.property('revoked.length', 1);
      expect(await identified(second.token)).to.equal(null);
    });

    it('end nothing of somebody else', async () => {
      await done(createUser, { email: 'bob@example.test', name: 'Bob' });
      const { token } = await done<Minted>(mintToken, { email: ADA.email });
      const id = (await identified(token))?.sessionId;
      expect(await refused(revokeTokens, { email: 'bob@example.test', id })).to.deep.include({ ok: false, error: 'unknown_record' });
      expect(await identified(token)).to.not.equal(null);
    });

    it('leave a trace without the token', async () => {
      const { token } = await done<Minted>(mintToken, { email: ADA.email, site: 'here' });
      const trace = await audited();
      expect(trace.map(({ action }) => action)).to.include('tokens.mint');
      for (const part of token.split('.')) expect(JSON.stringify(trace)).to.not.include(part);
    });
  });
});
