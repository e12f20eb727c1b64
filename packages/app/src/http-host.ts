import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { originOf } from './addresses.js';
import { ConfigError } from './config.js';
import { type Drainable, drainable } from './drain.js';

export interface HttpHost extends Drainable {
  /** Where it listens: the port is known only now when any free one was asked for. */
  readonly origin: string;
  /** Gives requests to `listener`. Those that came since the port is open have waited for it. */
  mount(listener: RequestListener): void;
}

export interface ListenOptions {
  readonly address: string;
  readonly port: number;
  /** The variable that set the port, for the message when it cannot be had. */
  readonly variable: string;
}

/**
 * A slow sender is cut off: headers within 10 s, the whole request within 30 s, looked at every 5 s. Idle connections are kept
 * longer than the 60 s after which common proxies give theirs up, so that the proxy closes first and no request meets a closing end.
 */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000, connectionsCheckingInterval: 5_000 } as const;

/** Opens the port; what answers is mounted later, because it needs to know the port. Throws `ConfigError`. */
export async function listen(options: ListenOptions): Promise<HttpHost> {
  const server = createServer(TIMEOUTS);
  const { drain, cut } = drainable(server);
  const waiting: [IncomingMessage, ServerResponse][] = [];
  const wait: RequestListener = (request, response) => void waiting.push([request, response]);
  server.on('request', wait);
  await bind(server, options);
  return {
    origin: originOf(options.address, portOf(server)),
    mount(listener) {
      server.off('request', wait);
      server.on('request', listener);
      for (const [request, response] of waiting.splice(0)) listener(request, response);
    },
    drain,
    cut,
  };
}

function bind(server: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) => reject(portFault(error, options));
    server.once('error', refuse);
    server.listen({ host: options.address, port: options.port }, () => {
      server.off('error', refuse);
      resolve();
    });
  });
}

const PORT_FAULTS: ReadonlyMap<unknown, string> = new Map([
  ['EADDRINUSE', 'is already in use'],
  ['EACCES', 'needs rights that this user does not have'],
]);

function portFault(error: Error, { address, port, variable }: ListenOptions): ConfigError {
  const fault = 'code' in error ? PORT_FAULTS.get(error.code) : undefined;
  if (fault === undefined) return new ConfigError(`COMPTOIR_HOST: cannot listen on ${address}: ${error.message}`);
  return new ConfigError(`${variable}: port ${port} on ${address} ${fault}`);
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
