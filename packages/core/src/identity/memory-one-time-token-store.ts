import type { MemoryTable } from '../kit/memory-database.js';
import type { OneTimeToken } from './one-time-token.js';
import type { OneTimeTokenStore } from './one-time-token-store.js';

/** Links that work once, without a database. */
export function makeMemoryOneTimeTokens(tokens: MemoryTable<OneTimeToken>): OneTimeTokenStore {
  const found = (purpose: OneTimeToken['purpose'], hash: string) => {
    const token = tokens.get(hash);
    return token?.purpose === purpose ? token : null;
  };
  return {
    add: async (token) => tokens.set(token.hash, token),
    find: async (purpose, hash) => found(purpose, hash),
    async consume(purpose, hash, now) {
      const token = found(purpose, hash);
      if (token === null || token.usedAt !== null || token.expiresAt <= now) return null;
      const used = { ...token, usedAt: now };
      tokens.set(hash, used);
      return used;
    },
    async withdraw(purpose, userId, now) {
      const unused = [...tokens.values()].filter((token) => token.purpose === purpose && token.userId === userId && token.usedAt === null);
      for (const token of unused) tokens.set(token.hash, { ...token, usedAt: now });
      return unused;
    },
    async forgetBefore(before) {
      const old = [...tokens.values()].filter(({ expiresAt }) => expiresAt < before);
      for (const { hash } of old) tokens.delete(hash);
      return old.length;
    },
  };
}
