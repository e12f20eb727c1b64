import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import type { Logger } from '../kit/logger.js';
import type { Scope } from '../kit/scope.js';
import { wallTimeAt } from '../sites/wall-time.js';
import type { TransactAll, Views } from '../stores.js';
import type { JournalProblem, VerifierDeps } from './chain-verifier.js';
import type { JournalSigner } from './journal-signer.js';
import type { JournalWriter } from './journal-writer.js';
import { verifyRegister } from './verify-register.js';

/** What a look at the whole journal of an establishment showed. */
export interface JournalReport {
  readonly entries: number;
  readonly chains: number;
  /** At most 1000, in the order of register, type and number. */
  readonly problems: readonly JournalProblem[];
  /** True: there are more than are named. */
  readonly more: boolean;
}

export interface JournalService {
  /** Checks every chain of the establishment from its first entry on, in memory that does not grow. */
  verify(scope: Scope): Promise<JournalReport>;
  /** Every public key that signatures may be checked by. */
  keys(): ReturnType<JournalSigner['publicKeys']>;
  /** Closes the days that are over, everywhere; how many closures were written. Safe to run anywhere, as often as one likes. */
  closeDue(): Promise<number>;
}

export interface JournalDeps extends VerifierDeps {
  readonly signer: Pick<JournalSigner, 'verify' | 'publicKeys'>;
  readonly writer: JournalWriter;
  readonly transact: TransactAll;
  readonly views: Pick<Views, 'journal' | 'sites'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const PROBLEMS_MAX = 1000;
const CLOSING_ACTOR = { kind: 'system', name: 'journal' } as const;

export function makeJournalService({ writer, transact, views, clock, logger, ...verifier }: JournalDeps): JournalService {
  async function closeRegister(scope: Scope, register: string, today: string): Promise<number> {
    const at = clock.now();
    return transact(scope, ({ journal }, seen) => writer.closeBefore({ journal, views: seen.journal }, scope, { register, at, today }));
  }

  async function closeSite(scope: Scope): Promise<number> {
    const site = await views.sites.get(scope);
    if (site === null) throw new DomainError('unknown_shop');
    const today = wallTimeAt(clock.now(), site.timezone).date;
    let count = 0;
    for (const { register, type } of await views.journal.heads(scope))
      if (type === 'sale') count += await closeRegister(scope, register, today);
    return count;
  }

  return {
    async verify(scope) {
      const chains = await views.journal.chains(scope);
      const heads = await views.journal.heads(scope);
      const registers = [...new Set([...chains, ...heads].map(({ register }) => register))];
      const problems: JournalProblem[] = [];
      let entries = 0;
      for (const register of registers) {
        const report = await verifyRegister(verifier, views.journal, scope, register, { chains, heads });
        entries += report.entries;
        problems.push(...report.problems);
      }
      return { entries, chains: chains.length, problems: problems.slice(0, PROBLEMS_MAX), more: problems.length > PROBLEMS_MAX };
    },

    keys: () => verifier.signer.publicKeys(),

    async closeDue() {
      let count = 0;
      for (const site of await views.journal.sitesWithSales()) {
        try {
          count += await closeSite({ ...site, actor: CLOSING_ACTOR });
        } catch (error) {
          // One establishment whose days cannot be closed does not keep the others from it.
          logger.error({ err: error, siteId: site.siteId }, 'the days of the journal could not be closed');
        }
      }
      return count;
    },
  };
}
