import type { StopSignal } from '@comptoir/core/kit/stop-signal.js';
import { Agent, type Dispatcher } from 'undici';
import type { CallPolicy } from '../push/callable-address.js';
import { checkedConnector, ForbiddenAddress } from '../push/checked-connector.js';
import { faultCode } from '../push/fault-code.js';

/** What came of one request, before anybody has read it. */
export type HttpOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly headers: Headers; readonly body: string }
  /** The body is longer than is read. */
  | { readonly kind: 'too-long' }
  | { readonly kind: 'timed-out' }
  /** A connection that was there broke off. */
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'forbidden'; readonly reason: string };

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface ShopRequest {
  readonly origin: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** From the start to the last byte. */
  readonly timeoutMs: number;
}

export interface ShopHttp {
  /** Follows no redirect: the key goes to nobody but the address it belongs to. Throws the signal's reason, nothing else. */
  get(request: ShopRequest, signal: StopSignal): Promise<HttpOutcome>;
  close(): Promise<void>;
}

export interface ShopHttpOptions extends CallPolicy {
  readonly bodyBytesMax: number;
}

/** Calls of shops, over connections that are kept, to addresses that were checked as they were connected to. */
export function makeShopHttp({ bodyBytesMax, ...policy }: ShopHttpOptions): ShopHttp {
  const agent = new Agent({ connect: checkedConnector(policy), headersTimeout: 0, bodyTimeout: 0 });
  return {
    async get(request, signal) {
      const limit = makeLimit(request.timeoutMs, signal);
      try {
        return await answerTo(agent, request, limit.signal, bodyBytesMax);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        return limit.signal.aborted ? { kind: 'timed-out' } : outcomeOf(error);
      } finally {
        limit.end();
      }
    },
    close: () => agent.destroy(),
  };
}

/** Aborted when the time is over, or whoever asked has no use for the answer any more. */
function makeLimit(timeoutMs: number, signal: StopSignal): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    },
  };
}

async function answerTo(agent: Agent, request: ShopRequest, signal: AbortSignal, bytesMax: number): Promise<HttpOutcome> {
  const { origin, path, headers } = request;
  const answer = await agent.request({ origin, path, method: 'GET', headers, signal });
  try {
    const body = await textOf(answer.body, bytesMax);
    return body === null ? { kind: 'too-long' } : { kind: 'answered', status: answer.statusCode, headers: answer.headers, body };
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: 'broken', reason: `the answer broke off (${faultCode(error)})` };
  }
}

/** Null: it is longer than that. Leaving the loop early cuts the connection. A byte order mark, as files of modules put before JSON, is dropped. */
async function textOf(body: Dispatcher.ResponseData['body'], bytesMax: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    const bytes: Buffer = chunk;
    length += bytes.length;
    if (length > bytesMax) return null;
    chunks.push(bytes);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Codes of connections that were open. */
const BROKEN: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']);

function outcomeOf(error: unknown): HttpOutcome {
  if (error instanceof ForbiddenAddress) return { kind: 'forbidden', reason: error.message };
  const code = faultCode(error);
  // What is no HTTP has a code of the parser, `HPE_…`.
  if (BROKEN.has(code) || code.startsWith('HPE_')) return { kind: 'broken', reason: `the connection broke (${code})` };
  return { kind: 'unreachable', reason: `no connection (${code})` };
}
