import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { createInterface } from 'node:readline';
import { z } from 'zod';
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
export async function askServer(path: string, command: string, args: unknown, progress: Progress): Promise<CommandAnswer | null> {
  try {
    await exchange({ socketPath: path, method: 'GET', path: '/', timeout: GREETING_TIMEOUT_MS }, '', progress);
  } catch {
    return null;
  }
  try {
    return await exchange({ socketPath: path, method: 'POST', path: `/commands/${command}`, timeout: 0 }, JSON.stringify(args), progress);
  } catch (error) {
    throw new ServerGone(error);
  }
}

type Progress = (line: string) => void;

type Call = Pick<RequestOptions, 'socketPath' | 'method' | 'path' | 'timeout'>;

function exchange(options: Call, body: string, progress: Progress): Promise<CommandAnswer> {
  return new Promise((resolve, reject) => {
    const call = request({ ...options, agent: false, headers: { 'Content-Length': Buffer.byteLength(body) } });
    call.once('response', (response) => {
      answerIn(response, progress).then(resolve).catch(reject);
    });
    call.once('timeout', () => call.destroy(new Error('timed out')));
    call.once('error', reject);
    call.end(body);
  });
}

/** Lines of progress, and the answer as the last one. */
async function answerIn(response: IncomingMessage, progress: Progress): Promise<CommandAnswer> {
  for await (const line of createInterface({ input: response })) {
    const message: unknown = JSON.parse(line);
    const told = progressSchema.safeParse(message);
    if (!told.success) return commandAnswerSchema.parse(message);
    progress(told.data.progress);
  }
  throw new Error('The answer has no end.');
}

const progressSchema = z.object({ progress: z.string() });
