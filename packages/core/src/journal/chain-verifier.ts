import type { Crypto } from '../kit/crypto.js';
import { type Chain, contentOf, headContentOf, type JournalEntry, type JournalHead, linkOf } from './journal-entry.js';
import type { JournalSigner } from './journal-signer.js';

/**
 * `missing`: a number is left out; `out_of_order`: a number comes twice or too late; `altered`: it is not what was digested; `broken_link`: what stands
 * before it is not what stood there; `bad_signature`; `unknown_key`: signed by nobody we know; `truncated`: entries at the end are gone;
 * `beyond_end`: there are more than there should be; `bad_head`: the end of the chain was tampered with; `no_head`: it is gone;
 * `wrong_totals`: a closure or the end is not what the sales add up to; `wrong_anchor`: a closure saw another entry there.
 */
export const JOURNAL_PROBLEMS = [
  'missing',
  'out_of_order',
  'altered',
  'broken_link',
  'bad_signature',
  'unknown_key',
  'truncated',
  'beyond_end',
  'bad_head',
  'no_head',
  'wrong_totals',
  'wrong_anchor',
] as const;
export type JournalProblemKind = (typeof JOURNAL_PROBLEMS)[number];

export interface JournalProblem extends Chain {
  /** Of the entry, or of the one that ought to be there. */
  readonly number: number;
  readonly problem: JournalProblemKind;
}

/** Entries whose signatures are vouched for by the next one that is checked. */
const CHECK_EVERY = 1024;

type Seen = Pick<JournalEntry, 'number' | 'digest' | 'signature' | 'keyId'>;

export interface VerifierDeps {
  readonly crypto: Crypto;
  readonly signer: Pick<JournalSigner, 'verify'>;
}

/**
 * Checks one chain, entry by entry, in memory that does not grow. Signatures cost much and vouch for all before them, so that of every
 * 1024th entry is checked, and that of the last; where one is bad, all since the last good one are.
 */
export interface ChainVerifier {
  /** In the order of their numbers. What is wrong with this entry, or shows by it. */
  take(entry: JournalEntry): readonly JournalProblem[];
  /** What shows at the end. `head` null: the chain has none. */
  end(head: JournalHead | null): readonly JournalProblem[];
  /** The same for an archive, which says itself where its part of the chain ends. */
  endAt(end: ChainBegin): readonly JournalProblem[];
  /** The link of the last entry; empty before the first. */
  link(): string;
}

/** Where a chain is taken up: after the entry `number`, whose link this is. */
export interface ChainBegin {
  readonly number: number;
  readonly link: string;
}

const NONE: readonly JournalProblem[] = [];

const FROM_THE_FIRST: ChainBegin = { number: 0, link: '' };

export function makeChainVerifier({ crypto, signer }: VerifierDeps, chain: Chain, begin: ChainBegin = FROM_THE_FIRST): ChainVerifier {
  const { register, type } = chain;
  let last = begin.number;
  let { link } = begin;
  let unchecked: Seen[] = [];

  const problem = (number: number, kind: JournalProblemKind): JournalProblem => ({ register, type, number, problem: kind });

  const check = ({ number, digest, signature, keyId }: Seen): JournalProblem[] => {
    const isGood = signer.verify(keyId, digest, signature);
    if (isGood === true) return [];
    return [problem(number, isGood === null ? 'unknown_key' : 'bad_signature')];
  };

  /** By the last signature, or one by one where that is bad. */
  const settle = (): readonly JournalProblem[] => {
    const newest = unchecked.at(-1);
    const all = unchecked;
    unchecked = [];
    if (newest === undefined || check(newest).length === 0) return [];
    return all.flatMap(check);
  };

  /** What is wrong with where it stands. Behind a gap nobody knows what stood before. */
  const place = ({ number, previous }: JournalEntry): readonly JournalProblem[] => {
    if (number > last + 1) return [problem(last + 1, 'missing')];
    if (number <= last) return [problem(number, 'out_of_order')];
    return previous === link ? NONE : [problem(number, 'broken_link'), ...settle()];
  };

  const against = (end: ChainBegin): readonly JournalProblem[] => {
    if (end.number > last) return [problem(last + 1, 'truncated')];
    if (end.number < last) return [problem(end.number + 1, 'beyond_end')];
    return end.link === link ? [] : [problem(end.number, 'bad_head')];
  };

  return {
    take(entry) {
      const { number, digest } = entry;
      const isWhole = crypto.sha256(contentOf(entry)) === digest;
      const problems = place(entry);
      last = Math.max(last, number);
      link = linkOf(crypto, entry);
      unchecked.push(entry);
      if (isWhole && problems.length === 0 && unchecked.length < CHECK_EVERY) return NONE;
      return [...problems, ...(isWhole ? [] : [problem(number, 'altered')]), ...settle()];
    },

    endAt: (end) => [...settle(), ...against(end)],

    end(head) {
      const problems = [...settle()];
      if (head === null) return last === 0 ? problems : [...problems, problem(last, 'no_head')];
      const { siteId, number, state, seal, keyId } = head;
      const content = headContentOf({ siteId, register, type, number, link: head.link, state });
      if (signer.verify(keyId, content, seal) !== true) problems.push(problem(number, 'bad_head'));
      return [...problems, ...against(head)];
    },

    link: () => link,
  };
}
