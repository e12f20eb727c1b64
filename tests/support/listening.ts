import { once } from 'node:events';
import type { Server } from 'node:http';

/** The address of a server once it listens, on loopback. */
export async function listeningAddress(server: Server): Promise<string> {
  if (!server.listening) await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server listens on no port.');
  return `http://127.0.0.1:${bound.port}`;
}
