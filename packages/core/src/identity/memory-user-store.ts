import { DomainError } from '../kit/errors.js';
import type { MemoryTable } from '../kit/memory-database.js';
import type { User } from './user.js';
import type { ProviderAccount, UserStore } from './user-store.js';

export interface UserTables {
  readonly users: MemoryTable<User>;
  /** By issuer and subject. */
  readonly providerAccounts: MemoryTable<{ readonly key: string; readonly userId: string }>;
}

/** People without a database. */
export function makeMemoryUsers({ users, providerAccounts }: UserTables): UserStore {
  const living = (user: User | undefined) => (user === undefined || user.deletedAt !== null ? null : user);
  const byEmail = (email: string) => living([...users.values()].find((user) => user.email === email && user.deletedAt === null));
  const refuseTaken = ({ id, email }: User) => {
    const owner = byEmail(email);
    if (owner !== null && owner.id !== id) throw new DomainError('duplicate');
  };
  const keyOf = ({ issuer, subject }: ProviderAccount) => JSON.stringify([issuer, subject]);
  return {
    async create(user) {
      if (users.get(user.id) !== undefined) throw new DomainError('duplicate');
      refuseTaken(user);
      users.set(user.id, user);
    },
    byId: async (userId) => living(users.get(userId)),
    byEmail: async (email) => byEmail(email),
    async byProviderAccount(account) {
      const owner = providerAccounts.get(keyOf(account));
      return owner === undefined ? null : living(users.get(owner.userId));
    },
    async linkProviderAccount(account, userId) {
      const key = keyOf(account);
      const owner = providerAccounts.get(key)?.userId ?? userId;
      if (owner !== userId && living(users.get(owner)) !== null) throw new DomainError('duplicate');
      if (users.get(userId) === undefined) throw new DomainError('unknown_record');
      providerAccounts.set(key, { key, userId });
    },
    async unlinkProviderAccounts(userId) {
      const own = [...providerAccounts.values()].filter((account) => account.userId === userId);
      for (const { key } of own) providerAccounts.delete(key);
    },
    async change(userId, decide) {
      const before = living(users.get(userId));
      if (before === null) throw new DomainError('unknown_record');
      const after = { ...decide(before), id: userId };
      refuseTaken(after);
      users.set(userId, after);
      return after;
    },
  };
}
