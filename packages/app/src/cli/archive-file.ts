import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type ChainVerifier, type JournalProblem, makeChainVerifier, type VerifierDeps } from '@comptoir/core/journal/chain-verifier.js';
import { RECORD_TYPES } from '@comptoir/core/journal/journal-entry.js';
import { chainName, entryOf } from '@comptoir/core/keyed/journal-contract.js';
import { ARCHIVE_FORMAT, type ArchivedChain } from '@comptoir/core/till/archive.js';
import { z } from 'zod';
import { Refused } from './run.js';

/** What is wrong with a file besides its entries. */
const FILE = { register: 'archive', type: 'event', number: 0 } as const;

const header = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  site: z.object({ id: z.string(), name: z.string() }),
  chains: z.array(
    z.object({
      register: z.string(),
      type: z.enum(RECORD_TYPES),
      first: z.int(),
      last: z.int(),
      previous: z.string(),
      link: z.string(),
    }),
  ),
});
const detached = z.object({ digest: z.string(), signature: z.string(), keyId: z.string() });

/** What a look at an archive showed. */
export interface ArchiveReport {
  readonly site: string;
  readonly entries: number;
  readonly problems: readonly JournalProblem[];
}

/** Where the detached signature of an archive lies. */
export function signatureFile(file: string): string {
  return `${file}.sig`;
}

/** Checks an archive by its signature and every entry in it, line by line. Throws `Refused` when it is no archive. */
export async function verifyArchive(file: string, deps: VerifierDeps): Promise<ArchiveReport> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  const digest = createHash('sha256');
  const problems: JournalProblem[] = [];
  let begun: z.output<typeof header> | null = null;
  let chains = new Map<string, { readonly verifier: ChainVerifier; readonly part: ArchivedChain }>();
  let entries = 0;
  for await (const line of lines) {
    digest.update(`${line}\n`);
    if (begun === null) {
      begun = headerIn(line);
      chains = new Map(begun.chains.map((part) => [chainName(part), { part, verifier: verifierOf(deps, part) }]));
      continue;
    }
    const entry = entryOf(begun.site.id, JSON.parse(line));
    const chain = chains.get(chainName(entry));
    entries += 1;
    problems.push(...(chain === undefined ? [{ ...placeOf(entry), problem: 'beyond_end' as const }] : chain.verifier.take(entry)));
  }
  for (const { part, verifier } of chains.values()) problems.push(...verifier.endAt({ number: part.last, link: part.link }));
  if (begun === null) throw new Refused(`${file} is no archive of a journal.`);
  return { site: begun.site.name, entries, problems: [...problems, ...(await sealProblems(file, digest.digest('hex'), deps))] };
}

function verifierOf(deps: VerifierDeps, { register, type, first, previous }: ArchivedChain): ChainVerifier {
  return makeChainVerifier(deps, { register, type }, { number: first - 1, link: previous });
}

function placeOf({ register, type, number }: Omit<JournalProblem, 'problem'>) {
  return { register, type, number };
}

function headerIn(line: string): z.output<typeof header> {
  const found = header.safeParse(JSON.parse(line));
  if (!found.success) throw new Refused('This is no archive of a journal.');
  return found.data;
}

async function sealProblems(file: string, found: string, { signer }: VerifierDeps): Promise<readonly JournalProblem[]> {
  const text = await readFile(signatureFile(file), 'utf8').catch(() => 'null');
  const seal = detached.safeParse(JSON.parse(text));
  if (!seal.success) return [{ ...FILE, problem: 'bad_signature' }];
  const { digest, signature, keyId } = seal.data;
  const isGood = signer.verify(keyId, found, signature);
  if (digest === found && isGood === true) return [];
  return [{ ...FILE, problem: isGood === null ? 'unknown_key' : 'bad_signature' }];
}
