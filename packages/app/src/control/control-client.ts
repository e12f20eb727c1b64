import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type CommandAnswer, commandAnswerSchema } from '../commands/command.js';

/** The server went away while it ran a command. */
class ServerGone extends Error {
  override readonly name = 'ServerGone';
  constructor(cause: unknown) {
    super('the server stopped before it answered; look whether the command had its effect before you repeat it', { cause });
  }
}

/** A server that is well says so at once. */
const GREETING_TIMEOUT_MS = 2_000;

/**
 * Has the server behind the socket run a command, however long that takes. Null when nobody is there: then nothing was run.
 * Throws `ServerGone` when the connection breaks.
 */
export async function askServer(path: string, command: string, args: unknown): Promise<CommandAnswer | null> {
  try {
    await exchange(path, 'GET', '/', '', GREETING_TIMEOUT_MS);
  } catch {
    return null;
  }
  try {
    return await exchange(path, 'POST', `/commands/${command}`, JSON.stringify(args), 0);
  } catch (error) {
    throw new ServerGone(error);
  }
}

function exchange(socketPath: string, method: string, path: string, body: string, timeoutMs: number): Promise<CommandAnswer> {
  return new Promise((resolve, reject) => {
    const call = request({
      socketPath,
      method,
      path,
      timeout: timeoutMs,
      agent: false,
      headers: { 'Content-Length': Buffer.byteLength(body) },
    });
    call.once('response', (response) => {
      text(response)
        .then((answer) => resolve(commandAnswerSchema.parse(JSON.parse(answer))))
        .catch(reject);
    });
    call.once('timeout', () => call.destroy(new Error('timed out')));
    call.once('error', reject);
    call.end(body);
  });
}
