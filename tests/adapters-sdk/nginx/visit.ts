import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, type TLSSocket } from 'node:tls';
import type { TestNginx } from '../../support/nginx.js';

export interface Visited {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

type Visit = Pick<RequestOptions, 'method' | 'headers'> & { readonly body?: string };

/** Asks the site for an address without encryption. */
export function visitPlainly({ options }: TestNginx, host: string, path: string, visit: Visit = {}): Promise<Visited> {
  const headers = { Host: host, ...visit.headers };
  return answerTo(httpRequest({ host: '127.0.0.1', port: options.ports.http, path, agent: false, ...visit, headers }), visit.body);
}

/** Asks the site for an address over TLS, trusting the certificate. Rejects when the site does not have it. */
export function visit({ options }: TestNginx, ca: string, host: string, path: string, visiting: Visit = {}): Promise<Visited> {
  const headers = { Host: host, ...visiting.headers };
  const where = { host: '127.0.0.1', port: options.ports.https, servername: host, ca, agent: false as const };
  return answerTo(httpsRequest({ ...where, path, ...visiting, headers }), visiting.body);
}

async function answerTo(request: ReturnType<typeof httpRequest>, body: string | undefined): Promise<Visited> {
  const answered = once(request.end(body), 'response');
  const [response] = await answered;
  response.setEncoding('utf8');
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, headers: response.headers, text };
}

/** A TLS connection to the site, whatever its certificate; closes with `end`. Rejects when the handshake does. */
export async function handshake({ options }: TestNginx, host: string, protocols: readonly string[] = []): Promise<TLSSocket> {
  const where = { host: '127.0.0.1', port: options.ports.https, servername: host, rejectUnauthorized: false };
  const socket = connect({ ...where, ALPNProtocols: [...protocols] });
  await once(socket, 'secureConnect');
  return socket;
}

/** The serial number of the certificate that the site has now. */
export async function serialOf(nginx: TestNginx, host: string): Promise<string> {
  const socket = await handshake(nginx, host);
  const { serialNumber } = socket.getPeerCertificate();
  socket.destroy();
  return serialNumber;
}
