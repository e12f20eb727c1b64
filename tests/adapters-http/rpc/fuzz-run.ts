import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { publicUrlsOf } from '@comptoir/app/addresses.js';
import { readConfig } from '@comptoir/app/config.js';
import { makeContainer } from '@comptoir/app/container.js';
import { DEMO_ACCOUNT } from '@comptoir/app/demo/demo-account.js';
import { DEMO_TENANT_ID, loadDemo } from '@comptoir/app/demo/load-demo.js';
import { HOST_TOKENS, TOKENS } from '@comptoir/app/tokens.js';
import type { Registry } from '@comptoir/core/kit/registry.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import type { Services } from '@comptoir/core/services.js';
import { memoryDatabase } from '../../app/memory-database.js';
import { TEST_SECRET } from '../../support/service-deps.js';
import { call, jsonOf, rawCall, rawStatus } from '../call.js';
import { keepingLogger, type LogLine } from '../log.js';
import { closeAll, serve } from '../serve.js';
import { type Dice, makeDice } from './dice.js';
import { type FuzzRequest, makeFuzz } from './fuzz-requests.js';

/** The whole platform, all of its procedures wired as in the program, against requests nobody planned for. */

export interface FuzzReport {
  readonly requests: number;
  /** What must not be, with the request that brought it about. */
  readonly findings: readonly string[];
  readonly statuses: ReadonlyMap<number, number>;
  readonly slowestMs: number;
  /** Largest answer beyond ten times its request, in bytes. */
  readonly largestExcess: number;
}

/** An answer may be this many times as long as what asked for it … */
const AMPLIFICATION_MAX = 10;

/**
 * … plus this: twenty commas ask for twenty refusals of some 250 bytes each, and twenty short names for as many records or lists,
 * which on the demonstration are small: `settings.keys`, the longest, has somewhat over a kilobyte.
 */
const FLOOR_BYTES = 32 * 1024;

/** Every request is answered within this, on a machine that does other things too. */
const DEADLINE_MS = 10_000;

/** As many at once; between two of them the platform must answer a call that makes sense. */
const AT_ONCE = 25;

/** After so many the demonstration is loaded anew: requests that make sense have changed who may do what. */
const PER_DEMO = 1000;

export async function fuzz(requests: number, seed: number): Promise<FuzzReport> {
  const directory = await mkdtemp(join(tmpdir(), 'comptoir-fuzz-'));
  const dice = makeDice(seed);
  const report = { requests, findings: [], statuses: new Map(), slowestMs: 0, largestExcess: 0 };
  try {
    for (let sent = 0; sent < requests; sent += PER_DEMO) {
      await fuzzDemo(await openDemo(directory), Math.min(PER_DEMO, requests - sent), dice, report);
      await closeAll();
    }
    return report;
  } finally {
    await closeAll();
    await rm(directory, { recursive: true, force: true });
  }
}

async function fuzzDemo(demo: Demo, requests: number, dice: Dice, report: Findings): Promise<void> {
  const { origin, registry, log } = demo;
  const next = makeFuzz(dice, registry);
  for (let sent = 0; sent < requests; sent += AT_ONCE) {
    const credentials = await soundCredentials(demo);
    const made = Array.from({ length: Math.min(AT_ONCE, requests - sent) }, () => next(dice.one(credentials)));
    await Promise.all(made.map((request) => judge(origin, request, report)));
    for (const line of log.splice(0))
      if (line.level === 'error' && !tellsOfAShop(line)) report.findings.push(`in the log: ${shownLine(line)}`);
  }
  await soundCredentials(demo);
}

interface Demo {
  readonly origin: string;
  readonly registry: Registry;
  readonly services: Services;
  readonly log: LogLine[];
  /** What the owner presents; ended by some of the requests, and then replaced. */
  token: string;
}

/** The demonstration in memory, as the program wires it. */
async function openDemo(directory: string): Promise<Demo> {
  const log: LogLine[] = [];
  const config = readConfig({}, directory);
  const stopping = new AbortController().signal;
  const kit = {
    config,
    logger: keepingLogger(log),
    publicUrls: publicUrlsOf(config, new Map()),
    ownPorts: new Set<number>(),
    stopping,
    secrets: [TEST_SECRET],
  } as const;
  const container = makeContainer(kit, memoryDatabase(makeMemoryPersistence()));
  const services = container.get(TOKENS.services);
  // Its past would be answers as long as somebody asks for them, which is not what is looked for here.
  await loadDemo(services, container.get(TOKENS.passwords), { history: false });
  return { origin: await serve(container.get(HOST_TOKENS.platform)), registry: container.get(TOKENS.registry), services, log, token: '' };
}

/** Headers of the owner of the demonstration, for the organisation and for an establishment, proved by a call. */
async function soundCredentials(demo: Demo): Promise<readonly string[]> {
  const { origin, services } = demo;
  if (!(await isGood(origin, demo.token))) {
    const client = { address: '192.0.2.1', userAgent: null, requestId: 'fuzz' };
    demo.token = (await services.auth.login(DEMO_ACCOUNT, client)).token;
    if (!(await isGood(origin, demo.token))) throw new Error('the platform has gone wrong: a new token is not good');
  }
  const site = await services.views.sites.bySlug('chez-lucie');
  const selected = `selected_tenant=${DEMO_TENANT_ID}; selected_site=${site?.id}`;
  return [`Authorization: Bearer ${demo.token}`, `Cookie: platform.session-token=${demo.token}; ${selected}`];
}

async function isGood(origin: string, token: string): Promise<boolean> {
  const answer = await call(`${origin}/api/rpc/auth.getUserInfo,health.ping?batch=1`, { headers: { Authorization: `Bearer ${token}` } });
  const [who, ping] = jsonOf(answer) as unknown as { result?: { data: { json: { email?: string; ok?: boolean } } } }[];
  if (ping?.result?.data.json.ok !== true) throw new Error(`the platform has gone wrong: ${answer.text}`);
  return who?.result?.data.json.email === DEMO_ACCOUNT.email;
}

type Findings = { -readonly [Field in keyof FuzzReport]: FuzzReport[Field] } & { findings: string[]; statuses: Map<number, number> };

async function judge(origin: string, { bytes, whole }: FuzzRequest, report: Findings): Promise<void> {
  const start = performance.now();
  const late = new AbortController();
  const answer = await Promise.race([
    rawCall(origin, bytes, { thenEnd: !whole }),
    setTimeout(DEADLINE_MS, null, { signal: late.signal }).catch(() => null),
  ]);
  late.abort();
  const fault = answer === null ? 'no answer in time' : faultOf(answer, bytes, whole, report);
  report.slowestMs = Math.max(report.slowestMs, performance.now() - start);
  if (fault !== null) report.findings.push(`${fault}: ${bytes.toString('latin1').slice(0, 2000)}\n\n${answer?.slice(0, 1000)}`);
}

function faultOf(answer: string, bytes: Buffer, whole: boolean, report: Findings): string | null {
  const status = rawStatus(answer);
  report.statuses.set(status, (report.statuses.get(status) ?? 0) + 1);
  const bodyAt = answer.lastIndexOf('HTTP/1.1 ') < 0 ? 0 : answer.indexOf('\r\n\r\n') + 4;
  const excess = Buffer.byteLength(answer) - bodyAt - AMPLIFICATION_MAX * bytes.length;
  report.largestExcess = Math.max(report.largestExcess, excess);
  const shopsAway = answer.match(OF_A_SHOP)?.length ?? 0;
  if (status >= 500 && shopsAway === 0) return `status ${status}`;
  if ((answer.match(/"httpStatus":5\d\d/g)?.length ?? 0) > shopsAway) return 'a call that failed';
  if (excess > FLOOR_BYTES) return `an answer ${excess} bytes beyond ten times its request`;
  return whole && status === 0 ? 'no answer' : null;
}

/** An online shop that is not there is a good answer to somebody who connects one. */
const OF_A_SHOP = /"error":"shop_[a-z]+"/g;

function tellsOfAShop({ fields }: LogLine): boolean {
  return typeof fields['code'] === 'string' && fields['code'].startsWith('shop_');
}

function shownLine({ message, fields }: LogLine): string {
  const { err, ...rest } = fields;
  return `${message} ${JSON.stringify(rest)} ${err instanceof Error ? err.stack : String(err)}`;
}

/** One line. */
export function summaryOf({ requests, findings, statuses, slowestMs, largestExcess }: FuzzReport): string {
  const counts = [...statuses]
    .sort(([left], [right]) => left - right)
    .map(([status, count]) => `${status === 0 ? 'closed' : status}: ${count}`);
  const figures = `slowest ${Math.round(slowestMs)} ms, largest answer beyond ten times its request ${largestExcess} bytes`;
  return `${requests} requests, ${findings.length} findings; ${figures}; ${counts.join(', ')}`;
}
