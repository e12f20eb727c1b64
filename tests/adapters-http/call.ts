import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';

export interface CallOptions {
  readonly method?: string;
  /** A list sends the header once per value. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer | undefined;
}

/** An answer as it came: `fetch` decompresses bodies and hides headers. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Name, value, name, value, as sent. */
  readonly rawHeaders: readonly string[];
  readonly bytes: Buffer;
  readonly text: string;
}

/** Makes a call on a connection of its own. The address goes out as it is written here. */
export async function call(address: string, options: CallOptions = {}): Promise<Answer> {
  return answerOf(await send(address, options));
}

/** The same, before the body has come. */
export async function send(address: string, { method = 'GET', headers = {}, body }: CallOptions = {}): Promise<IncomingMessage> {
  const [, origin = '', path = ''] = /^(https?:\/\/[^/]+)(.*)$/s.exec(address) ?? [];
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const sent = request(origin, { method, path, agent: false, headers: { ...length, ...headers } });
  const response = once(sent, 'response');
  sent.end(body);
  const [message] = (await response) as [IncomingMessage];
  return message;
}

async function answerOf(message: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return { status: message.statusCode ?? 0, headers: message.headers, rawHeaders: message.rawHeaders, bytes, text: bytes.toString() };
}

/** The body as JSON. */
export function jsonOf({ text }: Pick<Answer, 'text'>): Record<string, unknown> {
  return JSON.parse(text);
}

/**
 * Sends bytes that no client would send, and gives all that comes back until the server closes; empty when it closes without a
 * word. `thenEnd` closes the own side first: for a request that is not whole. One that is says `Connection: close`.
 */
export async function rawCall(origin: string, bytes: string | Buffer, { thenEnd = false } = {}): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ port: Number(port), host: hostname });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A server that closes early resets the connection; what it said before counts.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  if (thenEnd) socket.end(bytes);
  else socket.write(bytes);
  await closed;
  return Buffer.concat(chunks).toString();
}

/** The status of a raw answer, after any "100 Continue"; 0 without one. */
export function rawStatus(answer: string): number {
  return Number(/^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
}
