import type { Scope } from '../kit/scope.js';
import { type JournalProblem, makeChainVerifier, type VerifierDeps } from './chain-verifier.js';
import { type Chain, type JournalEntry, type JournalHead, linkOf } from './journal-entry.js';
import type { JournalViews } from './journal-store.js';
import { countedIn } from './journal-totals.js';
import { type Closure, closureSnapshot, stateIn } from './register-state.js';
import { makeTotalsVerifier, type NumberedClosure, type TotalsVerifier } from './totals-verifier.js';

const NONE: readonly JournalProblem[] = [];

/** Entries read at once. */
const BATCH = 2000;

export interface KnownChains {
  readonly chains: readonly Chain[];
  readonly heads: readonly JournalHead[];
}

/** Reads a chain to its end, and hands its entries over one by one. */
type Reader = (chain: Chain, take: (entry: JournalEntry) => void) => Promise<number>;

/** Checks every chain of a register: each by itself, its closures against the others, its totals against its sales. */
export async function verifyRegister(
  deps: VerifierDeps,
  views: Pick<JournalViews, 'entries'>,
  scope: Scope,
  register: string,
  { chains, heads }: KnownChains,
): Promise<{ readonly entries: number; readonly problems: readonly JournalProblem[] }> {
  const problems: JournalProblem[] = [];
  let entries = 0;
  const read: Reader = async (chain, take) => {
    for (let from = 1; ; ) {
      const batch = await views.entries(scope, chain, from, BATCH);
      for (const entry of batch) take(entry);
      entries += batch.length;
      const last = batch.at(-1);
      if (last === undefined || batch.length < BATCH) return entries;
      from = last.number + 1;
    }
  };
  const headOf = ({ type }: Pick<Chain, 'type'>) => heads.find((head) => head.register === register && head.type === type) ?? null;
  const types = [...new Set([...chains, ...heads].filter((chain) => chain.register === register).map(({ type }) => type))].sort();

  const check = async (type: Chain['type'], look: (entry: JournalEntry) => readonly JournalProblem[]) => {
    const verifier = makeChainVerifier(deps, { register, type });
    const keep = (found: readonly JournalProblem[]) => {
      if (found.length > 0) problems.push(...found);
    };
    await read({ register, type }, (entry) => {
      keep(verifier.take(entry));
      keep(look(entry));
    });
    problems.push(...verifier.end(headOf({ type })));
  };

  const closures: NumberedClosure[] = [];
  if (types.includes('closure')) await check('closure', (entry) => keepClosure(entry, closures));
  const totals = makeTotalsVerifier(closures);
  for (const type of types.filter((one) => one !== 'closure')) {
    const anchors = anchorsIn(type, closures);
    const unanchored = (entry: JournalEntry) => againstAnchor(deps, anchors, entry);
    await check(type, type === 'sale' ? (entry) => joined(unanchored(entry), added(totals, entry)) : unanchored);
  }
  problems.push(...atTheEnd(totals, register, headOf({ type: 'sale' })));
  return { entries, problems };
}

function keepClosure(entry: JournalEntry, closures: NumberedClosure[]): readonly JournalProblem[] {
  const closure = closureIn(jsonIn(entry));
  // What is no closure any more was altered, and is named so already.
  if (closure !== null) closures.push({ ...closure, number: entry.number });
  return [];
}

/** The links that closures saw in a chain, by number. */
type Anchors = ReadonlyMap<number, string>;

function anchorsIn(type: Chain['type'], closures: readonly NumberedClosure[]): Anchors {
  const seen = closures.flatMap(({ heads }) => heads.filter((head) => head.type === type));
  return new Map(seen.map(({ number, link }) => [number, link]));
}

function againstAnchor({ crypto }: VerifierDeps, anchors: Anchors, entry: JournalEntry): readonly JournalProblem[] {
  const { register, type, number } = entry;
  const anchor = anchors.get(number);
  return anchor === undefined || anchor === linkOf(crypto, entry) ? NONE : [{ register, type, number, problem: 'wrong_anchor' }];
}

function added(totals: TotalsVerifier, entry: JournalEntry): readonly JournalProblem[] {
  const sale = countedIn(jsonIn(entry));
  if (sale === null) return NONE;
  const wrong = totals.take(entry.number, sale);
  return wrong.length === 0 ? NONE : wrong.map((number) => wrongTotals(entry.register, number));
}

/** Nearly always both are empty, a million times. */
function joined(one: readonly JournalProblem[], other: readonly JournalProblem[]): readonly JournalProblem[] {
  if (one.length === 0) return other;
  return other.length === 0 ? one : [...one, ...other];
}

function atTheEnd(totals: TotalsVerifier, register: string, head: JournalHead | null): readonly JournalProblem[] {
  const { closures, stateIsRight } = totals.end(head === null ? null : stateOrNull(head));
  const wrong = closures.map((number) => wrongTotals(register, number));
  if (stateIsRight || head === null) return wrong;
  return [...wrong, { register, type: 'sale', number: head.number, problem: 'wrong_totals' }];
}

function wrongTotals(register: string, number: number): JournalProblem {
  return { register, type: 'closure', number, problem: 'wrong_totals' };
}

function closureIn(snapshot: unknown): Closure | null {
  return closureSnapshot.safeParse(snapshot).data ?? null;
}

/** Undefined where it is no JSON any more. */
function jsonIn({ snapshot }: JournalEntry): unknown {
  try {
    return JSON.parse(snapshot);
  } catch {
    return undefined;
  }
}

/** Null where the state was tampered with, which its seal shows. */
function stateOrNull({ state }: JournalHead) {
  try {
    return stateIn(state);
  } catch {
    return null;
  }
}
