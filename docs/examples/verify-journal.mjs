// Verifies an export of a fiscal journal without Comptoir: `node verify-journal.mjs export.ndjson [--key THUMBPRINT]…`.
// One file, nothing but Node. It names every entry that was changed, deleted, inserted or moved, and exits with 1 when there is one.
// An archive is checked in the same way, and its file by the detached signature that lies beside it: `archive.ndjson.sig`.
// With `--key` only these keys are believed; without, those that the export brings along: ask the till's keeper for theirs.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';

/**
 * @typedef {{ number: number, digest: string, signature: string, keyId: string }} Signed
 * @typedef {Signed & { register: string, type: string, at: string, previous: string, snapshot: string }} Entry
 * @typedef {{ taxBasisPoints: number, netCents: number, taxCents: number }} Tax
 * @typedef {{ totalCents: number, taxes: Tax[], payments: { method: string, amountCents: number }[] }} Sale
 * @typedef {{ count: number, totalCents: number, absoluteCents: number, taxes: Record<number, [number, number]>, payments: Record<string, number> }} Sums
 */

const FORMAT = 'comptoir-journal-1';
const ARCHIVE_FORMAT = 'comptoir-archive-1';
const CHECK_EVERY = 1024;
const PERIODS = ['day', 'month', 'year'];

const { file, trusted } = readArguments(process.argv.slice(2));
/** @type {{ chain: string, number: number, problem: string }[]} */
const problems = [];
/** @type {(chain: string, number: number, problem: string) => void} */
const report = (chain, number, problem) => {
  problems.push({ chain, number, problem });
};

const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
const head = JSON.parse((await lines.next()).value ?? 'null');
const isArchive = head?.format === ARCHIVE_FORMAT;
if (head?.format !== FORMAT && !isArchive) fail(`This is no export of the form ${FORMAT}, nor an archive.`);
const keys = readKeys(head.keys);
/** @type {Map<string, any>} */
const heads = new Map((isArchive ? head.chains : head.heads).map((/** @type {Entry} */ one) => [chainOf(one), one]));

let entries = 0;
/** @type {ReturnType<typeof verifierOf> | null} */
let chain = null;
/** @type {Map<string, ReturnType<typeof totalsOf>>} */
const registers = new Map();
/** @type {Set<string>} */
const seen = new Set();
for await (const line of lines) {
  if (line === '') continue;
  const entry = JSON.parse(line);
  entries += 1;
  const name = chainOf(entry);
  if (chain?.name !== name) {
    chain?.end();
    if (seen.has(name)) report(name, entry.number, 'out_of_order');
    seen.add(name);
    chain = verifierOf(name, entry.register, entry.type);
  }
  chain.take(entry);
}
chain?.end();
for (const [name, { register, type }] of heads) if (!seen.has(name)) verifierOf(name, register, type).end();
// The totals of an archive begin before it.
if (isArchive) checkFile();
else for (const register of registers.values()) register.end();

for (const { chain: name, number, problem } of problems) console.log(`${name} ${number}: ${problem}`);
console.log(`${head.site.name}: ${entries} entries in ${seen.size} chains, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

/**
 * Checks a chain entry by entry: numbers, digests, links, and of signatures those that vouch for the others.
 * @param {string} name
 * @param {string} register
 * @param {string} type
 */
function verifierOf(name, register, type) {
  const totals = totalsOf(register);
  const begin = isArchive ? heads.get(name) : undefined;
  let last = begin === undefined ? 0 : begin.first - 1;
  let link = begin === undefined ? '' : begin.previous;
  /** @type {Signed[]} */
  let unchecked = [];

  /** @param {Signed} entry */
  const check = ({ number, digest, signature, keyId }) => {
    const key = keys.get(keyId);
    if (key === undefined) report(name, number, 'unknown_key');
    else if (!isSigned(key, digest, signature)) report(name, number, 'bad_signature');
  };
  const settle = () => {
    const all = unchecked;
    unchecked = [];
    const newest = all.at(-1);
    const key = newest && keys.get(newest.keyId);
    if (newest === undefined || (key !== undefined && isSigned(key, newest.digest, newest.signature))) return;
    for (const one of all) check(one);
  };

  return {
    name,
    /** @param {Entry} entry */
    take(entry) {
      const { number, at, previous, snapshot, digest, signature, keyId } = entry;
      const before = problems.length;
      if (number > last + 1) report(name, last + 1, 'missing');
      else if (number <= last) report(name, number, 'out_of_order');
      else if (previous !== link) {
        report(name, number, 'broken_link');
        settle();
      }
      if (sha256([FORMAT, head.site.id, register, type, number, at, previous, snapshot].join('\n')) !== digest)
        report(name, number, 'altered');
      last = Math.max(last, number);
      link = sha256(`${digest}.${signature}`);
      unchecked.push({ number, digest, signature, keyId });
      if (problems.length > before || unchecked.length >= CHECK_EVERY) settle();
      if (!isArchive) totals.take(entry, link);
    },
    end() {
      settle();
      const end = heads.get(name);
      if (end === undefined) {
        if (last > 0) report(name, last, 'no_head');
        return;
      }
      if (isArchive) {
        if (end.last > last) report(name, last + 1, 'truncated');
        else if (end.last < last) report(name, end.last + 1, 'beyond_end');
        else if (end.link !== link) report(name, last, 'bad_head');
        return;
      }
      const key = keys.get(end.keyId);
      const sealed = [`${FORMAT}-head`, head.site.id, register, type, end.number, end.link, end.state].join('\n');
      if (key === undefined || !isSigned(key, sealed, end.seal)) report(name, end.number, 'bad_head');
      if (end.number > last) report(name, last + 1, 'truncated');
      else if (end.number < last) report(name, end.number + 1, 'beyond_end');
      else if (end.link !== link) report(name, end.number, 'bad_head');
    },
  };
}

/**
 * Adds the sales of a register up anew, and compares with its closures and with what its chain says at the end.
 * @param {string} register
 * @returns {{ take(entry: Entry, link: string): void, end(): void }}
 */
function totalsOf(register) {
  const known = registers.get(register);
  if (known !== undefined) return known;
  /** @type {Record<string, Sums>} */
  const sums = { day: nothing(), month: nothing(), year: nothing(), shift: nothing(), perpetual: nothing() };
  /** @type {any[]} */
  const closures = [];
  const anchors = new Map();
  /** @type {number[]} */
  const begun = [];
  /** @param {number} number */
  const due = (number) => {
    while (closures.length > 0 && closures[0].upTo < number) {
      const { period, totals, perpetual, number: at, from, upTo } = closures.shift();
      // Nothing was sold in a shift that ended where it began, whatever was sold before it.
      if (period === 'shift' && from === upTo) sums['shift'] = nothing();
      if (!isDeepStrictEqual(sums[period], sumsOf(totals)) || !isDeepStrictEqual(sums['perpetual'], sumsOf(perpetual)))
        report(`closure/${register}`, at, 'wrong_totals');
      sums[period] = nothing();
    }
  };
  /** @type {ReturnType<typeof totalsOf>} */
  const totals = {
    take({ type, number, snapshot }, link) {
      const record = parsed(snapshot);
      if (type === 'closure' && (PERIODS.includes(record?.period) || record?.period === 'shift')) {
        closures.push({ ...record, number });
        if (record.period === 'shift' && record.from < record.upTo) begun.push(record.from);
        for (const anchor of record.heads) anchors.set(`${anchor.type} ${anchor.number}`, anchor.link);
        return;
      }
      const anchored = anchors.get(`${type} ${number}`);
      if (anchored !== undefined && anchored !== link) report(`${type}/${register}`, number, 'wrong_anchor');
      if (type !== 'sale' || !Number.isSafeInteger(record?.totalCents)) return;
      due(number);
      // What was sold before a shift began is not its own.
      if (begun[0] !== undefined && begun[0] < number) {
        begun.shift();
        sums['shift'] = nothing();
      }
      for (const sum of Object.values(sums)) add(sum, record);
    },
    end() {
      due(Number.POSITIVE_INFINITY);
      const end = heads.get(`sale/${register}`);
      if (end === undefined) return;
      const state = parsed(end.state);
      if ([...PERIODS, 'perpetual'].some((period) => !isDeepStrictEqual(sums[period], sumsOf(state?.[period]))))
        report(`sale/${register}`, end.number, 'wrong_totals');
    },
  };
  registers.set(register, totals);
  return totals;
}

/** The signature of the whole file, which vouches for its first line too. */
function checkFile() {
  const { digest, signature, keyId } = parsed(readBeside(`${file}.sig`)) ?? {};
  const key = keys.get(keyId);
  const found = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (key === undefined || typeof signature !== 'string' || digest !== found || !isSigned(key, found, signature))
    report('archive', 0, 'bad_signature');
}

/** @param {string} name */
function readBeside(name) {
  try {
    return readFileSync(name, 'utf8');
  } catch {
    return '';
  }
}

/** @returns {Sums} */
function nothing() {
  return { count: 0, totalCents: 0, absoluteCents: 0, taxes: {}, payments: {} };
}

/**
 * @param {Sums} sum
 * @param {Sale} sale
 */
function add(sum, { totalCents, taxes, payments }) {
  sum.count += 1;
  sum.totalCents += totalCents;
  sum.absoluteCents += Math.abs(totalCents);
  for (const { taxBasisPoints, netCents, taxCents } of taxes) {
    const [net, tax] = sum.taxes[taxBasisPoints] ?? [0, 0];
    sum.taxes[taxBasisPoints] = [net + netCents, tax + taxCents];
  }
  for (const { method, amountCents } of payments) sum.payments[method] = (sum.payments[method] ?? 0) + amountCents;
}

/**
 * Totals that were read, in the form of those that were added up here.
 * @param {(Sale & { count: number, absoluteCents: number }) | undefined} totals
 * @returns {Sums}
 */
function sumsOf(totals) {
  const sums = nothing();
  if (totals === undefined) return sums;
  add(sums, totals);
  return { ...sums, count: totals.count, absoluteCents: totals.absoluteCents };
}

/** @param {{ keyId: string, jwk: { crv: string, kty: string, x: string, y: string } }[]} list */
function readKeys(list) {
  /** @type {Map<string, import('node:crypto').KeyObject>} */
  const known = new Map();
  for (const { keyId, jwk } of list) {
    const { crv, kty, x, y } = jwk;
    const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
    if (thumbprint !== keyId) fail(`The key ${keyId} is not the one it is said to be.`);
    if (trusted.size === 0 || trusted.has(keyId)) known.set(keyId, createPublicKey({ key: { crv, kty, x, y }, format: 'jwk' }));
  }
  return known;
}

/** @type {(key: import('node:crypto').KeyObject, content: string, signature: string) => boolean} */
function isSigned(key, content, signature) {
  const bytes = Buffer.from(signature, 'base64url');
  if (bytes.length !== 64 || bytes.toString('base64url') !== signature) return false;
  return verify('sha256', Buffer.from(content, 'utf8'), { key, dsaEncoding: 'ieee-p1363' }, bytes);
}

/** @param {string} content */
function sha256(content) {
  return createHash('sha256').update(content, 'utf8').digest('hex');
}

/**
 * @param {string} content
 * @returns {any}
 */
function parsed(content) {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}

/** @param {{ type: string, register: string }} of */
function chainOf({ type, register }) {
  return `${type}/${register}`;
}

/** @param {string[]} given */
function readArguments(given) {
  /** @type {Set<string>} */
  const trusted = new Set();
  /** @type {string[]} */
  const files = [];
  for (const [index, one] of given.entries()) {
    if (given[index - 1] === '--key') trusted.add(one);
    else if (one !== '--key') files.push(one);
  }
  const [file] = files;
  if (file === undefined || files.length > 1) fail('Use: node verify-journal.mjs export.ndjson [--key THUMBPRINT]…');
  return { file, trusted };
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message);
  process.exit(2);
}
